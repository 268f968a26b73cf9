#pragma once
// Opening files: positions that games of a match begin with, one a line in the text form of docs/rules.md;
// what follows # is a comment, empty lines are skipped.
//
//   Result<std::vector<Position>> openings = read_opening_file("openings.txt", rules);
//   if (!openings) return usage_error(openings.error());   // "openings.txt:3: ..."
//
// And a maker of balanced ones, which asks a judge how good a position is.
//
// Thread rule: pure functions.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"

namespace jungle {

// Refuses, naming the line: what is no position, a position in which the game is over or one that stood on an
// earlier line; and a file without any position, or of more than 64 MiB.
Result<std::vector<Position>> read_opening_file(const std::filesystem::path& path, const RuleSet& rules);
Result<std::vector<Position>> parse_openings(std::string_view text, std::string_view origin,
                                             const RuleSet& rules);

// The same in an order that the seed decides.
std::vector<Position> shuffled(std::vector<Position> openings, std::uint64_t seed);

struct BalancedOpenings {
  int count = 100;
  int plies = 8;  // random moves from the start position
  std::uint64_t seed = 1;
  double max_edge = 0.05;  // largest distance of the side to move's expected score from 1/2
};

// The expected score of the side to move, in [0, 1]: with perfect play, or as well as the judge can tell.
using OpeningJudge = std::function<double(const Game&)>;
// How many were judged and how many of them kept; returning false ends the making.
using OpeningProgress = std::function<bool(int judged, int kept)>;

// Positions after random moves that the judge finds balanced; no two are equal or mirror images. Nothing when
// `progress` ended it. Refuses when balanced ones are too rare: after 1000 judged for each one wanted.
Result<std::optional<std::vector<Position>>> make_balanced_openings(const RuleSet& rules,
                                                                    const BalancedOpenings& wanted,
                                                                    const OpeningJudge& judge,
                                                                    const OpeningProgress& progress);

// A file of them; each line of `comment` becomes one of the file.
std::string opening_file_text(const std::vector<Position>& openings, std::string_view comment);

}  // namespace jungle
