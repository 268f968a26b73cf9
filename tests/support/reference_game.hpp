#pragma once
// The rules once more, slow and plain, written from docs/rules.md alone: a mailbox board of 63 cells, copied
// by value; no bitboards, no tables, no hash keys. It shares only types and names with core (squares,
// animals, rule fields, outcomes). Tests compare core with it, and a benchmark takes its perft as the
// baseline, so it is compiled at -O2 whatever the build type.
//
//   reference::Board board = reference::Board::start(fields);
//   for (Move move : reference::legal_moves(board, fields)) visit(reference::after(board, move, fields));

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/move.hpp"
#include "core/piece.hpp"
#include "core/rules.hpp"
#include "core/square.hpp"

namespace jungle::reference {

struct Board {
  std::array<std::optional<Piece>, kSquares> cells{};
  Side side_to_move = Side::kRed;
  int plies_since_capture = 0;
  int full_move_number = 1;

  static Board start(const RuleFields& fields);
  static Board of(const Position& position);

  const std::optional<Piece>& at(Square square) const {
    return cells[static_cast<std::size_t>(index(square))];
  }
  std::optional<Piece>& at(Square square) { return cells[static_cast<std::size_t>(index(square))]; }

  // What repetition compares: the whole board and whose turn it is.
  bool same_board(const Board& other) const {
    return side_to_move == other.side_to_move && cells == other.cells;
  }
  std::string text() const;  // the text form of docs/rules.md
};

// Ordered by from-square, a1 to g9. Does not ask whether the game is over.
std::vector<Move> legal_moves(const Board& board, const RuleFields& fields);

// Precondition: the move is legal.
Board after(const Board& board, Move move, const RuleFields& fields);

// What the board alone says: den, capture_all, no_legal_move, ongoing. Draw rules are set aside.
Outcome board_outcome(const Board& board, const RuleFields& fields);

// A finished game counts 1 at the last ply and nothing below it. Plays every move, the last ply too.
std::uint64_t perft(const Board& board, const RuleFields& fields, int depth);

// A game with its draw rules. Compares whole boards to find repetitions.
class Game {
 public:
  Game(const RuleFields& fields, const Board& start) : fields_(fields), boards_{start} {}

  const Board& board() const { return boards_.back(); }
  Outcome outcome() const;
  int repetitions() const;                // how often the present board stood before
  std::vector<Move> legal_moves() const;  // none when the game is over
  void play(Move move) { boards_.push_back(after(board(), move, fields_)); }

 private:
  RuleFields fields_;
  std::vector<Board> boards_;
};

}  // namespace jungle::reference
