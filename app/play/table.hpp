#pragma once
// A game between two at a table: what was played, what was taken back and may be played again, and how it
// ended when people end it before the board does.
//
//   Table table(Game(rules));
//   if (const Status played = table.play("g3g4"); !played) explain(played.error());
//   table.undo();
//   table.redo();
//   table.resign(Side::kRed);
//
// What it is not: it neither prints nor thinks, and does not know who sits where. Thread rule: compatible.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"

namespace jungle {

// How people end a game themselves.
enum class Settlement : std::uint8_t { kRedResigned, kBlueResigned, kDrawAgreed };

class Table {
 public:
  explicit Table(Game game) : game_(std::move(game)) {}

  const Game& game() const { return game_; }
  std::optional<Settlement> settlement() const { return settlement_; }
  bool is_over() const { return settlement_ || !game_.outcome().is_ongoing(); }
  std::string ending() const;  // "Red wins: den", "draw: agreed"; precondition: is_over()

  // Forgets what was taken back. Refuses what is no legal move, with the reason, and any move of a game that
  // is over.
  Status play(std::string_view text);
  void play(Move move);  // precondition: legal, and the game is not over

  int undoable() const { return game_.plies(); }
  int redoable() const { return static_cast<int>(undone_.size()); }
  // One ply. Precondition: undoable() > 0, and no settlement.
  void undo();
  void redo();    // precondition: redoable() > 0
  void reopen();  // takes a settlement back

  // Precondition of both: the game is not over.
  void resign(Side side);
  void agree_draw();
  void settle(Settlement settlement);

 private:
  Game game_;
  std::vector<Move> undone_;  // the next one last
  std::optional<Settlement> settlement_;
};

std::string capitalised(std::string_view word);  // "Red"

}  // namespace jungle
