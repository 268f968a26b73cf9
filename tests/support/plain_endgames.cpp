#include "tests/support/plain_endgames.hpp"

#include <algorithm>
#include <utility>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle::test {
namespace {

PackedPosition key_of(const Position& position) { return pack(position).without_clock(); }

}  // namespace

PlainEndgames::PlainEndgames(const RuleSet& rules, std::vector<Piece> pieces) : pieces_(std::move(pieces)) {
  place(0, PositionBuilder());
  list_successors(rules);
  iterate();
}

// Every piece on every square, or taken.
void PlainEndgames::place(std::size_t next, PositionBuilder builder) {
  if (next == pieces_.size()) {
    for (Side side : kSides) {
      if (const auto position = builder.side_to_move(side).build(); position) {
        numbers_.emplace(key_of(*position), static_cast<std::uint32_t>(positions_.size()));
        positions_.push_back(*position);
      }
    }
    return;
  }
  place(next + 1, builder);
  for (int square = 0; square < kSquares; ++square) {
    PositionBuilder with = builder;
    if (with.place(pieces_[next], square_from_index(square)).has_value()) place(next + 1, with);
  }
}

void PlainEndgames::list_successors(const RuleSet& rules) {
  entries_.resize(positions_.size());
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const Outcome outcome = board_outcome(positions_[i], rules);
    if (!outcome.is_ongoing()) {
      entries_[i].known = true;
      entries_[i].value = {.result_for_side_to_move = outcome.value_for(positions_[i].side_to_move()),
                           .plies = 0};
      continue;
    }
    MoveList moves;
    generate_legal(positions_[i], rules, moves);
    for (const Move move : moves)
      entries_[i].successors.push_back(numbers_.at(key_of(positions_[i].after(move, rules))));
  }
}

void PlainEndgames::iterate() {
  int rounds_without = 0;
  for (int plies = 1; rounds_without < 2; ++plies) {
    bool changed = false;
    for (Entry& entry : entries_)
      if (!entry.known) changed |= know(entry, plies);
    rounds_without = changed ? 0 : rounds_without + 1;
  }
}

// Whether the value of the position is one of so many plies, as far as those of less are known.
bool PlainEndgames::know(Entry& entry, int plies) const {
  bool all_lose = true;
  for (const std::uint32_t successor : entry.successors) {
    const Entry& after = entries_[successor];
    const bool before_this_round = after.known && after.value.plies < plies;
    const int result = before_this_round ? -after.value.result_for_side_to_move : 0;
    if (result > 0) {
      entry.value = {.result_for_side_to_move = 1, .plies = plies};
      return entry.known = true;
    }
    all_lose &= result < 0;
  }
  if (!all_lose) return false;
  entry.value = {.result_for_side_to_move = -1, .plies = plies};
  return entry.known = true;
}

std::optional<EndgameValue> PlainEndgames::probe(const Position& position) const {
  const auto number = numbers_.find(key_of(position));
  if (number == numbers_.end()) return std::nullopt;
  return entries_[number->second].value;
}

}  // namespace jungle::test
