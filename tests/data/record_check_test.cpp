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

Recorded recorded_games() {
  const std::vector<GameRecord> games = random_games(5);
  Recorded recorded{.shard = make_shard({.seed = 1}, games, 1), .pgn = {}};
  for (const GameRecord& game : games) {
    recorded.pgn += pgn_text(
        {.game = &game.game, .first_player = "a", .second_player = "b", .round = std::to_string(game.index)});
  }
  return recorded;
}

void expect_refused(const std::function<void(Recorded&)>& change, std::string_view part) {
  Recorded recorded = recorded_games();
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
