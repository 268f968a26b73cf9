#pragma once
// The file of a ladder, ladder.sqlite: its settings, players, planned pairs and finished games. Every
// finished game is a transaction of its own that is on the disk before add_game() returns; a kill at any
// instant loses games in progress only, and none is counted twice, since pair and game number are the key.
//
//   Result<LadderStore> store = LadderStore::open("runs/big/ladder.sqlite", settings);
//   if (!store) return usage_error(store.error());
//   Result<std::vector<int>> ids = store->admit(players);
//   store->plan(pairs);
//   store->add_game(game);
//
// One process writes at a time (flock on the file; others read it with SQLite at any moment). Refused, with
// the file unchanged and a line that says why: one that another process uses, one that is no ladder or is
// damaged, another version, other settings, a player whose net has changed. A disk that refuses throws.
// Tables: docs/formats.md.
//
// Thread rule: hostile.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/util/result.hpp"
#include "selfplay/rating/pool_fit.hpp"
#include "selfplay/rating/sqlite.hpp"

namespace jungle {

// What decides which games are played: a store holds games of one such set. By name, e.g. "seed" -> "1".
using LadderSettings = std::map<std::string, std::string>;

struct LadderPlayer {
  std::string spec;      // also its name
  std::string net_hash;  // empty for a player without a net
};

struct LadderPair {
  std::int64_t id = 0;  // from 1, in the order of planning
  int round = 0;
  int first = 0;  // player ids; the first moves first in game 0 of the pair
  int second = 0;
  std::string start;    // position; empty: the rules' own
  std::string opening;  // moves from there, "g3g4 a7a6"
};

struct LadderGame {
  std::int64_t pair = 0;
  int game = 0;  // 0 or 1
  int half_points_of_first =
      0;                      // of the side that moved first in this game: the pair's second player in game 1
  std::string termination;    // reason of the end, or of the forfeit
  std::string forfeit;        // empty, or what the loser did
  std::string moves;          // after the opening
  std::int64_t first_ms = 0;  // thinking time
  std::int64_t second_ms = 0;
};

// All that a store holds, except the ratings of the last report.
struct LadderContents {
  LadderSettings settings;
  std::vector<LadderPlayer> players;   // by id
  std::vector<LadderPair> pairs;       // by id: the pair of a game is pairs[game.pair - 1]
  std::vector<LadderGame> games;       // by pair and game
  std::vector<RatedGame> rated_games;  // the same, as pool_fit.hpp wants them
};

class LadderStore {
 public:
  // Makes the file if it is missing.
  static Result<LadderStore> open(const std::filesystem::path& path, const LadderSettings& settings);
  // Also while another process writes. What would change the store throws, and a file that is missing is not
  // made. (SQLite itself may tidy up its log, what a killed process left of it: see sqlite.cpp.)
  static Result<LadderStore> open_to_read(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  LadderSettings settings();

  // Ids of these players, in their order; the ones that are new are added. Ids begin at 0.
  Result<std::vector<int>> admit(std::span<const LadderPlayer> players);
  std::vector<LadderPlayer> players();  // by id

  void plan(std::span<const LadderPair> pairs);            // all or none
  void add_game(const LadderGame& game);                   // throws when it is there already
  void save_ratings(std::span<const PoolRating> ratings);  // by id; replaces those before

  // Of one instant, while another process may write. The single reads below, one after another, are not: a
  // game may be of a pair that was not there yet when the pairs were read.
  LadderContents contents();

  std::vector<LadderPair> pairs();                    // by id
  std::vector<LadderGame> games();                    // by pair and game
  std::set<std::pair<std::int64_t, int>> finished();  // pair and game of each
  std::vector<RatedGame> rated_games();               // the same, as pool_fit.hpp wants them

 private:
  class FileLock;
  LadderStore(std::filesystem::path path, std::shared_ptr<FileLock> lock);
  static Result<LadderStore> open_file(const std::filesystem::path& path, bool alone);
  Status check();
  void create(const LadderSettings& settings);
  Status check_settings(const LadderSettings& settings);

  std::filesystem::path path_;
  std::shared_ptr<FileLock> lock_;  // given up after the database is closed
  std::unique_ptr<Database> database_;
};

}  // namespace jungle
