#pragma once
// The result of a match as lines for people and as JSON for programs.

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "selfplay/rating/sequential_test.hpp"
#include "selfplay/rating/tally.hpp"

namespace jungle {

struct MatchReport {
  std::string name_a;
  std::string name_b;
  std::string rules;
  int pairs = 0;  // asked for
  int opening_plies = 0;
  std::string opening_file = {};  // empty: random plies
  std::uint64_t seed = 0;
  bool interrupted = false;
  std::string stopped_by =
      {};                 // why the match ended early by itself: a player that is gone; empty: it did not
  int movetime_a_ms = 0;  // 0: no clock
  int movetime_b_ms = 0;
  MatchTally tally;
  std::optional<SequentialTest> sprt = {};  // if one was asked for
};

// "+151", "-7", "+inf": an Elo difference without false precision.
std::string elo_text(double elo);

// For JSON, which has no infinity.
nlohmann::ordered_json number_or_null(double value);

// "97.5 % [93.1, 99.4]  Elo +636 [+451, +884]", 95 % intervals.
std::string estimate_text(const Estimate& estimate);

std::string match_text(const MatchReport& report);             // several lines
nlohmann::ordered_json match_json(const MatchReport& report);  // infinite Elo is null

}  // namespace jungle
