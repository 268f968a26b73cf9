#include "selfplay/actor.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

namespace jungle {

namespace {

// The pool shares its memory among the slots; a game's share must not depend on how many there are.
MctsParams pool_params(const MctsParams& one_game, int slots) {
  MctsParams params = one_game;
  // Both options at their largest exceed an int; so much memory no machine has.
  params.memory_mb = static_cast<int>(
      std::min<std::int64_t>(std::int64_t{one_game.memory_mb} * slots, std::numeric_limits<int>::max()));
  return params;
}

}  // namespace

Actor::Actor(const GamePlan& plan, Evaluator& evaluator, int slots)
    : plan_(plan),
      pool_(evaluator, pool_params(plan.config->search, slots), slots),
      games_(static_cast<std::size_t>(slots)) {}

// The teacher's games are played on the spot.
bool Actor::claim(int slot, const Source& source, const Sink& sink, const std::stop_token& stop) {
  auto& game = games_[static_cast<std::size_t>(slot)];
  while (const std::optional<std::uint32_t> index = source()) {
    game.emplace(plan_, *index);
    if (!game->taught()) {
      pool_.forget(slot);  // nothing of the slot's last game may help or hinder this one
      search(slot);
      return true;
    }
    const auto began = std::chrono::steady_clock::now();
    if (!teacher_) teacher_.emplace(plan_.config->teacher);
    const bool played = teacher_->play(*game, stop);
    teacher_nanoseconds_ += std::chrono::nanoseconds(std::chrono::steady_clock::now() - began).count();
    if (!played) break;
    sink(std::move(*game).take_record());
  }
  game.reset();
  return false;
}

void Actor::search(int slot) {
  SelfPlayGame& game = *games_[static_cast<std::size_t>(slot)];
  pool_.start(slot, game.game(), game.next_search());
}

void Actor::run(const Source& source, const Sink& sink, const std::stop_token& stop) {
  int playing = 0;
  for (int slot = 0; slot < static_cast<int>(games_.size()); ++slot) {
    if (!claim(slot, source, sink, stop)) break;
    ++playing;
  }
  while (playing > 0 && !stop.stop_requested()) {
    for (const int slot : pool_.step()) {
      SelfPlayGame& game = *games_[static_cast<std::size_t>(slot)];
      if (game.advance(pool_.result(slot))) {
        search(slot);
        continue;
      }
      sink(std::move(game).take_record());
      if (!claim(slot, source, sink, stop)) --playing;
    }
  }
}

}  // namespace jungle
