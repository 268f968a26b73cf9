#pragma once
// One self-play thread: a search pool with a game in each slot. Games come from a source by index and go to a
// sink when they are over; the slot a game happens to get changes nothing about it.
//
//   Actor actor(plan, evaluator, slots);
//   actor.run([&] { return next_index(); }, [&](GameRecord record) { store(std::move(record)); }, stop);
//
// Thread rule: hostile; source and sink must be safe to call from several actors at once.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "search/mcts/pool.hpp"
#include "selfplay/self_play_game.hpp"
#include "selfplay/teacher.hpp"

namespace jungle {

class Actor {
 public:
  using Source =
      std::function<std::optional<std::uint32_t>()>;  // the next game to play, none when there are no more
  using Sink = std::function<void(GameRecord)>;

  // `plan` and `evaluator` outlive the actor. Precondition: 1 <= slots <= evaluator.max_batch().
  Actor(const GamePlan& plan, Evaluator& evaluator, int slots);

  // Plays until the source is dry and all games are over, or stop is requested; games in progress are dropped
  // then.
  void run(const Source& source, const Sink& sink, const std::stop_token& stop);

  const PoolTimes& times() const { return pool_.times(); }
  std::int64_t teacher_nanoseconds() const { return teacher_nanoseconds_; }  // in its games

 private:
  bool claim(int slot, const Source& source, const Sink& sink, const std::stop_token& stop);
  void search(int slot);

  const GamePlan& plan_;
  SearchPool pool_;
  std::optional<Teacher> teacher_;  // made for its first game
  std::int64_t teacher_nanoseconds_ = 0;
  std::vector<std::optional<SelfPlayGame>> games_;
};

}  // namespace jungle
