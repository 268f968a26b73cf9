#pragma once
// A ladder's ratings as a table for people and as JSON for programs.

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/rating/ladder_store.hpp"
#include "selfplay/rating/pool_fit.hpp"

namespace jungle {

struct LadderRow {
  int rank = 0;
  std::string name;
  PoolRating rating;
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  std::int64_t forfeits = 0;  // lost so

  std::int64_t games() const { return wins + draws + losses; }
  double score() const;  // 0.5 without games
};

struct LadderReport {
  std::string store;
  std::string rules;
  std::string anchor;
  std::int64_t games = 0;
  std::vector<LadderRow> rows;  // best first
  PoolFit fit;                  // its ratings by player id
};

// Fits the ratings of all games of a store. `store` is its name.
LadderReport report_ladder(const std::string& store, const LadderContents& contents);

std::string ladder_text(const LadderReport& report);             // a table and a line or two
nlohmann::ordered_json ladder_json(const LadderReport& report);  // an open end of an interval is null

}  // namespace jungle
