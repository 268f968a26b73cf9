#include "app/uci/stoppable_perft.hpp"

#include <cstdint>
#include <optional>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/perft.hpp"

namespace jungle {
namespace {

constexpr int kAtOnce = 5;  // plies that are counted without looking up: milliseconds

std::optional<std::uint64_t> count(const Position& position, const RuleSet& rules, int depth,
                                   const std::stop_token& stop) {
  if (stop.stop_requested()) return std::nullopt;
  if (depth <= kAtOnce) return perft(position, rules, depth);
  return stoppable_perft(
      position, rules, depth, [](Move, std::uint64_t) {}, stop);
}

}  // namespace

std::optional<std::uint64_t> stoppable_perft(const Position& position, const RuleSet& rules, int depth,
                                             const std::function<void(Move, std::uint64_t)>& on_move,
                                             const std::stop_token& stop) {
  std::uint64_t sum = 0;
  if (!board_outcome(position, rules).is_ongoing()) return sum;
  MoveList moves;
  generate_legal(position, rules, moves);
  for (const Move move : moves) {
    const auto nodes = count(position.after(move, rules), rules, depth - 1, stop);
    if (!nodes) return std::nullopt;
    on_move(move, *nodes);
    sum += *nodes;
  }
  return sum;
}

}  // namespace jungle
