#include "search/alphabeta/evaluation.hpp"

#include <algorithm>
#include <bit>

#include "core/geometry.hpp"
#include "core/targets.hpp"
#include "search/alphabeta/threats.hpp"

namespace jungle::alphabeta {
namespace {

constexpr std::size_t slot(auto value) { return static_cast<std::size_t>(index(value)); }

// What an animal is worth by itself; from rat to elephant.
constexpr std::array<Score, kAnimals> kBaseValue = {260, 150, 200, 240, 320, 560, 640, 620};
// What an animal gains from each living enemy that it may take: a share (in percent) of the prey's own value.
constexpr Score kPreyShare = 8;
// What it loses for each living enemy that may take it.
constexpr Score kHunterCost = 18;
// What it gains when no living enemy may take it outside a trap.
constexpr Score kUntouchable = 120;
// Rows of attackers minus defenders near a den: how much the surplus is worth.
constexpr std::array<Score, 5> kZoneSurplus = {0, 30, 75, 130, 180};
constexpr Score kSafeApproach = 60;
constexpr Score kTempo = 12;
constexpr Score kRatInWater = 14;

// By moves to the enemy den on an empty board; the den itself is a won game.
constexpr std::array<Score, 16> kAdvance = {0, 130, 90, 64, 46, 34, 26, 20, 15, 11, 8, 6, 4, 2, 0, 0};

bool may_take(const RuleSet& rules, Animal hunter, Animal prey) {
  if (hunter == Animal::kRat) return prey == Animal::kRat || prey == Animal::kElephant;
  if (hunter == Animal::kElephant && prey == Animal::kRat) return rules.fields().elephant_captures_rat;
  return rules.rank(hunter) >= rules.rank(prey);
}

// By animal: the set of those it may take, and of those that may take it; both sides have the same.
struct Diet {
  std::array<std::uint8_t, kAnimals> prey{};
  std::array<std::uint8_t, kAnimals> hunters{};

