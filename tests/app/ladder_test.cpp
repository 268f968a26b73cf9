// jungle ladder, through the program.

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selfplay/rating/ladder_store.hpp"
#include "tests/app/child_process.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Four quick players whose choices depend on the game and the seed alone.
std::vector<std::string> small_ladder(const fs::path& store) {
  return {"ladder",  "--players", "random", "ab:depth=1", "ab:depth=2", "mcts:eval=uniform,visits=20",
          "--store", store};
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& part) {
  const ProgramRun run = run_jungle(arguments);
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
}

using Record = std::tuple<std::int64_t, int, int, std::string>;

std::vector<Record> records(const fs::path& path) {
  auto store = LadderStore::open_to_read(path);
  EXPECT_TRUE(store) << (store ? "" : store.error());
  std::vector<Record> all;
  for (const LadderGame& game : store->games())
    all.emplace_back(game.pair, game.game, game.half_points_of_first, game.moves);
  return all;
}

// How many games are there, while another process may write.
std::int64_t games_in(const fs::path& path) {
  std::error_code error;
  if (fs::file_size(path, error) == 0 || error) return 0;
  try {
    return Database(path).number("SELECT count(*) FROM games");
  } catch (const SqliteError&) {
    return 0;  // not made yet
  }
}

TEST(LadderCommand, RanksPlayersAndCountsTheirGames) {
  const TemporaryFolder folder;
  const fs::path store = folder.path() / "ladder.sqlite";
  const ProgramRun run = run_jungle(with(small_ladder(store), {"--games", "60", "--json"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["games"], 60);
  EXPECT_EQ(json["anchor"], "random");
  std::vector<std::string> order;
  std::int64_t games = 0, wins = 0, losses = 0;
  for (const Json& player : json["players"]) {
    order.push_back(player["name"]);
    games += player["games"].get<std::int64_t>();
    wins += player["wins"].get<std::int64_t>();
    losses += player["losses"].get<std::int64_t>();
  }
  EXPECT_EQ(games, 120);
  EXPECT_EQ(wins, losses);
  EXPECT_EQ(order[0], "ab:depth=2");
  EXPECT_EQ(order[1], "ab:depth=1");
  Database database(store);
  EXPECT_EQ(database.number("SELECT count(*) FROM ratings"), 4);
}

// Killed again and again; what was finished stays, and in the end the games are those of a ladder that was
// left alone.
TEST(LadderCommand, KillsAtAnyInstantLoseNoGameAndCountNoneTwice) {
  const TemporaryFolder folder;
  const fs::path killed = folder.path() / "killed.sqlite", whole = folder.path() / "whole.sqlite";
  std::vector<Record> before;
  for (const std::int64_t more : {0, 1, 3, 7, 2, 11, 5}) {
    const auto target = static_cast<std::int64_t>(before.size()) + more;
    ChildProcess child(with(small_ladder(killed), {"--games", "100000", "--concurrency", "2"}));
    const auto reached = [&] { return fs::exists(killed) && games_in(killed) >= target; };
    ASSERT_TRUE(child.kill_when(SIGKILL, reached));
    EXPECT_EQ(child.wait().exit_code, 128 + SIGKILL);
    if (games_in(killed) == 0) continue;  // killed while the file was made
    const std::vector<Record> after = records(killed);
    EXPECT_GE(after.size(), before.size());
    EXPECT_TRUE(std::ranges::includes(after, before));
    before = after;
  }
  const std::size_t games = before.size() + 10;
  ASSERT_EQ(run_jungle(with(small_ladder(killed), {"--games", "10"})).exit_code, 0);
  ASSERT_EQ(run_jungle(with(small_ladder(whole), {"--games", std::to_string(games)})).exit_code, 0);
  const std::vector<Record> expected = records(whole);
  EXPECT_EQ(expected.size(), games);
  EXPECT_EQ(records(killed), expected);

  const std::string pgn = folder.path() / "ladder.pgn";
  ASSERT_EQ(run_jungle({"ladder", "--table", "--store", killed, "--pgn", pgn}).exit_code, 0);
  std::set<std::string> rounds;
  for (const std::string& line : lines_of(read_text(pgn))) {
    if (line.starts_with("[Round ")) rounds.insert(line);
  }
  EXPECT_EQ(rounds.size(), games);
}

TEST(LadderCommand, AnInterruptedLadderPrintsItsTableAndHowToGoOn) {
  const TemporaryFolder folder;
  const fs::path store = folder.path() / "ladder.sqlite";
  ChildProcess child(small_ladder(store));  // without a bound
  // Meanwhile a second process is refused.
  ASSERT_TRUE(child.kill_when(SIGINT, [&] {
    if (games_in(store) < 3) return false;
    expect_refused(with(small_ladder(store), {"--games", "1"}), "in use by another process");
    EXPECT_EQ(run_jungle({"ladder", "--table", "--store", store}).exit_code, 0);  // reading is free
    return true;
  }));
  const ProgramRun run = child.wait();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_NE(run.out.find("ab:depth=2"), std::string::npos);
  EXPECT_NE(run.err.find("the same command goes on: "), std::string::npos) << run.err;
  const std::size_t games = records(store).size();
  EXPECT_GE(games, 3U);
  ASSERT_EQ(run_jungle(with(small_ladder(store), {"--games", "2"})).exit_code, 0);
  EXPECT_EQ(records(store).size(), games + 2);
}

// What a reader prints beside a ladder that plays is of one instant, the table and the records alike.
TEST(LadderCommand, ATableBesideALadderThatPlaysIsWhole) {
  const TemporaryFolder folder;
  const std::string store = folder.path() / "ladder.sqlite", pgn = folder.path() / "ladder.pgn";
  ChildProcess child(with(small_ladder(store), {"--concurrency", "2"}));  // without a bound
  ASSERT_TRUE(child.kill_when(SIGINT, [&] {
    if (games_in(store) < 3) return false;
    for (int i = 0; i < 5; ++i) {
      const ProgramRun run = run_jungle({"ladder", "--table", "--json", "--store", store, "--pgn", pgn});
      EXPECT_EQ(run.exit_code, 0) << run.err;
      const Json json = Json::parse(run.out);
      std::int64_t games = 0;
      for (const Json& player : json["players"]) games += player["games"].get<std::int64_t>();
      EXPECT_EQ(games, 2 * json["games"].get<std::int64_t>());
      std::int64_t told = 0;
      for (const std::string& line : lines_of(read_text(pgn))) told += line.starts_with("[Event ") ? 1 : 0;
      EXPECT_EQ(told, json["games"]);
    }
    return true;
  }));
  EXPECT_EQ(child.wait().exit_code, 130);
}

TEST(LadderCommand, TheTableIsPrintedWithoutGames) {
  const TemporaryFolder folder;
  const fs::path store = folder.path() / "ladder.sqlite";
  const ProgramRun played = run_jungle(with(small_ladder(store), {"--games", "20"}));
  ASSERT_EQ(played.exit_code, 0) << played.err;
  const std::string bytes = read_text(store);
  const ProgramRun table = run_jungle({"ladder", "--table", "--store", store});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_EQ(table.out, played.out);
  EXPECT_EQ(read_text(store), bytes);
}

TEST(LadderCommand, OtherSettingsAreRefusedByName) {
  const TemporaryFolder folder;
  const fs::path store = folder.path() / "ladder.sqlite";
  ASSERT_EQ(run_jungle(with(small_ladder(store), {"--games", "2"})).exit_code, 0);
  const std::string bytes = read_text(store);
  expect_refused(with(small_ladder(store), {"--games", "2", "--seed", "2", "--rules", "kawu"}),
                 "begun with another rules, seed;");
  expect_refused({"ladder", "--players", "ab:depth=1", "random", "--store", store, "--games", "1"},
                 "begun with another anchor;");
  EXPECT_EQ(read_text(store), bytes);
  // Players may come and go.
  EXPECT_EQ(
      run_jungle({"ladder", "--players", "random", "ab:depth=3", "--store", store, "--games", "4"}).exit_code,
      0);
  EXPECT_EQ(records(store).size(), 6U);
}

TEST(LadderCommand, ForeignAndDamagedFilesAreLeftAsTheyAre) {
  const TemporaryFolder folder;
  const std::string letter = folder.write("letter.sqlite", "Dear aunt, the weather is fine.");
  expect_refused(with(small_ladder(letter), {"--games", "1"}), "not a ladder");
  EXPECT_EQ(read_text(letter), "Dear aunt, the weather is fine.");
  const fs::path store = folder.path() / "ladder.sqlite";
  ASSERT_EQ(run_jungle(with(small_ladder(store), {"--games", "2"})).exit_code, 0);
  std::string bytes = read_text(store);
  bytes.replace(4096, 500, 500, 'x');
  std::ofstream(store, std::ios::binary) << bytes;
  expect_refused(with(small_ladder(store), {"--games", "1"}), "a damaged ladder");
  EXPECT_EQ(read_text(store), bytes);
}

// A game whose text was changed can't be told as a record.
TEST(LadderCommand, AGameThatDoesNotReplayIsNamed) {
  const TemporaryFolder folder;
  const fs::path store = folder.path() / "ladder.sqlite";
  ASSERT_EQ(run_jungle(with(small_ladder(store), {"--games", "2"})).exit_code, 0);
  Database(store).run("UPDATE games SET moves = 'a1a9' WHERE pair = 1 AND game = 1");
  const fs::path pgn = folder.path() / "ladder.pgn";
  expect_refused({"ladder", "--table", "--store", store, "--pgn", pgn},
                 "pair 1 is no game under these rules");
  EXPECT_FALSE(fs::exists(pgn));
}

// A run directory with five nets.
struct NetsOfARun {
  TemporaryFolder folder;
  std::string path = folder.path() / "run";
  NetsOfARun() {
    fs::create_directories(fs::path(path) / "nets");
    for (const int generation : {0, 1, 2, 3}) make_net(generation, generation);
  }
  void make_net(int generation, int seed) const {
    const fs::path file = fs::path(path) / "nets" / ("gen-000" + std::to_string(generation) + ".safetensors");
    fs::remove(file);
    ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--seed", std::to_string(seed), "--out", file})
                  .exit_code,
              0);
  }
};

TEST(LadderCommand, NetsOfARunAreRatedInItsDirectory) {
  const NetsOfARun run;
  const std::string config = run.folder.write(
      "pool.toml",
      "anchor = \"random\"\nplayers = [\"random\"]\n[nets]\nevery = 2\nplayer = \"mcts:net=NET,visits=2\"\n");
  const std::vector<std::string> command = {"ladder", "--config", config, "--run",
                                            run.path, "--games",  "8",    "--json"};
  const ProgramRun played = run_jungle(command);
  ASSERT_EQ(played.exit_code, 0) << played.err;
  std::set<std::string> names;
  const Json json = Json::parse(played.out);
  for (const Json& player : json["players"]) names.insert(player["name"]);
  const std::string prefix = "mcts:net=" + run.path + "/nets/gen-000";
  EXPECT_EQ(names,
            (std::set<std::string>{"random", prefix + "0.safetensors,visits=2",
                                   prefix + "2.safetensors,visits=2", prefix + "3.safetensors,visits=2"}));
  EXPECT_EQ(records(fs::path(run.path) / "ladder.sqlite").size(), 8U);
  run.make_net(2, 77);
  expect_refused(command, "gen-0002.safetensors,visits=2\" is not the one that played there");
}

TEST(LadderCommand, PositionsOfAnOpeningFileBeginItsGames) {
  const TemporaryFolder folder;
  const std::string openings =
      folder.write("openings.txt", "7/2w4/7/7/7/7/7/3R3/l5C b\n7/2w4/7/7/7/7/7/3R3/l5C r\n");
  const std::string config =
      folder.write("pool.toml", "opening_file = \"openings.txt\"\nplayers = [\"random\", \"ab:depth=1\"]\n");
  const std::string store = folder.path() / "ladder.sqlite", pgn = folder.path() / "ladder.pgn";
  const ProgramRun run = run_jungle({"ladder", "--config", config, "--store", store, "--pgn", pgn});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("nothing left to play"), std::string::npos) << run.err;
  int positions = 0;
  for (const std::string& line : lines_of(read_text(pgn)))
    positions += line.starts_with("[FEN \"7/2w4") ? 1 : 0;
  EXPECT_EQ(positions, 4);
  folder.write("openings.txt", "7/2w4/7/7/7/7/7/3R3/l5C b\n");
  expect_refused({"ladder", "--config", config, "--store", store}, "begun with another openings;");
}

