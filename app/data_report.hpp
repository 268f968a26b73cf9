#pragma once
// Shards for people and for other programs: statistics as lines and as JSON, samples as JSON lines. Thread
// rule: pure functions.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "selfplay/data/sample_statistics.hpp"
#include "selfplay/generation_report.hpp"

namespace jungle {

struct DataReport {
  int files = 0;
  int damaged = 0;  // of these; the rest of the figures is of the others
  std::set<std::uint32_t> generations;
  std::set<std::uint64_t> models;
  std::map<std::string, std::int64_t> rules;  // samples by the name of their rule set
  GameStatistics games;
  SampleStatistics samples;

  void add(const Shard& shard);
};

std::string data_text(const DataReport& report);  // several lines
nlohmann::ordered_json data_json(const DataReport& report);

// One line, with its end: the sample as an object (docs/formats.md).
inline constexpr std::string_view kSampleBeginning = "{\"generation\":";
std::string sample_line(const Shard& shard, std::size_t sample);

}  // namespace jungle
