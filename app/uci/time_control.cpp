#include "app/uci/time_control.hpp"

#include <algorithm>

namespace jungle {
namespace {

// Games of equal players last about eighty plies. With what is left always taken for as many moves as this,
// the first moves get the most and no game runs dry.
constexpr std::int64_t kMovesAhead = 25;

}  // namespace

std::int64_t move_time_ms(const GameClock& clock, std::int64_t overhead_ms, bool ponders) {
  const std::int64_t usable = std::max<std::int64_t>(clock.left_ms - overhead_ms, 0);
  const std::int64_t moves =
      clock.moves_to_go > 0 ? std::min<std::int64_t>(clock.moves_to_go, kMovesAhead) : kMovesAhead;
  // Most of the increment can be spent at once: it comes back.
  std::int64_t share = usable / moves + std::max<std::int64_t>(clock.increment_ms, 0) * 3 / 4;
  if (ponders) share += share / 4;
  // Of a clock that has to last, no single move takes more than a half.
  return std::min(share, moves == 1 ? usable : usable / 2);
}

}  // namespace jungle
