#pragma once
// How long to think about a move when the game has a clock.
//
//   move_time_ms({.left_ms = 60000, .increment_ms = 600}, 30)   // about 2.5 seconds

#include <cstdint>

namespace jungle {

struct GameClock {
  std::int64_t left_ms = 0;       // may have run below 0
  std::int64_t increment_ms = 0;  // comes after each move
  int moves_to_go = 0;            // until the clock is set anew; 0: the time is for the whole game
};

// Never more than is left less the overhead, and never below 0. `ponders`: the player also thinks in the
// opponent's time, and guesses a part of his moves: it may take a quarter more.
std::int64_t move_time_ms(const GameClock& clock, std::int64_t overhead_ms, bool ponders = false);

}  // namespace jungle
