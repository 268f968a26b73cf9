#include "selfplay/start_position.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/geometry.hpp"
#include "core/packed_position.hpp"

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

// False when the move drawn would end the game: it is not played then.
bool play_random_move(Game& game, Rng& rng) {
  MoveList legal;
  game.legal_moves(legal);
  game.play(legal[static_cast<int>(rng.below(static_cast<std::uint64_t>(legal.size())))]);
  if (game.outcome().is_ongoing()) return true;
  game.undo();
  return false;
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
  for (int i = 0; i < plies && play_random_move(game, rng); ++i) {
  }
}

std::optional<Game> begin_at_earlier_position(const ReplayBuffer& window, std::span<const RuleSet> rules,
                                              Rng& rng) {
  if (window.size() == 0) return std::nullopt;
  const SampleRef sample =
      window[static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(window.size())))];
  const SampleColumns& columns = sample.shard->samples;
  const RuleSet& played = sample.shard->rule_sets[columns.rule_set[sample.row]];
  const auto same_rules = [&](const RuleSet& candidate) {
    // The length limit may move from one generation to the next.
    return candidate == played.with_max_plies(candidate.fields().max_plies);
  };
  const auto found = std::ranges::find_if(rules, same_rules);
  const Result<Position> position = unpack(columns.position[sample.row]);
  if (found == rules.end() || !position) return std::nullopt;
  Game game(*found, *position);
  if (!game.outcome().is_ongoing()) return std::nullopt;
  play_random_move(game, rng);
  return game;
}

}  // namespace jungle
