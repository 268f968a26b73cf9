#include "search/mcts/line.hpp"

#include <algorithm>

#include "core/movegen.hpp"

namespace jungle {

void DescentLine::start(const Game& game) {
  game_ = game;
  positions_.clear();
  positions_.reserve(kReservedPlies + 1);
  positions_.push_back(game.position());
  const int oldest = std::max(0, game.plies() - game.position().plies_since_capture());
  root_key_ = static_cast<std::size_t>(game.plies() - oldest);
  keys_.clear();
  keys_.reserve(root_key_ + 1 + kReservedPlies);
  for (int ply = oldest; ply <= game.plies(); ++ply) keys_.push_back(game.position_at(ply).key());
  root_stood_twice_.reset();
}

void DescentLine::play(Animal animal, Move move) {
  positions_.push_back(position().after(animal, move, rules()));
  keys_.push_back(position().key());
}

void DescentLine::rewind() {
  positions_.erase(positions_.begin() + 1, positions_.end());
  keys_.resize(root_key_ + 1);
}

DescentLine::Judgement DescentLine::judge(MoveList& legal_moves) const {
  const Outcome on_board = board_outcome_but_moves(position(), rules());
  if (!on_board.is_ongoing()) return {on_board, 0};
  generate_legal(position(), rules(), legal_moves);
  if (legal_moves.empty()) return {no_move_outcome(position(), rules()), 0};
  const int repeated = repetitions();
  return {draw_outcome(rules(), repeated, position().plies_since_capture(), plies()), repeated};
}

// As Game counts: boards before the last capture can't come again, every second one has this side to move.
int DescentLine::repetitions() const {
  const std::size_t now = keys_.size() - 1;
  const std::size_t back = std::min(now, static_cast<std::size_t>(position().plies_since_capture()));
  int count = 0;
  for (std::size_t distance = 2; distance <= back; distance += 2)
    if (keys_[now - distance] == keys_[now] && position_of_key(now - distance).same_board(position()))
      ++count;
  return std::min(count, 255);
}

// By keys alone: two boards with one key would be taken for one that stood twice, which errs on the safe
// side.
bool DescentLine::came_before(std::size_t index, std::size_t oldest) const {
  for (std::size_t distance = 4; distance + oldest <= index; distance += 2)
    if (keys_[index - distance] == keys_[index]) return true;
  return false;
}

bool DescentLine::root_stood_twice() const {
  if (!root_stood_twice_) {
    root_stood_twice_ = false;
    for (std::size_t i = 0; i <= root_key_ && !*root_stood_twice_; ++i) root_stood_twice_ = came_before(i, 0);
  }
  return *root_stood_twice_;
}

bool DescentLine::another_board_stood_twice() const {
  if (rules().fields().repetition != Repetition::kThirdIsDraw) return false;
  const std::size_t now = keys_.size() - 1;
  const std::size_t oldest = now - std::min(now, static_cast<std::size_t>(position().plies_since_capture()));
  if (oldest <= root_key_ && root_stood_twice()) return true;
  for (std::size_t i = std::max(root_key_, oldest) + 1; i < now; ++i)
    if (came_before(i, oldest)) return true;
  return false;
}

const Position& DescentLine::position_of_key(std::size_t index) const {
  if (index >= root_key_) return positions_[index - root_key_];
  return game_->position_at(game_->plies() - static_cast<int>(root_key_ - index));
}

}  // namespace jungle
