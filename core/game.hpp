#pragma once
// How games end, and a game in progress: rule set, position, history.
//
//   Game game(rules);
//   game.play(move);                       // precondition: legal
//   if (!game.outcome().is_ongoing()) ...
//
// Order of checks after a move: den, animals left, legal moves of the side to move, repetition, no-capture
// limit, length. A win beats a draw rule. A position given with its clock at the limit is drawn unless it is
// won. Thread rule: compatible (const calls may run together).

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

enum class GameResult : std::uint8_t { kOngoing, kRed, kBlue, kDraw };
enum class EndReason : std::uint8_t {
  kNone,
  kDen,
  kCaptureAll,
  kNoLegalMove,
  kRepetition,
  kNoCapture,
  kLength
};
inline constexpr int kEndReasons = 7;

struct Outcome {
  GameResult result = GameResult::kOngoing;
  EndReason reason = EndReason::kNone;

  bool is_ongoing() const { return result == GameResult::kOngoing; }
  bool is_draw() const { return result == GameResult::kDraw; }
  bool is_win_for(Side side) const {
    return result == (side == Side::kRed ? GameResult::kRed : GameResult::kBlue);
  }
  // +1, 0, -1; precondition: not ongoing.
  int value_for(Side side) const { return is_draw() ? 0 : is_win_for(side) ? 1 : -1; }
  bool operator==(const Outcome&) const = default;
};

Outcome win_for(Side side, EndReason reason);
std::string_view to_string(GameResult result);  // ongoing red blue draw
// none den capture_all no_legal_move repetition no_capture length
std::string_view to_string(EndReason reason);

// What the board alone says: den, capture_all, no_legal_move, or ongoing. Draw rules are set aside.
Outcome board_outcome(const Position& position, const RuleSet& rules);
// The same without the generator's work: den and capture_all only.
Outcome board_outcome_but_moves(const Position& position, const RuleSet& rules);
// What befalls a side to move that has no legal move.
Outcome no_move_outcome(const Position& position, const RuleSet& rules);
// What the draw rules say of a board that goes on: repetition, no_capture, length, or ongoing. `repetitions`:
// how often the board stood before; `plies`: played in the game.
Outcome draw_outcome(const RuleSet& rules, int repetitions, int plies_since_capture, int plies);
// Until the no-capture limit or the length ends the game, 0 where one is reached; kMaxPlyLimit where there is
// none.
inline int plies_to_limit(const RuleSet& rules, int plies_since_capture, int plies) {
  const RuleFields& fields = rules.fields();
  int left = kMaxPlyLimit;
  if (fields.no_capture_draw_plies > 0)
    left = std::min(left, fields.no_capture_draw_plies - plies_since_capture);
  if (fields.max_plies > 0) left = std::min(left, fields.max_plies - plies);
  return std::max(left, 0);
}

class Game {
 public:
  explicit Game(const RuleSet& rules) : Game(rules, Position::start(rules)) {}
  Game(const RuleSet& rules, const Position& position);

  const RuleSet& rules() const { return rules_; }
  const Position& position() const { return positions_.back(); }
  const Position& start_position() const { return positions_.front(); }
  Side side_to_move() const { return position().side_to_move(); }
  Outcome outcome() const { return outcomes_.back(); }

  int plies() const { return static_cast<int>(moves_.size()); }  // played in this game; what max_plies counts
  const std::vector<Move>& moves() const { return moves_; }
  const Position& position_at(int ply) const { return positions_[static_cast<std::size_t>(ply)]; }

  // How often the present board, with this side to move, stood before in this game: 0 for the first time.
  int repetitions() const { return repetitions_.back(); }

  // Fills `moves`; none when the game is over.
  void legal_moves(MoveList& moves) const;

  // Precondition: the game is ongoing and the move legal.
  void play(Move move);
  // Takes the last move back. Precondition: plies() > 0.
  void undo();

  // Room for this many more plies without allocation (searches call it once, then play and undo freely).
  void reserve(int more_plies);

 private:
  void push(const Position& position);
  int count_repetitions(const Position& position) const;
  Outcome decide(const Position& position, int repetitions) const;

  RuleSet rules_;
  std::vector<Position> positions_;
  std::vector<std::uint64_t> keys_;  // of positions_, packed: repetition scans this alone
  std::vector<Move> moves_;
  std::vector<Outcome> outcomes_;
  std::vector<std::uint8_t> repetitions_;  // saturates at 255
};

}  // namespace jungle
