#include "core/game.hpp"

#include <array>

#include "core/movegen.hpp"

namespace jungle {

Outcome win_for(Side side, EndReason reason) {
  return {side == Side::kRed ? GameResult::kRed : GameResult::kBlue, reason};
}

std::string_view to_string(GameResult result) {
  constexpr std::array<std::string_view, 4> kWords = {"ongoing", "red", "blue", "draw"};
  return kWords[static_cast<std::size_t>(result)];
}

std::string_view to_string(EndReason reason) {
  constexpr std::array<std::string_view, kEndReasons> kWords = {
      "none", "den", "capture_all", "no_legal_move", "repetition", "no_capture", "length"};
  return kWords[static_cast<std::size_t>(reason)];
}

Outcome board_outcome_but_moves(const Position& position, const RuleSet& rules) {
  for (Side side : kSides)
    if ((position.occupied(side) & den(!side)).any()) return win_for(side, EndReason::kDen);
  if (rules.fields().capture_all == CaptureAll::kWin)
    for (Side side : kSides)
      if (position.occupied(side).empty()) return win_for(!side, EndReason::kCaptureAll);
  return {};
}

Outcome board_outcome(const Position& position, const RuleSet& rules) {
  const Outcome outcome = board_outcome_but_moves(position, rules);
  if (!outcome.is_ongoing() || count_legal(position, rules) > 0) return outcome;
  return no_move_outcome(position, rules);
}

Outcome no_move_outcome(const Position& position, const RuleSet& rules) {
  if (rules.fields().no_move == NoMove::kDraw) return {GameResult::kDraw, EndReason::kNoLegalMove};
  return win_for(!position.side_to_move(), EndReason::kNoLegalMove);
}

Outcome draw_outcome(const RuleSet& rules, int repetitions, int plies_since_capture, int plies) {
  const RuleFields& fields = rules.fields();
  const auto draw = [](EndReason reason) { return Outcome{GameResult::kDraw, reason}; };
  if (fields.repetition == Repetition::kThirdIsDraw && repetitions >= 2) return draw(EndReason::kRepetition);
  if (fields.no_capture_draw_plies > 0 && plies_since_capture >= fields.no_capture_draw_plies)
    return draw(EndReason::kNoCapture);
  if (fields.max_plies > 0 && plies >= fields.max_plies) return draw(EndReason::kLength);
  return {};
}

Game::Game(const RuleSet& rules, const Position& position) : rules_(rules) { push(position); }

void Game::legal_moves(MoveList& moves) const {
  if (outcome().is_ongoing()) {
    generate_legal(position(), rules_, moves);
  } else {
    moves.clear();
  }
}

void Game::play(Move move) {
  JUNGLE_ASSERT(outcome().is_ongoing());
  JUNGLE_ASSERT(is_legal(position(), rules_, move));
  moves_.push_back(move);
  push(position().after(move, rules_));
}

void Game::undo() {
  JUNGLE_CHECK(!moves_.empty());
  moves_.pop_back();
  positions_.pop_back();
  keys_.pop_back();
  outcomes_.pop_back();
  repetitions_.pop_back();
}

void Game::reserve(int more_plies) {
  const std::size_t plies = moves_.size() + static_cast<std::size_t>(more_plies);
  moves_.reserve(plies);
  positions_.reserve(plies + 1);
  keys_.reserve(plies + 1);
  outcomes_.reserve(plies + 1);
  repetitions_.reserve(plies + 1);
}

void Game::push(const Position& position) {
  const int repetitions = count_repetitions(position);
  positions_.push_back(position);
  keys_.push_back(position.key());
  repetitions_.push_back(static_cast<std::uint8_t>(repetitions < 255 ? repetitions : 255));
  outcomes_.push_back(decide(position, repetitions));
}

// Called before the position joins the history. A capture can't be undone, so boards before the last one
// can't come again; and only every second board has this side to move.
int Game::count_repetitions(const Position& position) const {
  const auto played = static_cast<int>(keys_.size());
  const int oldest = played - position.plies_since_capture();
  int count = 0;
  for (int i = played - 2; i >= 0 && i >= oldest; i -= 2)
    if (keys_[static_cast<std::size_t>(i)] == position.key() &&
        positions_[static_cast<std::size_t>(i)].same_board(position))
      ++count;
  return count;
}

Outcome Game::decide(const Position& position, int repetitions) const {
  const Outcome outcome = board_outcome(position, rules_);
  return outcome.is_ongoing() ? draw_outcome(rules_, repetitions, position.plies_since_capture(), plies())
                              : outcome;
}

}  // namespace jungle
