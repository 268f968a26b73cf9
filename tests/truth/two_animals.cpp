#include "tests/truth/two_animals.hpp"

#include <algorithm>
#include <optional>

#include "core/game.hpp"
#include "core/movegen.hpp"

namespace jungle::test {
namespace {

constexpr std::size_t kEntries = std::size_t{kAnimals} * kAnimals * kSquares * kSquares * 2;

// What a move leads to: another entry, or the end of the game with this result for the side to move there.
struct Successor {
  std::size_t entry = 0;
  std::optional<int> result;
};

std::optional<Position> position_of(std::size_t entry) {
  const auto part = [&entry](std::size_t size) {
    const std::size_t value = entry % size;
    entry /= size;
    return static_cast<int>(value);
  };
  PositionBuilder builder;
  builder.side_to_move(kSides[static_cast<std::size_t>(part(2))]);
  for (const Side side : {Side::kBlue, Side::kRed}) {
    const Square square = square_from_index(part(kSquares));
    const Animal animal = kAllAnimals[static_cast<std::size_t>(part(kAnimals))];
    if (!builder.place({side, animal}, square)) return std::nullopt;
  }
  const Result<Position> position = builder.build();
  if (!position) return std::nullopt;
  return *position;
}

// Precondition: one animal a side.
std::size_t entry_of(const Position& position) {
  std::size_t entry = 0;
  for (const Side side : kSides) {
    const Square square = position.occupied(side).first();
    entry = entry * kAnimals + static_cast<std::size_t>(index(position.piece_at(square)->animal));
    entry = entry * kSquares + static_cast<std::size_t>(index(square));
  }
  return entry * 2 + static_cast<std::size_t>(index(position.side_to_move()));
}

std::vector<Successor> successors_of(const Position& position, const RuleSet& rules) {
  std::vector<Successor> successors;
  MoveList moves;
  generate_legal(position, rules, moves);
  for (const Move move : moves) {
    const Position after = position.after(move, rules);
    const Outcome outcome = board_outcome(after, rules);
    if (outcome.is_ongoing())
      successors.push_back({.entry = entry_of(after), .result = {}});
    else
      successors.push_back({.entry = 0, .result = outcome.value_for(after.side_to_move())});
  }
  return successors;
}

}  // namespace

TwoAnimals::TwoAnimals(const RuleSet& rules) : values_(kEntries) {
  std::vector<std::size_t> open;  // not yet known to be won or lost
  std::vector<std::vector<Successor>> successors(kEntries);
  for (std::size_t entry = 0; entry < kEntries; ++entry) {
    const std::optional<Position> position = position_of(entry);
    if (!position) continue;
    const Outcome outcome = board_outcome(*position, rules);
    if (!outcome.is_ongoing()) {
      values_[entry].result_for_side_to_move = outcome.value_for(position->side_to_move());
      continue;
    }
    successors[entry] = successors_of(*position, rules);
    open.push_back(entry);
  }
  // In pass n, what is over in n plies: won if some move leads to a loss, lost if every move leads to a win.
  for (int plies = 1, found = 1; found > 0; ++plies) {
    std::vector<std::pair<std::size_t, int>> decided;
    for (const std::size_t entry : open) {
      const auto result_after = [this](const Successor& successor) {
        return successor.result.value_or(values_[successor.entry].result_for_side_to_move);
      };
      const auto& all = successors[entry];
      if (std::any_of(all.begin(), all.end(), [&](const Successor& s) { return result_after(s) < 0; }))
        decided.emplace_back(entry, 1);
      else if (std::all_of(all.begin(), all.end(), [&](const Successor& s) { return result_after(s) > 0; }))
        decided.emplace_back(entry, -1);
    }
    for (const auto& [entry, result] : decided)
      values_[entry] = {.result_for_side_to_move = result, .plies = plies};
    std::erase_if(open, [this](std::size_t entry) { return values_[entry].result_for_side_to_move != 0; });
    found = static_cast<int>(decided.size());
  }
}

std::optional<EndgameValue> TwoAnimals::probe(const Position& position) const {
  if (position.occupied(Side::kRed).count() != 1 || position.occupied(Side::kBlue).count() != 1)
    return std::nullopt;
  return values_[entry_of(position)];
}

}  // namespace jungle::test
