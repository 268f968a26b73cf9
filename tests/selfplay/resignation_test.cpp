#include "selfplay/resignation.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/data/pgn.hpp"
#include "selfplay/data/record_check.hpp"
#include "selfplay/generation_report.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

TEST(ResignWatch, AsksForTwoMovesOfTheSameSide) {
  ResignWatch watch;
  watch.see(Side::kRed, -0.95F);
  EXPECT_FALSE(watch.gives_up(Side::kRed, 0.9)) << "one move is not enough";
  watch.see(Side::kBlue, -0.95F);
  EXPECT_FALSE(watch.gives_up(Side::kBlue, 0.9)) << "nor is one of either side";
  watch.see(Side::kRed, -0.5F);
  EXPECT_FALSE(watch.gives_up(Side::kRed, 0.9));
  watch.see(Side::kRed, -0.92F);
  EXPECT_FALSE(watch.gives_up(Side::kRed, 0.9)) << "not in a row";
  watch.see(Side::kRed, -0.97F);
  EXPECT_TRUE(watch.gives_up(Side::kRed, 0.9));
  EXPECT_FALSE(watch.gives_up(Side::kRed, 0.93));
  EXPECT_FLOAT_EQ(watch.resigns_below()[0], 0.92F);
  EXPECT_FLOAT_EQ(watch.resigns_below()[1], -1.0F);
}

struct PlayedGame {  // that Red lost, drew or won, and how low either side's values went
  GameResult result;
  float red_below, blue_below;
};

// A shard with a sample, so that the window keeps it, and the games given.
std::shared_ptr<const Shard> shard_of(std::uint32_t generation, const std::vector<PlayedGame>& games,
                                      std::uint8_t may_resign = 0) {
  auto shard = std::make_shared<Shard>();
  shard->origin.generation = generation;
  shard->samples.position.resize(1);
  for (const PlayedGame& game : games) {
    shard->games.index.push_back(static_cast<std::uint32_t>(shard->games.index.size()));
    shard->games.result.push_back(static_cast<std::uint8_t>(game.result));
    shard->games.may_resign.push_back(may_resign);
    shard->games.red_resigns_below.push_back(game.red_below);
    shard->games.blue_resigns_below.push_back(game.blue_below);
  }
  return shard;
}

// 40 games that Blue lost after a value of -0.9, 4 that it drew after -0.795, 2 that it won after -0.695.
std::vector<PlayedGame> telling_games() {
  std::vector<PlayedGame> games(40, {GameResult::kRed, -1, 0.9F});
  games.insert(games.end(), 4, {GameResult::kDraw, -1, 0.795F});
  games.insert(games.end(), 2, {GameResult::kBlue, -1, 0.695F});
  return games;
}

TEST(Resignation, TheThresholdIsTheSmallestThatIsRightOftenEnough) {
  ReplayBuffer window{WindowSettings{}};
  window.add(shard_of(0, telling_games()));
  const ResignFigures strict = calibrate_resignation(window, 0, 0.05);
  ASSERT_TRUE(strict.threshold);
  EXPECT_DOUBLE_EQ(*strict.threshold, 0.8);
  EXPECT_EQ(strict.played_on, 46);
  EXPECT_EQ(strict.hopeless, 40);
  EXPECT_EQ(strict.not_lost, 0);
  EXPECT_DOUBLE_EQ(*calibrate_resignation(window, 0, 0.1).threshold, 0.7);
  EXPECT_DOUBLE_EQ(*calibrate_resignation(window, 0, 0.2).threshold, 0.5);
}

TEST(Resignation, FewHopelessGamesSetNoThreshold) {
  ReplayBuffer window{WindowSettings{}};
  window.add(shard_of(0, std::vector<PlayedGame>(19, {GameResult::kBlue, 0.9F, -1})));
  EXPECT_FALSE(calibrate_resignation(window, 0, 0.05).threshold);
  window.add(shard_of(0, {{GameResult::kBlue, 0.9F, -1}}));
  EXPECT_TRUE(calibrate_resignation(window, 0, 0.05).threshold);
}

TEST(Resignation, WhereHopelessGamesAreNotLostThereIsNoThreshold) {
  ReplayBuffer window{WindowSettings{}};
  window.add(shard_of(0, std::vector<PlayedGame>(100, {GameResult::kDraw, 0.999F, -1})));
  const ResignFigures figures = calibrate_resignation(window, 0, 0.05);
  EXPECT_FALSE(figures.threshold);
  EXPECT_EQ(figures.played_on, 100);
}

TEST(Resignation, OnlyGamesPlayedOnOfTheLastTenGenerationsCount) {
  ReplayBuffer window{WindowSettings{}};
  window.add(shard_of(5, telling_games()));
  window.add(shard_of(6, telling_games(), 1));
  EXPECT_EQ(calibrate_resignation(window, 14, 0.05).played_on, 46);
  EXPECT_EQ(calibrate_resignation(window, 15, 0.05).played_on, 0);
}

TEST(ResignationThreshold, GamesWithoutSearchesOfTheNetTellNothing) {
  ReplayBuffer window{WindowSettings{}};
  window.add(shard_of(5, std::vector<PlayedGame>(100, {GameResult::kDraw, -1, -1})));
  EXPECT_EQ(calibrate_resignation(window, 6, 0.05).played_on, 0);
}

