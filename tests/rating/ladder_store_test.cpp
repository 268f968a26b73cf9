#include "selfplay/rating/ladder_store.hpp"

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace jungle {
namespace {

namespace fs = std::filesystem;

const LadderSettings kSettings = {{"rules", "{}"}, {"seed", "1"}};
const std::vector<LadderPlayer> kPlayers = {{.spec = "random", .net_hash = ""},
                                            {.spec = "net", .net_hash = "a1"}};

class LadderStoreTest : public testing::Test {
 protected:
  LadderStoreTest() {
    std::string name = fs::temp_directory_path() / "jungle-store-XXXXXX";
    folder = ::mkdtemp(name.data());
    path = folder / "ladder.sqlite";
  }
  ~LadderStoreTest() override { fs::remove_all(folder); }

  std::string bytes() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // A ladder with two pairs planned and three games played.
  void fill() {
    auto store = LadderStore::open(path, kSettings);
    ASSERT_TRUE(store) << store.error();
    ASSERT_TRUE(store->admit(kPlayers));
    store->plan(std::vector<LadderPair>{
        {.id = 1, .round = 1, .first = 0, .second = 1, .start = "", .opening = "g3g4"},
        {.id = 2, .round = 1, .first = 0, .second = 1, .start = "", .opening = "a7a6"}});
    store->add_game(
        {.pair = 1, .game = 0, .half_points_of_first = 2, .termination = "den", .forfeit = "", .moves = "x"});
    store->add_game({.pair = 1,
                     .game = 1,
                     .half_points_of_first = 1,
                     .termination = "repetition",
                     .forfeit = "",
                     .moves = ""});
    store->add_game({.pair = 2,
                     .game = 1,
                     .half_points_of_first = 0,
                     .termination = "crash",
                     .forfeit = "exited",
                     .moves = "y"});
  }
  void expect_refused_and_unchanged(const std::string& part) {
    const std::string before = bytes();
    const auto store = LadderStore::open(path, kSettings);
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().find(part), std::string::npos) << store.error();
    EXPECT_EQ(store.error().find('\n'), std::string::npos);
    EXPECT_EQ(bytes(), before);
    for (const char* more : {"-journal", "-wal", "-shm"}) EXPECT_FALSE(fs::exists(path.string() + more));
  }

  fs::path folder;
  fs::path path;
};

TEST_F(LadderStoreTest, KeepsWhatWasWritten) {
  fill();
  auto store = LadderStore::open(path, kSettings);
  ASSERT_TRUE(store) << store.error();
  EXPECT_EQ(store->players().at(1).net_hash, "a1");
  ASSERT_EQ(store->pairs().size(), 2U);
  EXPECT_EQ(store->pairs()[1].opening, "a7a6");
  ASSERT_EQ(store->games().size(), 3U);
  EXPECT_EQ(store->games()[2].forfeit, "exited");
  const auto rated = store->rated_games();
  EXPECT_EQ(rated[0].first, 0);
  EXPECT_EQ(rated[0].half_points_of_first, 2);
  EXPECT_EQ(rated[1].first, 1);  // sides swapped in the second game of a pair
  EXPECT_EQ(rated[1].second, 0);
  EXPECT_EQ(rated[2].pair, 2);
}

TEST_F(LadderStoreTest, CountsNoGameTwice) {
  fill();
  auto store = LadderStore::open(path, kSettings);
  ASSERT_TRUE(store);
  EXPECT_THROW(store->add_game({.pair = 1, .game = 0, .termination = "den", .forfeit = "", .moves = ""}),
               SqliteError);
  EXPECT_THROW(store->add_game({.pair = 3, .game = 0, .termination = "den", .forfeit = "", .moves = ""}),
               SqliteError);
  EXPECT_EQ(store->games().size(), 3U);
}

TEST_F(LadderStoreTest, PlayersKeepTheirNumbersAndNewOnesAreAdded) {
  fill();
  auto store = LadderStore::open(path, kSettings);
  const auto ids =
      store->admit(std::vector<LadderPlayer>{{.spec = "ab:depth=1", .net_hash = ""}, kPlayers[1]});
  ASSERT_TRUE(ids);
  EXPECT_EQ(*ids, (std::vector<int>{2, 1}));
  const auto changed = store->admit(
      std::vector<LadderPlayer>{{.spec = "ab:depth=2", .net_hash = ""}, {.spec = "net", .net_hash = "b2"}});
  ASSERT_FALSE(changed);
  EXPECT_NE(changed.error().find("the net of \"net\" is not the one that played there"), std::string::npos);
  EXPECT_EQ(store->players().size(), 3U);  // nothing of the refused list
}

TEST_F(LadderStoreTest, RefusesOtherSettingsAndNamesThem) {
  fill();
  const auto store = LadderStore::open(path, {{"rules", "{}"}, {"seed", "2"}});
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().find("begun with another seed;"), std::string::npos) << store.error();
}

TEST_F(LadderStoreTest, IsUsedByOneProcessAtATime) {
  fill();
  auto store = LadderStore::open(path, kSettings);
  ASSERT_TRUE(store);
  const auto second = LadderStore::open(path, kSettings);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().find("in use by another process"), std::string::npos);
  auto reader = LadderStore::open_to_read(path);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->games().size(), 3U);
}

TEST_F(LadderStoreTest, LeavesForeignFilesAlone) {
  std::ofstream(path)
      << "a letter to my grandmother, which is rather long so that it could be a header of a file ......";
  expect_refused_and_unchanged("not a ladder");
  fs::remove(path);
  {
    Database other(path);
    other.run("CREATE TABLE recipes (name TEXT)");
  }
  expect_refused_and_unchanged("not a ladder");
}

