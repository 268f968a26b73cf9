#pragma once
// Anything that chooses moves: searches, the random player, programs that speak UCI.
//
//   std::unique_ptr<Player> player = ...;
//   Decision decision = player->choose_move(game, Limits{.visits = 400}, stop_token);
//   game.play(decision.move);

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/move.hpp"
#include "search/evaluator.hpp"
#include "search/forfeit.hpp"
#include "search/limits.hpp"

namespace jungle {

// One root move of a search, for analysis and policy targets. Values are for the side to move at the root.
struct RootMove {
  Move move = {};
  std::uint32_t visits = 0;
  float prior = 0;       // as the evaluator gave it, without noise
  float mean_value = 0;  // in [-1, 1]; meaningful when visits > 0
  int proven = 0;        // +1 proven win, -1 proven loss, 0 neither
  int plies_to_end = 0;  // of the game by this move, when proven
};

// One of the best lines of a search. Values are for the side to move at the root.
struct SearchLine {
  RootMove root;  // its first move
  Wdl wdl_for_side_to_move;
  float plies_left = 0;     // of the game; 0 when unknown
  std::vector<Move> moves;  // begins with root.move
};

struct Decision {
  Move move;                              // legal in the game's position
  Wdl wdl_for_side_to_move;               // the search's opinion; {0, 1, 0} from players that have none
  std::int64_t nodes = 0;                 // visits, or alpha-beta nodes
  int depth = 0;                          // reached; 0 where it means nothing
  float plies_left = 0;                   // 0 when unknown
  std::vector<Move> principal_variation;  // begins with `move` when not empty
  std::vector<RootMove> root_moves;       // best first; may be empty
  bool memory_full = false;               // the search ended early for want of memory
  std::optional<Forfeit> forfeit = {};    // the player loses the game by this; the rest means nothing then
  std::vector<SearchLine> lines;          // best first; as many as Reports asks for
};

// What a player tells of its search beyond its decision. Once warm, a search allocates for reports alone.
struct Reports {
  // How many lines a decision holds, fewer where fewer were searched; 0: none. Alpha-beta searches each of
  // them exactly, which takes as many times as long as one; tree search knows them anyway.
  int lines = 0;

  // Called while the search goes on, with what it would decide at that moment: by tree search when its visits
  // have doubled or a quarter of a second has passed, by alpha-beta after each depth. It runs on the thread
  // that called choose_move(), which waits for it. May be empty.
  std::function<void(const Decision&)> on_report;
};

// Thread rule: hostile. A player may keep what it learned of a game between calls (tree, table): new_game()
// forgets it.
class Player {
 public:
  virtual ~Player() = default;

  // Precondition: the game is ongoing. Returns soon after `stop` is requested, always with a legal move or a
  // forfeit.
  virtual Decision choose_move(const Game& game, const Limits& limits, std::stop_token stop) = 0;
  virtual void new_game() {}

  // Starts what the player needs for its moves, outside of its thinking time; whoever keeps time calls it
  // after new_game(). What fails here is the forfeit of the next choose_move().
  virtual void get_ready(const std::stop_token& /*stop*/) {}

  // For all searches from here on. Players that don't search have nothing to report.
  virtual void set_reports(const Reports& /*reports*/) {}

  // Names the stream of the player's random choices from here on (core/util/random.hpp); players without any
  // ignore it. A match calls it before each game, so that games don't depend on which thread plays them.
  virtual void set_seed(std::uint64_t /*seed*/) {}
  virtual std::string name() const = 0;  // the spec it was made from, e.g. "ab:depth=6"
};

}  // namespace jungle