  explicit Diet(const RuleSet& rules) {
    for (Animal hunter : kAllAnimals)
      for (Animal prey_animal : kAllAnimals)
        if (may_take(rules, hunter, prey_animal)) {
          prey[slot(hunter)] |= static_cast<std::uint8_t>(1U << slot(prey_animal));
          hunters[slot(prey_animal)] |= static_cast<std::uint8_t>(1U << slot(hunter));
        }
  }
};

Score side_material(const Diet& diet, unsigned own, unsigned enemy) {
  Score sum = 0;
  for (std::size_t i = 0; i < kAnimals; ++i) {
    if ((own >> i & 1) == 0) continue;
    sum += kBaseValue[i];
    for (std::size_t j = 0; j < kAnimals; ++j)
      if ((diet.prey[i] & enemy) >> j & 1) sum += kBaseValue[j] * kPreyShare / 100;
    const unsigned hunters = diet.hunters[i] & enemy;
    sum += hunters == 0 ? kUntouchable : -kHunterCost * std::popcount(hunters);
  }
  return sum;
}

// Moves from every square to Blue's den for an animal of Red on an empty board; kAdvance.size() where there
// is no way.
std::array<int, kSquares> moves_to_den(const RuleSet& rules, Animal animal) {
  constexpr int kNoWay = static_cast<int>(kAdvance.size()) - 1;
  std::array<int, kSquares> moves{};
  moves.fill(kNoWay);
  const Bitboard ground = (animal == Animal::kRat ? kAllSquares : kLand) & ~den(Side::kRed);
  Bitboard reached = den(Side::kBlue);
  Bitboard frontier = reached;
  for (int distance = 0; frontier.any(); ++distance) {
    for (Bitboard rest = frontier; rest.any();) moves[slot(rest.pop_first())] = std::min(distance, kNoWay);
    Bitboard next = neighbours(frontier);  // steps and leaps go back the way they came
    for (Bitboard rest = frontier; rest.any();)
      next |= leap_targets(Bitboard(rest.pop_first()), rules.column_leap_water(animal),
                           rules.row_leap_water(animal));
    frontier = next & ground & ~reached;
    reached |= frontier;
  }
  return moves;
}

// Squares within three steps of the den, as the crow flies.
constexpr Bitboard den_zone(Side side) {
  const Bitboard near = den(side) | traps(side);
  const Bitboard wider = near | neighbours(near);
  return wider | neighbours(wider);
}
constexpr std::array<Bitboard, 2> kDenZone = {den_zone(Side::kRed), den_zone(Side::kBlue)};

// What `side` gains from its attack on the enemy den.
Score attack(const Position& position, Side side) {
  const Bitboard zone = kDenZone[slot(!side)];
  const int surplus = (position.occupied(side) & zone).count() - (position.occupied(!side) & zone).count();
  Score score = kZoneSurplus[static_cast<std::size_t>(std::clamp(surplus, 0, 4))];
  if (safe_den_approaches(position, side).any()) score += kSafeApproach;
  return score;
}

}  // namespace

EvalTables::EvalTables(const RuleSet& rules) : material_(std::size_t{1} << (2 * kAnimals)) {
  fill_material(rules);
  fill_placement(rules);
}

void EvalTables::fill_material(const RuleSet& rules) {
  const Diet diet(rules);
  for (unsigned red = 0; red < 256; ++red)
    for (unsigned blue = 0; blue < 256; ++blue)
      material_[red << kAnimals | blue] =
          static_cast<std::int16_t>(side_material(diet, red, blue) - side_material(diet, blue, red));
}

void EvalTables::fill_placement(const RuleSet& rules) {
  for (Animal animal : kAllAnimals) {
    const std::array<int, kSquares> moves = moves_to_den(rules, animal);
    for (int i = 0; i < kSquares; ++i) {
      const Square square = square_from_index(i);
      Score score = kAdvance[static_cast<std::size_t>(moves[slot(square)])];
      if (animal == Animal::kRat && kWater.contains(square)) score += kRatInWater;
      placement_[slot(Side::kRed)][slot(animal)][slot(square)] = static_cast<std::int16_t>(score);
      placement_[slot(Side::kBlue)][slot(animal)][slot(turned(square))] = static_cast<std::int16_t>(score);
    }
  }
}

Score EvalTables::typical_value(Animal animal) { return kBaseValue[slot(animal)] * 3 / 2; }

EvalState EvalState::of(const Position& position, const EvalTables& tables) {
  EvalState state;
  for (Side side : kSides)
    for (Animal animal : kAllAnimals) {
      const Bitboard where = position.animal(side, animal);
      if (where.empty()) continue;
      const Score placement = tables.placement(side, animal, where.first());
      state.placement_for_red += side == Side::kRed ? placement : -placement;
      state.alive[slot(side)] |= static_cast<std::uint8_t>(1U << slot(animal));
    }
  return state;
}

void EvalState::move(Side side, Animal animal, Move move, const EvalTables& tables) {
  const Score gain = tables.placement(side, animal, move.to()) - tables.placement(side, animal, move.from());
  placement_for_red += side == Side::kRed ? gain : -gain;
}

void EvalState::take(Side side, Animal animal, Square square, const EvalTables& tables) {
  const Score loss = tables.placement(side, animal, square);
  placement_for_red -= side == Side::kRed ? loss : -loss;
  alive[slot(side)] &= static_cast<std::uint8_t>(~(1U << slot(animal)));
}

Score evaluate(const Position& position, const EvalState& state, const EvalTables& tables) {
  const Side us = position.side_to_move();
  const Score for_red = tables.material_for_red(state.alive[0], state.alive[1]) + state.placement_for_red;
  const Score score = (us == Side::kRed ? for_red : -for_red) + attack(position, us) - attack(position, !us);
  return std::clamp(score + kTempo, -kMaxEval, kMaxEval);
}

Score evaluate(const Position& position, const EvalTables& tables) {
  return evaluate(position, EvalState::of(position, tables), tables);
}

}  // namespace jungle::alphabeta
