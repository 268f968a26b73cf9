#include "search/alphabeta/line.hpp"

#include <algorithm>

#include "core/geometry.hpp"
#include "core/movegen.hpp"
#include "core/util/random.hpp"

namespace jungle::alphabeta {

Line::Line(const Game& game, const EvalTables& tables, int near_limit)
    : rules_(game.rules()),
      tables_(tables),
      near_limit_(near_limit),
      game_plies_(game.plies()),
      frames_(kMaxPly + 1, Frame{game.position(), EvalState::of(game.position(), tables)}) {
  const int oldest = std::max(0, game.plies() - game.position().plies_since_capture());
  keys_.resize(static_cast<std::size_t>(game.plies() - oldest) + kMaxPly + 1);
  for (int ply = oldest; ply <= game.plies(); ++ply) {
    keys_[key_count_] = game.position_at(ply).key();
    remember_key(keys_[key_count_++]);
  }
  root_key_ = key_count_ - 1;
}

Score Line::evaluate() const {
  const Frame& frame = frames_[static_cast<std::size_t>(ply_)];
  JUNGLE_ASSERT(frame.eval == EvalState::of(frame.position, tables_));
  return alphabeta::evaluate(frame.position, frame.eval, tables_);
}

bool Line::ends_game(const OrderedMove& move) const {
  const Side them = !position().side_to_move();
  if (move.move.to() == den_square(them)) return true;
  return move.is_capture() && rules_.fields().capture_all == CaptureAll::kWin &&
         position().occupied(them).count() == 1;
}

void Line::push(const OrderedMove& move) {
  JUNGLE_ASSERT(ply_ < kMaxPly);
  const Frame& from = frames_[static_cast<std::size_t>(ply_)];
  Frame& to = frames_[static_cast<std::size_t>(ply_) + 1];
  const Side us = from.position.side_to_move();
  to.position = from.position.after(move.animal, move.move, rules_);
  to.eval = from.eval;
  to.eval.move(us, move.animal, move.move, tables_);
  if (move.is_capture()) to.eval.take(!us, move.taken(), move.move.to(), tables_);
  ++ply_;
  keys_[key_count_] = to.position.key();
  remember_key(keys_[key_count_++]);
}

int Line::plies_to_limit() const {
  return jungle::plies_to_limit(rules_, position().plies_since_capture(), game_plies_ + ply_);
}

bool Line::is_draw(Repeats repeats) const {
  if (is_repetition(repeats)) return true;
  return plies_to_limit() == 0 && count_legal(position(), rules_) > 0;
}

bool Line::is_repetition(Repeats repeats) const {
  const std::uint64_t key = position().key();
  if (filter_[key % kFilterSize] < 2) return false;
  const bool rule = rules_.fields().repetition == Repetition::kThirdIsDraw;
  const std::size_t now = key_count_ - 1;
  const std::size_t back = std::min(now, static_cast<std::size_t>(position().plies_since_capture()));
  int seen = 0;
  for (std::size_t distance = 4; distance <= back;
       distance += 2) {  // sooner than four plies no board comes again
    if (keys_[now - distance] != key) continue;
    if (repeats == Repeats::kAlsoTwiceInLine && now - distance > root_key_) return true;
    if (rule && ++seen == 2) return true;
  }
  return false;
}

bool Line::third_visit_is_near() const {
  // A board comes again after four plies at the soonest, a third time after eight: six before, two ahead.
  return position().plies_since_capture() >= 6 && stood_twice_up_to(key_count_ - 1);
}

bool Line::another_board_stood_twice() const { return key_count_ >= 2 && stood_twice_up_to(key_count_ - 2); }

bool Line::stood_twice_up_to(std::size_t last) const {
  const std::size_t now = key_count_ - 1;
  const std::size_t oldest = now - std::min(now, static_cast<std::size_t>(position().plies_since_capture()));
  if (rules_.fields().repetition != Repetition::kThirdIsDraw) return false;
  for (std::size_t later = oldest + 4; later <= last; ++later) {
    if (filter_[keys_[later] % kFilterSize] < 2) continue;
    for (std::size_t earlier = oldest; earlier + 4 <= later; ++earlier)
      if (keys_[earlier] == keys_[later]) return true;
  }
  return false;
}

std::uint64_t Line::table_key() const {
  const int plies = plies_to_limit();
  if (plies > near_limit_) return position().key();
  std::uint64_t state = static_cast<std::uint64_t>(plies) + 1;
  return position().key() ^ splitmix64(state);
}

}  // namespace jungle::alphabeta
