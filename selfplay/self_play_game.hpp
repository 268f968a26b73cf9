#pragma once
// One self-play game as a machine that is fed finished searches: it decides how much to search, picks the
// move, records what training needs. It owns its random stream, named by (run seed, generation, game index),
// and knows nothing of threads, slots or other games: that is what makes games the same however they are
// scheduled.
//
//   SelfPlayGame game(plan, index);
//   do {
//     pool.start(slot, game.game(), game.next_search());
//     ... pool.step() until the slot has finished ...
//   } while (game.advance(pool.result(slot)));
//   records.push_back(std::move(game).take_record());
//
// Thread rule: hostile.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/util/random.hpp"
#include "search/mcts/pool.hpp"
#include "selfplay/data/game_record.hpp"
#include "selfplay/data/replay_buffer.hpp"
#include "selfplay/resignation.hpp"
#include "selfplay/schedule.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

// What all games of a generation share. A view: settings and window outlive the games, and do not change.
struct GamePlan {
  const TrainConfig* config = nullptr;
  std::vector<RuleSet> rules;  // one is drawn for each game; with this generation's length limit
  std::uint32_t generation = 0;
  VisitCounts visits = {};
  std::optional<double> resign_threshold = {};  // none: nobody resigns (resignation.hpp)
  const ReplayBuffer* window = nullptr;         // of earlier games, for games that begin there; null: none do
};
GamePlan make_game_plan(const TrainConfig& config, std::uint32_t generation);

class SelfPlayGame {
 public:
  // `plan` outlives the game.
  SelfPlayGame(const GamePlan& plan, std::uint32_t index);

  const Game& game() const { return record_.game; }

  // Draws the size of the next search. Precondition: the game is ongoing. Call once before each advance().
  PoolBudget next_search();

  // Records the search, plays a move. False when the game is over, be it that it was adjudicated or
  // given up: a game has at least one move of its own. In an opening by the net's policy nothing is recorded,
  // and a move that would end the game is not played.
  bool advance(const RootSummary& root);

  // Whether the teacher plays this game (selfplay/teacher.hpp): then follow() takes the place of
  // next_search() and advance().
  bool taught() const { return record_.taught; }
  // Records what the teacher decided, and plays it or, now and then, a random move. False when the game is
  // over.
  bool follow(const Decision& decision);

  GameRecord take_record() && { return std::move(record_); }

 private:
  void begin();
  void advance_opening(const RootSummary& root);
  bool resigns(const RootSummary& root);
  float temperature() const;
  std::size_t choose_move(const RootSummary& root);  // its index
  bool play(Move move);                              // false when the game is over

  const GamePlan& plan_;
  Rng rng_;
  GameRecord record_;
  int opening_plies_ = 0;
  ResignWatch watch_;
  int policy_plies_left_ = 0;  // of the opening by the net's policy
  bool full_search_ = false;
};

}  // namespace jungle
