#include "selfplay/start_position.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/geometry.hpp"

namespace jungle {
namespace {

void place_side(PositionBuilder& builder, Side side, int count, Rng& rng) {
  std::array<Animal, kAnimals> animals = kAllAnimals;
  for (int i = 0; i < count; ++i) {
    const auto from = static_cast<std::size_t>(i) + rng.below(static_cast<std::uint64_t>(kAnimals - i));
    std::swap(animals[static_cast<std::size_t>(i)], animals[from]);
    for (;;) {  // the builder refuses taken squares, and water for all but the rat
      const Square square = square_from_index(static_cast<int>(rng.below(kSquares)));
      if (square == den_square(Side::kRed) || square == den_square(Side::kBlue)) continue;
      if (builder.place({side, animals[static_cast<std::size_t>(i)]}, square)) break;
    }
  }
}

}  // namespace

Position random_placement(const RuleSet& rules, Rng& rng) {
  for (;;) {
    std::array<int, 2> counts{};
    counts[0] = 2 + static_cast<int>(rng.below(kAnimals - 1));
    counts[1] = std::clamp(counts[0] - 1 + static_cast<int>(rng.below(3)), 1, kAnimals);
    if (rng.below(2) == 1) std::swap(counts[0], counts[1]);
    PositionBuilder builder;
    place_side(builder, Side::kRed, counts[0], rng);
    place_side(builder, Side::kBlue, counts[1], rng);
    builder.side_to_move(rng.below(2) == 0 ? Side::kRed : Side::kBlue);
    const Result<Position> position = builder.build();
    if (position && board_outcome(*position, rules).is_ongoing()) return *position;
  }
}

void play_random_opening(Game& game, int max_plies, Rng& rng) {
  const int plies = static_cast<int>(rng.below(static_cast<std::uint64_t>(max_plies) + 1));
  for (int i = 0; i < plies; ++i) {
    MoveList legal;
    game.legal_moves(legal);
    game.play(legal[static_cast<int>(rng.below(static_cast<std::uint64_t>(legal.size())))]);
    if (!game.outcome().is_ongoing()) {
      game.undo();
      return;
    }
  }
}

}  // namespace jungle