TEST(LadderCommand, ConfigurationsThatShipAreRightAndBadOnesAreNot) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(source_folder() / "configs/ladder")) {
    const ProgramRun run = run_jungle({"config", "check", entry.path()});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("ok, ladder of "), std::string::npos) << run.out;
    ++files;
  }
  EXPECT_EQ(files, 2);
  const TemporaryFolder folder;
  const auto bad = folder.write("bad.toml", "players = [\"random\", \"ab:dept=2\"]\n");
  expect_refused({"config", "check", bad}, "did you mean \"depth\"?");
}

TEST(LadderCommand, BadInputIsRefusedBeforeAFileIsMade) {
  const TemporaryFolder folder;
  const std::string store = folder.path() / "ladder.sqlite";
  const auto refused_config = [&](const std::string& text, const std::string& part) {
    expect_refused({"ladder", "--config", folder.write("pool.toml", text), "--store", store}, part);
  };
  expect_refused({"ladder", "--players", "random", "ab:depth=1"}, "Give --store FILE or --run DIR");
  expect_refused({"ladder", "--store", store}, "Give --config FILE or --players");
  expect_refused({"ladder", "--players", "random", "--store", store}, "at least two players");
  expect_refused({"ladder", "--players", "random", "random", "--store", store}, "is there twice");
  expect_refused({"ladder", "--players", "random", "ab:dept=1", "--store", store}, "did you mean \"depth\"?");
  expect_refused({"ladder", "--players", "random", "ab:depth=1", "--store", store, "--games", "0"},
                 "--games");
  expect_refused({"ladder", "--players", "random", "ab:depth=1", "--store", store, "--minutes", "-1"},
                 "--minutes");
  expect_refused({"ladder", "--players", "random", "ab:depth=1", "--store", store, "--openings", "1",
                  "--opening-file", "x"},
                 "--opening-file");
  expect_refused({"ladder", "--config", "/nonexistent.toml", "--store", store}, "/nonexistent.toml");
  expect_refused({"ladder", "--table", "--store", store}, "no ladder there");
  expect_refused({"ladder", "--config", source_folder() / "configs/ladder/run.toml", "--store", store},
                 "[nets] needs --run DIR");
  expect_refused({"ladder", "--config", source_folder() / "configs/ladder/run.toml", "--run", folder.path()},
                 "no nets there");
  refused_config("players = [\"random\", \"ab:depth=1\"]\nanchr = \"random\"\n",
                 "pool.toml:2: unknown key \"anchr\"; did you mean \"anchor\"?");
  refused_config("players = [\"random\", \"ab:depth=1\"]\nanchor = \"ab:depth=9\"\n",
                 "is not one of the players");
  refused_config("players = [\"random\", 3]\n", "pool.toml:1: players: expected a list of players in quotes");
  refused_config("seed = -1\n", "pool.toml:1: seed: expected a whole number");
  refused_config("[nets]\nplayer = \"mcts:net=NET,visits=1\"\n", "[nets] needs every");
  refused_config("[nets]\nevery = 1\nplayer = \"random\"\n", "no NET in it");
  refused_config("opening_plies = 2\nopening_file = \"x\"\n", "means nothing with opening_file");
  EXPECT_FALSE(fs::exists(store));
}

}  // namespace
}  // namespace jungle::test
