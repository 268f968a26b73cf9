#pragma once
// Openings of a match: a few random moves from the start, so that deterministic players don't play one game
// over and over.
//
//   RandomOpenings source(rules, {.plies = 8, .seed = 1});
//   Result<Opening> first = source.next();
//
// Each opening is playable: the game goes on after it, and neither side can force its end in the next two
// plies. All differ in the board they reach. Opening i depends on the seed, the rules, the number of plies,
// and the openings before i only where it would repeat one: a longer match begins with the openings of a
// shorter one. With 0 plies all are the start position, for players with randomness of their own.
//
// Positions that begin games instead come from opening files: selfplay/rating/opening_file.hpp.
//
// Thread rule: RandomOpenings is hostile, functions are pure.

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"

namespace jungle {

using Opening = std::vector<Move>;  // from the start position

struct OpeningConfig {
  int plies = 8;
  std::uint64_t seed = 0;
};

class RandomOpenings {
 public:
  RandomOpenings(const RuleSet& rules, const OpeningConfig& config) : rules_(rules), config_(config) {}

  // Refuses when the number of plies can't give another one (there are 24 first moves).
  Result<Opening> next();

 private:
  RuleSet rules_;
  OpeningConfig config_;
  std::uint64_t made_ = 0;
  std::unordered_set<std::uint64_t> seen_;  // keys of the boards reached
};

// Can the side to move win at once, or whatever it does its opponent? By the board alone. Precondition: the
// game is not over.
bool decided_within_two_plies(const Position& position, const RuleSet& rules);

}  // namespace jungle