TEST_F(LadderStoreTest, RefusesAnotherVersion) {
  fill();
  {
    Database database(path);
    database.run("PRAGMA user_version = 7");
  }
  expect_refused_and_unchanged("version 7 of the format, where 1 is read");
}

TEST_F(LadderStoreTest, RefusesDamagedFiles) {
  fill();
  const std::string whole = bytes();
  const auto damage = [&](std::size_t at) {
    std::string bad = whole;
    for (std::size_t i = at; i < at + 600 && i < bad.size(); ++i) bad[i] = static_cast<char>(0xa5);
    std::ofstream(path, std::ios::binary) << bad;
  };
  damage(4096);
  expect_refused_and_unchanged("a damaged ladder");
  damage(100);  // the schema
  expect_refused_and_unchanged("a damaged ladder");
  std::ofstream(path, std::ios::binary) << whole.substr(0, 5000);
  expect_refused_and_unchanged("a damaged ladder");
}

TEST_F(LadderStoreTest, RefusesTablesThatWereTamperedWith) {
  const char* const edits[] = {
      "DROP TABLE ratings", "ALTER TABLE games DROP COLUMN moves",
      "UPDATE pairs SET id = 9 WHERE id = 2; UPDATE games SET pair = 9 WHERE pair = 2",
      "DELETE FROM pairs WHERE id = 1", "UPDATE players SET id = 5 WHERE id = 1"};
  for (const char* edit : edits) {
    fs::remove(path);
    fill();
    {
      Database database(path);
      database.run(edit);
    }
    expect_refused_and_unchanged("a damaged ladder");
  }
}

TEST_F(LadderStoreTest, ALadderThatIsNotThereIsALine) {
  EXPECT_NE(LadderStore::open_to_read(path).error().find("no ladder there"), std::string::npos);
  EXPECT_FALSE(fs::exists(path));
  EXPECT_FALSE(LadderStore::open(folder, kSettings));
  EXPECT_FALSE(LadderStore::open(folder / "missing" / "ladder.sqlite", kSettings));
  fill();
  EXPECT_TRUE(LadderStore::open_to_read(path));
}

TEST_F(LadderStoreTest, OpenToReadChangesNothing) {
  fill();
  const std::string before = bytes();
  {
    auto store = LadderStore::open_to_read(path);
    ASSERT_TRUE(store) << store.error();
    EXPECT_THROW((void)store->admit(std::vector<LadderPlayer>{{.spec = "ab:depth=1", .net_hash = ""}}),
                 SqliteError);
    EXPECT_THROW(store->save_ratings({}), SqliteError);
    EXPECT_EQ(store->contents().games.size(), 3U);
  }
  EXPECT_EQ(bytes(), before);
  for (const char* more : {"-wal", "-shm"}) EXPECT_FALSE(fs::exists(path.string() + more)) << more;
}

// Another connection adds pairs with their games, and players, as fast as it can.
TEST_F(LadderStoreTest, ContentsAreOfOneInstantWhileAnotherProcessWrites) {
  fill();
  auto store = LadderStore::open_to_read(path);
  ASSERT_TRUE(store) << store.error();
  Database writer(path);
  writer.run("PRAGMA synchronous = OFF");
  std::int64_t pairs = 2;
  const auto add_pairs = [&](int count) {
    Transaction transaction(writer);
    Statement player(writer, "INSERT INTO players VALUES (?, ?, '')");
    Statement pair(writer, "INSERT INTO pairs VALUES (?, 2, 0, ?, '', '')");
    Statement game(writer, "INSERT INTO games VALUES (?, 0, 2, 'den', '', '', 0, 0)");
    for (int i = 0; i < count; ++i) {
      const std::int64_t id = pairs++;
      player.bind(1, id).bind(2, std::to_string(id)).run();
      pair.bind(1, pairs).bind(2, id).run();
      game.bind(1, pairs).run();
    }
    transaction.commit();
  };
  add_pairs(2000);  // so many that reading them takes longer than writing one
  std::atomic<bool> done = false;
  std::jthread other([&] {
    while (!done) add_pairs(1);
  });
  for (int i = 0; i < 20; ++i) {
    const LadderContents contents = store->contents();
    EXPECT_EQ(contents.players.size(), contents.pairs.size());
    EXPECT_EQ(contents.games.back().pair, static_cast<std::int64_t>(contents.pairs.size()));
    EXPECT_EQ(contents.rated_games.size(), contents.games.size());
  }
  done = true;
}

TEST_F(LadderStoreTest, RatingsAreReplacedAsAWhole) {
  fill();
  auto store = LadderStore::open(path, kSettings);
  const double infinity = std::numeric_limits<double>::infinity();
  store->save_ratings(std::vector<PoolRating>{{0, 0, 0}, {100, 50, infinity}});
  store->save_ratings(std::vector<PoolRating>{{0, 0, 0}, {120, 60, infinity}});
  Database reader(path);  // others may read while the ladder is open
  EXPECT_EQ(reader.number("SELECT count(*) FROM ratings"), 2);
  EXPECT_EQ(reader.number("SELECT elo FROM ratings WHERE player = 1"), 120);
  EXPECT_EQ(reader.number("SELECT high IS NULL FROM ratings WHERE player = 1"), 1);
}

}  // namespace
}  // namespace jungle
