#include "selfplay/rating/ladder.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <memory>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "selfplay/rating/ladder_games.hpp"
#include "selfplay/rating/match.hpp"
#include "selfplay/rating/pool_fit.hpp"
#include "tests/rating/test_players.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

using test::forfeiting_contestant;
using test::greedy_contestant;
using test::random_contestant;

const LadderSettings kSettings = {{"seed", "1"}};

// A store in a folder of its own.
class TemporaryStore {
 public:
  TemporaryStore() {
    std::string name = fs::temp_directory_path() / "jungle-ladder-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    reopen();
  }
  TemporaryStore(const TemporaryStore&) = delete;
  TemporaryStore& operator=(const TemporaryStore&) = delete;
  ~TemporaryStore() {
    store_.reset();
    fs::remove_all(folder_);
  }
  void reopen() {
    store_.reset();
    store_ = std::make_unique<LadderStore>(*LadderStore::open(folder_ / "ladder.sqlite", kSettings));
  }
  LadderStore& operator*() { return *store_; }
  LadderStore* operator->() { return store_.get(); }

 private:
  fs::path folder_;
  std::unique_ptr<LadderStore> store_;
};

std::vector<Contestant> pool() { return {random_contestant(), greedy_contestant(), random_contestant()}; }

LadderConfig config_for(LadderStore& store, int concurrency = 1) {
  const std::vector<LadderPlayer> players = {{.spec = "random", .net_hash = ""},
                                             {.spec = "greedy", .net_hash = ""},
                                             {.spec = "another", .net_hash = ""}};
  return {.rules = RuleSet(),
          .seed = 7,
          .opening_plies = 4,
          .players = *store.admit(players),
          .concurrency = concurrency};
}

LadderEnd play(LadderStore& store, std::int64_t games, int concurrency = 1) {
  Ladder ladder(store, config_for(store, concurrency), pool());
  const auto end = ladder.play({.games = games}, {}, {});
  EXPECT_TRUE(end) << (end ? "" : end.error());
  return *end;
}

using Record = std::tuple<std::int64_t, int, int, std::string, std::string>;
std::vector<Record> records(LadderStore& store) {
  std::vector<Record> all;
  for (const LadderGame& game : store.games())
    all.emplace_back(game.pair, game.game, game.half_points_of_first, game.termination, game.moves);
  return all;
}

TEST(Ladder, PlaysAsManyGamesAsItsBudgetSays) {
  TemporaryStore store;
  EXPECT_EQ(play(*store, 9), LadderEnd::kBudget);
  EXPECT_EQ(store->games().size(), 9U);
  EXPECT_EQ(play(*store, 5), LadderEnd::kBudget);
  EXPECT_EQ(store->games().size(), 14U);
}

TEST(Ladder, PlaysTheSameGamesInOneGoOrManyAtAnyConcurrency) {
  TemporaryStore whole, parts;
  play(*whole, 40);
  for (const auto& [games, concurrency] : {std::pair(3, 1), {1, 2}, {11, 4}, {25, 3}}) {
    play(*parts, games, concurrency);
    parts.reopen();
  }
  EXPECT_EQ(records(*whole), records(*parts));
  EXPECT_EQ(whole->pairs().size(), parts->pairs().size());
  std::set<std::string> openings;
  for (const LadderPair& pair : whole->pairs()) openings.insert(pair.opening);
  EXPECT_EQ(openings.size(), whole->pairs().size());  // another one each time
}

TEST(Ladder, RatesTheStrongerPlayerHigher) {
  TemporaryStore store;
  play(*store, 120, 2);
  const PoolFit fit = fit_pool({.players = 3}, store->rated_games());
  EXPECT_GT(fit.ratings[1].low, 100);
  EXPECT_LT(fit.ratings[2].low, 0);
  EXPECT_GT(fit.ratings[2].high, 0);
}

TEST(Ladder, AStopGivesUpTheGamesInProgressAndKeepsTheRest) {
  TemporaryStore store;
  std::stop_source stop;
  Ladder ladder(*store, config_for(*store, 3), pool());
  int games = 0;
  const auto end = ladder.play(
      {},
      [&](const LadderPair&, const LadderGame&) {
        if (++games == 7) stop.request_stop();
      },
      stop.get_token());
  ASSERT_TRUE(end);
  EXPECT_EQ(*end, LadderEnd::kStopped);
  EXPECT_EQ(static_cast<int>(store->games().size()), games);
  TemporaryStore whole;
  const auto count = static_cast<std::int64_t>(store->games().size());
  EXPECT_EQ(play(*store, 40 - count), LadderEnd::kBudget);
  play(*whole, 40);
  EXPECT_EQ(records(*store), records(*whole));
}

