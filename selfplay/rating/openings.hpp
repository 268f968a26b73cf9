#pragma once
// Openings of a match: a few random moves from the start, so that deterministic players don't play one game
// over and over.
//
//   Result<std::vector<Opening>> openings = make_openings(rules, {.plies = 8, .seed = 1, .count = 100});
//
// Each opening is playable: the game goes on after it, and neither side can force its end in the next two
// plies. All differ in the board they reach. Opening i depends on the seed, the rules, the number of plies,
// and the openings before i only where it would repeat one: a longer match begins with the openings of a
// shorter one. With 0 plies all are the start position, for players with randomness of their own.
//
// Thread rule: pure function.

#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"

namespace jungle {

using Opening = std::vector<Move>;  // from the start position

struct OpeningConfig {
  int plies = 8;
  std::uint64_t seed = 0;
  int count = 0;
};

// Refuses a count that the number of plies can't give (there are 24 first moves).
Result<std::vector<Opening>> make_openings(const RuleSet& rules, const OpeningConfig& config);

// Can the side to move win at once, or whatever it does its opponent? By the board alone. Precondition: the
// game is not over.
bool decided_within_two_plies(const Position& position, const RuleSet& rules);

}  // namespace jungle