GameRecord play(const GamePlan& plan, std::uint32_t index) {
  RedIsLost evaluator;
  return play_game(plan, index, evaluator);
}

TrainConfig resigning() {
  TrainConfig config = tiny_config();
  config.selfplay.random_start_first = config.selfplay.random_start_last = 0;
  config.selfplay.full_probability = 1;
  config.selfplay.resign = true;
  return config;
}

TEST(Resignation, TheSideToMoveLosesAndItsGameEndsWhereTheNetThoughtItWould) {
  const TrainConfig config = resigning();
  GamePlan plan = make_game_plan(config, 3);
  plan.resign_threshold = 0.9;
  std::vector<GameRecord> games;
  std::string text;
  for (std::uint32_t i = 0; i < 12; ++i) {
    games.push_back(play(plan, i));
    text += record_text(games.back(), "net", "test");
  }
  const auto resigned =
      std::ranges::find_if(games, [](const GameRecord& game) { return game.resignation.has_value(); });
  ASSERT_NE(resigned, games.end());
  EXPECT_EQ(resigned->game.side_to_move(), Side::kRed);
  EXPECT_TRUE(resigned->outcome().is_win_for(Side::kBlue));
  EXPECT_EQ(resigned->plies_beyond(), 12);
  EXPECT_NE(record_text(*resigned, "net", "test").find("[Termination \"resignation\"]\n[NetPlies \"12\"]\n"),
            std::string::npos);
  const Shard shard = make_shard({.seed = 1}, std::span(&*resigned, 1), {});
  EXPECT_EQ(shard.games.reason[0], kResignedReason);
  ASSERT_GT(shard.size(), 0U);
  EXPECT_EQ(shard.samples.plies_left.back(), 12 + 1);
  GameStatistics statistics;
  statistics.add(shard);
  EXPECT_EQ(statistics.resigned, 1);
  EXPECT_EQ(statistics.first_side_wins, 0);

  const auto read = parse_shard(shard_bytes(make_shard({.seed = 1}, games, {})));
  ASSERT_TRUE(read) << read.error();
  const Status same = check_records(*read, text);
  EXPECT_TRUE(same) << same.error();
}

TEST(Resignation, TheTeacherPlaysOn) {
  TrainConfig config = resigning();
  config.teacher.share_first = config.teacher.share_last = 1;
  GamePlan plan = make_game_plan(config, 0);
  plan.resign_threshold = 0.9;
  for (std::uint32_t i = 0; i < 20; ++i) EXPECT_FALSE(SelfPlayGame(plan, i).take_record().may_resign);
}

TEST(Resignation, AShareIsPlayedOnAndWithoutAThresholdAllAre) {
  TrainConfig config = resigning();
  config.selfplay.resign_played_on = 0.5;
  GamePlan plan = make_game_plan(config, 0);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_FALSE(play(plan, i).may_resign);
  plan.resign_threshold = 0.9;
  int given_up = 0;
  for (std::uint32_t i = 0; i < 40; ++i) {
    const GameRecord record = play(plan, i);
    EXPECT_EQ(record.may_resign, record.resignation.has_value()) << "Red would have, and had to play on";
    EXPECT_GT(record.resigns_below[0], 0.9F);
    given_up += record.resignation ? 1 : 0;
  }
  EXPECT_NEAR(given_up, 20, 12);
}

TEST(Resignation, IsKeptWithinTheLengthLimit) {
  TrainConfig config = resigning();
  config.selfplay.max_plies = 12;
  config.selfplay.resign_played_on = 0.01;
  GamePlan plan = make_game_plan(config, 0);
  plan.resign_threshold = 0.9;
  const GameRecord record = play(plan, 0);
  ASSERT_TRUE(record.resignation);
  EXPECT_EQ(record.game.plies() + record.plies_beyond(), 12);
}

TEST(Resignation, RecordsThatContradictThemselvesAreRefused) {
  const TrainConfig config = resigning();
  GamePlan plan = make_game_plan(config, 3);
  plan.resign_threshold = 0.9;
  GameRecord record = play(plan, 0);
  for (std::uint32_t i = 1; !record.resignation; ++i) record = play(plan, i);
  const Shard shard = make_shard({.seed = 1}, std::span(&record, 1), {});
  const std::string text = record_text(record, "net", "test");
  const auto refusal = [&](std::string_view before, std::string_view after) {
    std::string changed = text;
    for (std::size_t at = changed.find(before); at != std::string::npos; at = changed.find(before, at + 1))
      changed.replace(at, before.size(), after);
    const Status status = check_records(shard, changed);
    return status ? std::string("none") : status.error();
  };
  EXPECT_NE(refusal("0-1", "1-0").find("resigned by the side to move, and the result is 1-0"),
            std::string::npos);
  EXPECT_NE(refusal("[NetPlies \"12\"]", "").find("resigned, and NetPlies says \"\""), std::string::npos);
  EXPECT_NE(refusal("[NetPlies \"12\"]", "[NetPlies \"13\"]").find("the position differs"),
            std::string::npos);
  EXPECT_NE(refusal("\"resignation\"", "\"agreement\"").find("the result"), std::string::npos);
  Shard unasked = shard;
  unasked.games.may_resign[0] = 0;
  EXPECT_FALSE(parse_shard(shard_bytes(unasked)));
}

}  // namespace
}  // namespace jungle