TEST(Ladder, ABudgetOfTimeEndsIt) {
  TemporaryStore store;
  Ladder ladder(*store, config_for(*store), pool());
  const auto end = ladder.play({.time = std::chrono::milliseconds(30)}, {}, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(*end, LadderEnd::kBudget);
  EXPECT_GE(store->games().size(), 1U);
}

TEST(Ladder, OpeningsOfAFileAreEachPlayedOnceByTwoPlayers) {
  TemporaryStore store;
  LadderConfig config = config_for(*store);
  for (const char* text :
       {"7/2w4/7/7/7/7/7/3R3/l5C b", "7/2w4/7/7/7/7/7/3R3/l5C r", "7/7/2wR3/7/7/7/7/7/l5C r"})
    config.openings.push_back(*parse_position(text));
  Ladder ladder(*store, config, pool());
  const auto end = ladder.play({}, {}, {});
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(*end, LadderEnd::kNoOpeningsLeft);
  EXPECT_EQ(store->pairs().size(), 9U);  // three pairings of three openings
  EXPECT_EQ(store->games().size(), 18U);
  std::set<std::tuple<int, int, std::string>> different;
  for (const LadderPair& pair : store->pairs()) different.emplace(pair.first, pair.second, pair.start);
  EXPECT_EQ(different.size(), 9U);
}

TEST(Ladder, AForfeitIsAGameLostAndAPlayerThatIsGoneEndsTheLadder) {
  TemporaryStore store;
  std::vector<Contestant> contestants = pool();
  contestants[1] =
      forfeiting_contestant(2, {.reason = ForfeitReason::kCrash, .text = "exited", .player_gone = true});
  Ladder ladder(*store, config_for(*store), contestants);
  const auto end = ladder.play({}, {}, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(*end, LadderEnd::kPlayerGone);
  ASSERT_EQ(store->games().size(), 1U);
  EXPECT_EQ(store->games()[0].termination, "crash");
  EXPECT_EQ(store->games()[0].forfeit, "exited");
  EXPECT_EQ(store->games()[0].half_points_of_first, 2);  // player 1 moved second
}

TEST(Ladder, APlayerThatCannotBeMadeIsALineAndAnExceptionReachesTheCaller) {
  TemporaryStore store;
  std::vector<Contestant> contestants = pool();
  contestants[1].make_player = []() -> Result<std::unique_ptr<Player>> { return Error{"no such file"}; };
  const auto end = Ladder(*store, config_for(*store, 2), contestants).play({}, {}, {});
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().find("no such file"), std::string::npos);
  contestants[1] = test::watching_contestant([](const Game&) { throw std::runtime_error("device lost"); });
  EXPECT_THROW((void)Ladder(*store, config_for(*store, 2), contestants).play({}, {}, {}), std::runtime_error);
}

// As an engine does that was starting at a Ctrl-C.
TEST(Ladder, APlayerThatIsRefusedBecauseOfAStopIsNoRefusal) {
  TemporaryStore store;
  std::stop_source stop;
  std::vector<Contestant> contestants = pool();
  contestants[2].make_player = [&]() -> Result<std::unique_ptr<Player>> {
    stop.request_stop();
    return Error{"stopped"};
  };
  const auto end = Ladder(*store, config_for(*store), contestants).play({}, {}, stop.get_token());
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(*end, LadderEnd::kStopped);
}

// The second player of this kind is there only when a game has ended elsewhere.
TEST(Ladder, GamesEndWhileAPlayerIsMade) {
  TemporaryStore store;
  std::vector<Contestant> contestants = pool();
  std::promise<void> first_game;
  std::future<void> ended = first_game.get_future();
  int made = 0, games = 0;
  contestants[1].make_player = [&, make = contestants[1].make_player] {
    if (++made == 2) {
      EXPECT_EQ(ended.wait_for(std::chrono::seconds(30)), std::future_status::ready) << "no game ended";
    }
    return make();
  };
  const auto on_game = [&](const LadderPair&, const LadderGame&) {
    if (++games == 1) first_game.set_value();
  };
  ASSERT_TRUE(Ladder(*store, config_for(*store, 2), contestants).play({.games = 6}, on_game, {}));
  EXPECT_EQ(store->games().size(), 6U);
}

TEST(Ladder, PlayersThatLeftAreNotPlayedAndTheirOpenPairsAreLeft) {
  TemporaryStore store;
  play(*store, 1);  // both pairs of the first round are planned
  LadderConfig config = config_for(*store);
  config.players = {config.players[0], config.players[2]};
  std::vector<Contestant> contestants = {random_contestant(), random_contestant()};
  ASSERT_TRUE(Ladder(*store, config, contestants).play({.games = 6}, {}, {}));
  for (const LadderPair& pair : store->pairs()) {
    EXPECT_TRUE(pair.round == 1 || (pair.first == 0 && pair.second == 2)) << pair.id;
  }
}

TEST(LadderGames, ArePgnRecordsThatReplay) {
  TemporaryStore store;
  play(*store, 6);
  const std::vector<PgnPlayer> players = {
      {.name = "random"}, {.name = "greedy"}, {.name = "another", .movetime_ms = 50}};
  const auto pairs = store->pairs();
  const auto games = store->games();
  const auto first = ladder_game_pgn(pairs[0], games[1], RuleSet(), players);
  ASSERT_TRUE(first) << first.error();
  EXPECT_NE(first->find("[White \"greedy\"]\n[Black \"random\"]\n"), std::string::npos) << *first;
  EXPECT_NE(first->find("[Round \"1.2\"]"), std::string::npos);
  EXPECT_NE(first->find("[Variant \"jungle\"]"), std::string::npos);
  EXPECT_NE(first->find("[TimeControl "), std::string::npos);
  LadderGame changed = games[1];
  changed.half_points_of_first = 2 - changed.half_points_of_first;
  EXPECT_NE(ladder_game_pgn(pairs[0], changed, RuleSet(), players).error().find("pair 1 "),
            std::string::npos);
  changed = games[1];
  changed.moves = "a1a9 " + changed.moves;
  EXPECT_FALSE(ladder_game_pgn(pairs[0], changed, RuleSet(), players));
  LadderPair moved = pairs[0];
  moved.start = "7/2w4/7/7/7/7/7/3R3/l5C b";
  EXPECT_FALSE(ladder_game_pgn(moved, games[1], RuleSet(), players));
}

}  // namespace
}  // namespace jungle
