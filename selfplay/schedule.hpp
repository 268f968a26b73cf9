#pragma once
// Settings of self-play that move with the generation. Thread rule: pure functions.

#include <cstdint>

#include "selfplay/settings.hpp"

namespace jungle {

// `first` in generation 0, from there in a straight line to `last` in generation `generations`, and that from
// there on. With no generations to move in it is `last` at once.
//
// Example: straight_line(0.5, 0.25, 5, 10) is 0.375.
double straight_line(double first, double last, std::uint32_t generation, int generations);

// Of games that begin from a random placement.
double random_start_share(const SelfPlaySettings& settings, std::uint32_t generation);

// Of games that alpha-beta plays in the place of the net.
double taught_share(const TeacherSettings& settings, std::uint32_t generation);

// Of a search in full and of a fast one, at least 2.
struct VisitCounts {
  int full = 0;
  int fast = 0;
};
VisitCounts visit_counts(const SelfPlaySettings& settings, std::uint32_t generation);

// After how many plies a game is drawn by length.
int length_limit(const SelfPlaySettings& settings, std::uint32_t generation);

}  // namespace jungle
