#include "tests/support/random_positions.hpp"

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle::test {
namespace {

// Where the rules differ from plain stepping: the two ends of the board around the dens, and rivers with
// their banks.
constexpr Bitboard kDenArea =
    (row_set(0) | row_set(1) | row_set(7) | row_set(8)) & (column_set(2) | column_set(3) | column_set(4));
constexpr Bitboard kRiverArea = kWater | neighbours(kWater);

Square random_square(Bitboard squares, Rng& rng) {
  auto skip = rng.below(static_cast<std::uint64_t>(squares.count()));
  Square square = squares.pop_first();
  while (skip-- > 0) square = squares.pop_first();
  return square;
}

// Half of the animals go next to one that is there already, so that most positions hold an encounter.
Bitboard random_area(Animal animal, Bitboard occupied, Rng& rng) {
  const std::uint64_t die = rng.below(20);
  if (die < 10 && occupied.any()) return neighbours(occupied);
  if (die < 14) return kDenArea;
  if (die < 18) return animal == Animal::kRat ? kWater : kRiverArea;
  return kAllSquares;
}

PositionBuilder random_counters(Rng& rng) {
  PositionBuilder builder;
  builder.side_to_move(rng.below(2) == 0 ? Side::kRed : Side::kBlue);
  builder.counters(static_cast<int>(rng.below(70)), 1 + static_cast<int>(rng.below(200)));
  return builder;
}

}  // namespace

Move random_move(const Position& position, const RuleSet& rules, Rng& rng) {
  MoveList moves;
  generate_legal(position, rules, moves);
  JUNGLE_CHECK(!moves.empty());
  return moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))];
}

std::vector<Position> random_game_positions(const RuleSet& rules, int count, Rng& rng) {
  std::vector<Position> positions;
  positions.reserve(static_cast<std::size_t>(count));
  Position position = Position::start(rules);
  while (static_cast<int>(positions.size()) < count) {
    positions.push_back(position);
    position = position.after(random_move(position, rules, rng), rules);
    if (!board_outcome(position, rules).is_ongoing()) position = Position::start(rules);
  }
  return positions;
}

Position random_sparse_position(Rng& rng) {
  for (;;) {
    PositionBuilder builder = random_counters(rng);
    Bitboard occupied;
    const auto animals = 2 + rng.below(7);
    for (std::uint64_t i = 0; i < animals; ++i) {
      const Side side = i < 2 ? kSides[i] : kSides[rng.below(2)];
      // Rats make most of the rules: every third animal is one.
      const Animal animal = rng.below(3) == 0 ? Animal::kRat : kAllAnimals[rng.below(kAnimals)];
      const Square square = random_square(random_area(animal, occupied, rng), rng);
      if (builder.place({side, animal}, square)) occupied |= Bitboard(square);
    }
    if (Result<Position> position = builder.build()) return *position;
  }
}

Position random_crowded_position(Rng& rng) {
  for (;;) {
    PositionBuilder builder = random_counters(rng);
    for (Side side : kSides) {
      for (Animal animal : kAllAnimals) {
        for (int attempt = 0; attempt < 4; ++attempt)
          if (builder.place({side, animal}, random_square(kAllSquares, rng))) break;
      }
    }
    if (Result<Position> position = builder.build()) return *position;
  }
}

}  // namespace jungle::test
