#include "selfplay/data/record_check.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "selfplay/data/pgn.hpp"
#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

struct Recorded {
  Shard shard;
  std::string pgn;
};

Recorded recorded(const std::vector<GameRecord>& games) {
  Recorded recorded{.shard = make_shard({.seed = 1}, games, {}), .pgn = {}};
  for (const GameRecord& game : games) recorded.pgn += record_text(game, "a", "test");
  return recorded;
}
Recorded recorded_games() { return recorded(random_games(5)); }
Recorded adjudicated_games() {
  return recorded({adjudicated_game(0, 30, {.result_for_side_to_move = 1, .plies = 13}),
                   adjudicated_game(1, 31, {.result_for_side_to_move = 1, .plies = 7}),
                   adjudicated_game(2, 20, {})});
}

void expect_refused(Recorded recorded, const std::function<void(Recorded&)>& change, std::string_view part) {
  change(recorded);
  const Status status = check_records(recorded.shard, recorded.pgn);
  ASSERT_FALSE(status.has_value()) << part;
  EXPECT_NE(status.error().find(part), std::string::npos) << status.error();
}

TEST(RecordCheck, WhatSelfPlayWritesAgrees) {
  const Recorded recorded = recorded_games();
  const Status status = check_records(recorded.shard, recorded.pgn);
  EXPECT_TRUE(static_cast<bool>(status)) << status.error();
}

void expect_refused(const std::function<void(Recorded&)>& change, std::string_view part) {
  expect_refused(recorded_games(), change, part);
}

void replace(std::string& text, std::string_view before, std::string_view after) {
  const std::size_t at = text.find(before);
  ASSERT_NE(at, std::string::npos) << before;
  text.replace(at, before.size(), after);
}

TEST(RecordCheck, AdjudicatedGamesAgree) {
  const Recorded games = adjudicated_games();
  EXPECT_NE(games.pgn.find("[Termination \"adjudication\"]\n[TablePlies \"13\"]\n"), std::string::npos)
      << games.pgn;
  const Status status = check_records(games.shard, games.pgn);
  EXPECT_TRUE(static_cast<bool>(status)) << status.error();
}

TEST(RecordCheck, AnAdjudicationNeedsAnOpenGameAResultAndADistance) {
  const auto refused = [](std::string_view before, std::string_view after, std::string_view part) {
    expect_refused(
        adjudicated_games(), [&](Recorded& r) { replace(r.pgn, before, after); }, part);
  };
  refused("[Termination \"adjudication\"]", "[Termination \"agreement\"]", "game 0: the result");
  refused("[TablePlies \"13\"]", "[TablePlies \"15\"]", "game 0, sample 0: the position");
  refused("[TablePlies \"13\"]", "[TablePlies \"99999999999\"]", "game 0: adjudicated as 1-0");
  refused("[TablePlies \"13\"]", "", "game 0: adjudicated as 1-0");
  refused("[TablePlies \"0\"]", "[TablePlies \"2\"]", "game 2: adjudicated as 1/2-1/2");
  expect_refused(
      [](Recorded& r) {
        const std::size_t tag = r.pgn.find("[Termination");
        r.pgn.replace(tag, r.pgn.find('\n', tag) - tag, "[Termination \"adjudication\"]");
      },
      "game 0: adjudicated, but over by the rules");
  expect_refused(
      adjudicated_games(),
      [](Recorded& r) {
        replace(r.pgn, "[Result \"1-0\"]", "[Result \"*\"]");
        replace(r.pgn, " 1-0\n", " *\n");
      },
      "game 0: adjudicated, but without a result");
  expect_refused(
      adjudicated_games(), [](Recorded& r) { r.shard.games.reason[1] = 1; }, "game 1: the reason");
}

TEST(RecordCheck, FindsWhatAChecksumCannot) {
  expect_refused([](Recorded& r) { ++r.shard.games.index[2]; }, "the index");
  expect_refused([](Recorded& r) { ++r.shard.games.plies[1]; }, "game 1: the number of plies");
  expect_refused(
      [](Recorded& r) {
        r.shard.games.result[3] = static_cast<std::uint8_t>(r.shard.games.result[3] % 3 + 1);
      },
      "game 3: the result");
  expect_refused(
      [](Recorded& r) {
        r.shard.games.reason[4] = static_cast<std::uint8_t>(r.shard.games.reason[4] % 6 + 1);
      },
      "game 4: the reason");
  expect_refused([](Recorded& r) { r.shard.games.first_side[0] ^= 1; }, "the first side");
  expect_refused([](Recorded& r) { --r.shard.samples.plies_left[7]; }, "sample 7: the position");
  expect_refused([](Recorded& r) { r.shard.played.move[3] ^= 1; }, "game 0: move 3");
  expect_refused([](Recorded& r) { ++r.shard.played.sample_ply[7]; }, "sample 7: its ply");
  expect_refused([](Recorded& r) { std::swap(r.shard.samples.position[3], r.shard.samples.position[4]); },
                 "sample 3: the position");
  expect_refused([](Recorded& r) { r.shard.samples.plies_left[2] = 999; }, "the plies left");
  expect_refused(
      [](Recorded& r) {
        r.shard.samples.outcome[5] = static_cast<std::int8_t>(r.shard.samples.outcome[5] == 0);
      },
      "the outcome");
}

TEST(RecordCheck, FindsGamesThatAreMissingAddedOrCutOff) {
  expect_refused([](Recorded& r) { r.pgn.erase(0, r.pgn.find("[Event", 1)); }, "the index");
  expect_refused([](Recorded& r) { r.pgn.erase(r.pgn.rfind("[Event")); },
                 "5 games, and the text record has 4");
  expect_refused([](Recorded& r) { r.pgn += r.pgn.substr(r.pgn.rfind("[Event")); }, "has more");
  expect_refused([](Recorded& r) { r.pgn.resize(r.pgn.size() - 20); }, "line ");
}

}  // namespace
}  // namespace jungle
