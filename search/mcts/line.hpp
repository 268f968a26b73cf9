#pragma once
// The way from a game's position down to a leaf. A Game judges every position it comes to; here only the last
// one is judged, since a descent passes through open nodes, where the game goes on.
//
//   DescentLine line;
//   line.start(game);
//   line.play(animal, move);  ...
//   const DescentLine::Judgement judgement = line.judge(legal_moves);
//   line.rewind();
//
// Judges as Game does. Allocates in start(), and once more for a line of more than kReservedPlies. Thread
// rule: hostile.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"

namespace jungle {

class DescentLine {
 public:
  static constexpr int kReservedPlies = 256;

  struct Judgement {
    Outcome outcome;
    int repetitions = 0;  // as Game::repetitions(); meaningful while the outcome is ongoing
  };

  void start(const Game& game);
  const RuleSet& rules() const { return game_->rules(); }
  const Position& position() const { return positions_.back(); }

  // Precondition: the move is legal and made by `animal`; the game goes on.
  void play(Animal animal, Move move);
  // Back to the game's position.
  void rewind();

  // Of the present position. Fills `legal_moves` when the game goes on.
  Judgement judge(MoveList& legal_moves) const;

  // Until the no-capture limit or the length ends the game; see core/game.hpp.
  int plies_to_limit() const {
    return jungle::plies_to_limit(rules(), position().plies_since_capture(), plies());
  }
  // Has a board other than the present one stood twice since the last capture, under a rule that draws at the
  // third time? Looks at every pair of boards of which one came after the game's position: not for every
  // node.
  bool another_board_stood_twice() const;

 private:
  int plies() const {
    return game_->plies() + static_cast<int>(positions_.size()) - 1;
  }  // of the game to here
  int repetitions() const;
  bool root_stood_twice() const;
  bool came_before(std::size_t index, std::size_t oldest) const;  // does the key, from `oldest` on
  const Position& position_of_key(std::size_t index) const;

  std::optional<Game> game_;
  std::vector<Position> positions_;  // game's first
  std::vector<std::uint64_t> keys_;  // of the game since its last capture, then of the moves played here
  std::size_t root_key_ = 0;         // index of the game's position in keys_
  // Whether a board up to the game's position stood twice; found out when first asked for.
  mutable std::optional<bool> root_stood_twice_;
};

}  // namespace jungle
