#include "selfplay/truth/truth_sample.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/util/check.hpp"
#include "core/util/random.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kSampleSeed = 0x7275746873ULL;  // any number; a changed one is another sample
constexpr std::size_t kPieces = std::size_t{2} * kAnimals;

using Pieces = std::array<Piece, kPieces>;

Pieces all_pieces() {
  Pieces pieces{};
  for (std::size_t i = 0; i < kPieces; ++i) pieces[i] = {kSides[i / kAnimals], kAllAnimals[i % kAnimals]};
  return pieces;
}

// Evenly from the sets in which both sides have an animal: the first `animals` of `pieces` are it.
void draw_material(Pieces& pieces, std::size_t animals, Rng& rng) {
  const auto is_red = [](const Piece& piece) { return piece.side == Side::kRed; };
  for (;;) {
    for (std::size_t i = 0; i < animals; ++i)
      std::swap(pieces[i], pieces[i + rng.below(static_cast<std::uint64_t>(kPieces - i))]);
    const auto red = static_cast<std::size_t>(
        std::count_if(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(animals), is_red));
    if (red > 0 && red < animals) return;
  }
}

// Evenly from all ways to put them anywhere; none when the rules of the board forbid this one.
std::optional<Position> draw_placement(std::span<const Piece> material, Rng& rng) {
  PositionBuilder builder;
  bool allowed = true;
  for (const Piece& piece : material) {
    const Square square = square_from_index(static_cast<int>(rng.below(kSquares)));
    if (!builder.place(piece, square)) allowed = false;  // the numbers drawn don't depend on it
  }
  builder.side_to_move(kSides[rng.below(2)]);
  const Result<Position> position = builder.build();
  if (!allowed || !position) return std::nullopt;
  return *position;
}

}  // namespace

std::vector<Position> truth_sample(const RuleSet& rules, int animals, int count) {
  JUNGLE_CHECK(animals >= 2 && animals <= static_cast<int>(kPieces) && count >= 0);
  Rng rng({kSampleSeed, static_cast<std::uint64_t>(animals)});
  Pieces pieces = all_pieces();
  const auto size = static_cast<std::size_t>(animals);
  std::vector<Position> sample;
  sample.reserve(static_cast<std::size_t>(count));
  while (sample.size() < static_cast<std::size_t>(count)) {
    draw_material(pieces, size, rng);
    for (bool found = false; !found;) {
      const std::optional<Position> position = draw_placement(std::span(pieces).first(size), rng);
      found = position && board_outcome(*position, rules).is_ongoing() && count_legal(*position, rules) >= 2;
      if (found) sample.push_back(*position);
    }
  }
  return sample;
}

}  // namespace jungle
