#include "tests/support/reference_game.hpp"

#include <string_view>

namespace jungle::reference {
namespace {

struct Offset {
  int columns;
  int rows;
};
constexpr Offset kOffsets[] = {{0, 1}, {0, -1}, {-1, 0}, {1, 0}};

bool on_board(int column, int row) { return column >= 0 && column < 7 && row >= 0 && row < 9; }

bool is_water(int column, int row) {
  const bool river_rows = row >= 3 && row <= 5;
  const bool river_columns = column == 1 || column == 2 || column == 4 || column == 5;
  return river_rows && river_columns;
}
bool is_water(Square square) { return is_water(column(square), row(square)); }

bool is_den_of(Side side, Square square) {
  return column(square) == 3 && row(square) == (side == Side::kRed ? 0 : 8);
}

bool is_trap_of(Side side, Square square) {
  const int den_row = side == Side::kRed ? 0 : 8;
  const int row_before_den = side == Side::kRed ? 1 : 7;
  if (row(square) == den_row) return column(square) == 2 || column(square) == 4;
  return row(square) == row_before_den && column(square) == 3;
}

int rank_of(Animal animal, const RuleFields& fields) {
  switch (animal) {
    case Animal::kRat:
      return 1;
    case Animal::kCat:
      return 2;
    case Animal::kDog:
      return fields.dog_over_wolf ? 4 : 3;
    case Animal::kWolf:
      return fields.dog_over_wolf ? 3 : 4;
    case Animal::kLeopard:
      return 5;
    case Animal::kTiger:
      return 6;
    case Animal::kLion:
      return 7;
    case Animal::kElephant:
      return 8;
  }
  return 0;
}

// Whether an animal of `side` standing there has rank 0.
bool is_trapped(Side side, Square square, const RuleFields& fields) {
  if (is_trap_of(!side, square)) return true;
  return fields.trap_scope == TrapScope::kEveryone && is_trap_of(side, square);
}

bool may_capture(Piece attacker, Square from, Piece victim, Square to, const RuleFields& fields) {
  if (is_trapped(attacker.side, from, fields) && fields.trapped_attack == TrappedAttack::kNone) return false;
  if (is_water(from) != is_water(to)) {
    const bool two_rats = attacker.animal == Animal::kRat && victim.animal == Animal::kRat;
    return two_rats && fields.rat_bank_capture == RatBankCapture::kRats;
  }
  if (is_trapped(victim.side, to, fields)) return true;
  if (attacker.animal == Animal::kRat && victim.animal == Animal::kElephant) return true;
  if (attacker.animal == Animal::kElephant && victim.animal == Animal::kRat)
    return fields.elephant_captures_rat;
  return rank_of(attacker.animal, fields) >= rank_of(victim.animal, fields);
}

bool leaps(Animal animal, Offset offset, const RuleFields& fields) {
  if (animal != Animal::kTiger && animal != Animal::kLion) return false;
  const Jump jump = animal == Animal::kTiger ? fields.tiger_jump : fields.lion_jump;
  if (jump == Jump::kAlongRows) return offset.rows == 0;
  if (jump == Jump::kAlongColumns) return offset.columns == 0;
  return true;
}

// Where the mover ends when it goes that way: the next square, or the far bank for a leap; nothing when the
// way is closed.
std::optional<Square> destination(const Board& board, Piece mover, Square from, Offset offset,
                                  const RuleFields& fields) {
  int to_column = column(from) + offset.columns;
  int to_row = row(from) + offset.rows;
  if (!on_board(to_column, to_row)) return std::nullopt;
  if (is_water(to_column, to_row) && mover.animal != Animal::kRat) {
    if (!leaps(mover.animal, offset, fields)) return std::nullopt;
    while (is_water(to_column, to_row)) {
      const std::optional<Piece>& swimmer = board.at(square_at(to_column, to_row));
      if (swimmer && (fields.jump_blockers == JumpBlockers::kAnyRat || swimmer->side != mover.side))
        return std::nullopt;
      to_column += offset.columns;
      to_row += offset.rows;
    }
  }
  return square_at(to_column, to_row);
}

bool has_animals(const Board& board, Side side) {
  for (const std::optional<Piece>& cell : board.cells)
    if (cell && cell->side == side) return true;
  return false;
}

// Den and capture_all: the endings that need no move generation.
Outcome outcome_but_moves(const Board& board, const RuleFields& fields) {
  for (Side side : kSides) {
    const std::optional<Piece>& guest = board.at(square_at(3, side == Side::kRed ? 8 : 0));
    if (guest && guest->side == side) return win_for(side, EndReason::kDen);
  }
  if (fields.capture_all == CaptureAll::kWin) {
    for (Side side : kSides)
      if (!has_animals(board, !side)) return win_for(side, EndReason::kCaptureAll);
  }
  return {};
}

Outcome no_move_outcome(Side side_to_move, const RuleFields& fields) {
  if (fields.no_move == NoMove::kDraw) return {GameResult::kDraw, EndReason::kNoLegalMove};
  return win_for(!side_to_move, EndReason::kNoLegalMove);
}

char letter(Piece piece) {
  constexpr std::string_view kRed = "RCDWPTLE";
  constexpr std::string_view kBlue = "rcdwptle";
  return (piece.side == Side::kRed ? kRed : kBlue)[static_cast<std::size_t>(index(piece.animal))];
}

}  // namespace

Board Board::start(const RuleFields& fields) {
  struct Placed {
    Animal animal;
    int column;
    int row;
  };
  constexpr Placed kRedLayout[] = {{Animal::kTiger, 0, 0},   {Animal::kLion, 6, 0},     {Animal::kCat, 1, 1},
                                   {Animal::kDog, 5, 1},     {Animal::kElephant, 0, 2}, {Animal::kWolf, 2, 2},
                                   {Animal::kLeopard, 4, 2}, {Animal::kRat, 6, 2}};
  Board board;
  for (const Placed& placed : kRedLayout) {
    board.at(square_at(placed.column, placed.row)) = Piece{Side::kRed, placed.animal};
    board.at(square_at(6 - placed.column, 8 - placed.row)) = Piece{Side::kBlue, placed.animal};
  }
  board.side_to_move = fields.first_side;
  return board;
}

Board Board::of(const Position& position) {
  Board board;
  for (int i = 0; i < kSquares; ++i) board.at(square_from_index(i)) = position.piece_at(square_from_index(i));
  board.side_to_move = position.side_to_move();
  board.plies_since_capture = position.plies_since_capture();
  board.full_move_number = position.full_move_number();
  return board;
}

std::string Board::text() const {
  std::string text;
  for (int row = 8; row >= 0; --row) {
    int gap = 0;
    for (int column = 0; column < 7; ++column) {
      const std::optional<Piece>& cell = at(square_at(column, row));
      if (!cell) {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
      text += letter(*cell);
    }
    if (gap > 0) text += std::to_string(gap);
    text += row > 0 ? "/" : "";
  }
  text += side_to_move == Side::kRed ? " r " : " b ";
  return text + std::to_string(plies_since_capture) + " " + std::to_string(full_move_number);
}

std::vector<Move> legal_moves(const Board& board, const RuleFields& fields) {
  std::vector<Move> moves;
  moves.reserve(kMaxMoves);
  for (int i = 0; i < kSquares; ++i) {
    const Square from = square_from_index(i);
    const std::optional<Piece>& mover = board.at(from);
    if (!mover || mover->side != board.side_to_move) continue;
    for (Offset offset : kOffsets) {
      const std::optional<Square> to = destination(board, *mover, from, offset, fields);
      if (!to || is_den_of(mover->side, *to)) continue;
      const std::optional<Piece>& target = board.at(*to);
      if (target && (target->side == mover->side || !may_capture(*mover, from, *target, *to, fields)))
        continue;
      moves.emplace_back(from, *to);
    }
  }
  return moves;
}

Board after(const Board& board, Move move, const RuleFields& fields) {
  Board next = board;
  const bool capture = board.at(move.to()).has_value();
  next.at(move.to()) = board.at(move.from());
  next.at(move.from()).reset();
  next.plies_since_capture = capture ? 0 : board.plies_since_capture + 1;
  if (board.side_to_move != fields.first_side) ++next.full_move_number;
  next.side_to_move = !board.side_to_move;
  return next;
}

Outcome board_outcome(const Board& board, const RuleFields& fields) {
  const Outcome outcome = outcome_but_moves(board, fields);
  if (!outcome.is_ongoing()) return outcome;
  if (legal_moves(board, fields).empty()) return no_move_outcome(board.side_to_move, fields);
  return {};
}

std::uint64_t perft(const Board& board, const RuleFields& fields, int depth) {
  if (depth == 0) return 1;
  if (!outcome_but_moves(board, fields).is_ongoing()) return 0;
  std::uint64_t nodes = 0;
  for (Move move : legal_moves(board, fields)) nodes += perft(after(board, move, fields), fields, depth - 1);
  return nodes;
}

Outcome Game::outcome() const {
  const Outcome outcome = board_outcome(board(), fields_);
  if (!outcome.is_ongoing()) return outcome;
  if (fields_.repetition == Repetition::kThirdIsDraw && repetitions() >= 2)
    return {GameResult::kDraw, EndReason::kRepetition};
  if (fields_.no_capture_draw_plies > 0 && board().plies_since_capture >= fields_.no_capture_draw_plies)
    return {GameResult::kDraw, EndReason::kNoCapture};
  const int plies = static_cast<int>(boards_.size()) - 1;
  if (fields_.max_plies > 0 && plies >= fields_.max_plies) return {GameResult::kDraw, EndReason::kLength};
  return {};
}

int Game::repetitions() const {
  int count = 0;
  for (std::size_t i = 0; i + 1 < boards_.size(); ++i)
    if (boards_[i].same_board(board())) ++count;
  return count;
}

std::vector<Move> Game::legal_moves() const {
  if (!outcome().is_ongoing()) return {};
  return reference::legal_moves(board(), fields_);
}

}  // namespace jungle::reference
