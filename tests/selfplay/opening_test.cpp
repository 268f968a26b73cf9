// Where games of self-play begin: moves of the net's own policy, positions of earlier games.

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/file.hpp"
#include "selfplay/data/pgn.hpp"
#include "selfplay/data/record_check.hpp"
#include "selfplay/generation_report.hpp"
#include "selfplay/start_position.hpp"
#include "selfplay/train_config.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

// Puts nine tenths of its policy on the first legal move.
class FirstMoveFan final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const int moves = requests[i].legal_moves->size();
      results[i].wdl_for_side_to_move = {0, 1, 0};
      results[i].plies_left = 30;
      std::fill_n(results[i].priors.begin(), moves, 0.1F / static_cast<float>(std::max(moves - 1, 1)));
      results[i].priors[0] = moves > 1 ? 0.9F : 1.0F;
    }
  }
  int max_batch() const override { return 8; }
  std::uint64_t id() const override { return 3; }
  std::string description() const override { return "first move"; }
};

GameRecord play(const GamePlan& plan, std::uint32_t index) {
  FirstMoveFan evaluator;
  return play_game(plan, index, evaluator);
}

TrainConfig from_the_start() {
  TrainConfig config = tiny_config();
  config.selfplay.random_start_first = config.selfplay.random_start_last = 0;
  config.selfplay.opening_plies = 0;
  return config;
}

TEST(PolicyOpening, MovesAreDrawnFromTheNetsPolicyAndAreNoSamples) {
  TrainConfig config = from_the_start();
  config.selfplay.policy_opening_plies = 6;
  const GamePlan plan = make_game_plan(config, 0);
  std::map<int, int> lengths;
  int firsts = 0, plies = 0;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const GameRecord record = play(plan, i);
    ASSERT_EQ(record.searches.size(), record.game.moves().size());
    int opening = 0;
    for (; record.searches[static_cast<std::size_t>(opening)].visits == 0; ++opening) {
      EXPECT_FALSE(record.searches[static_cast<std::size_t>(opening)].full);
      MoveList legal;
      Game(record.game.rules(), record.game.position_at(opening)).legal_moves(legal);
      firsts += record.game.moves()[static_cast<std::size_t>(opening)] == legal[0] ? 1 : 0;
      ++plies;
    }
    EXPECT_LE(opening, 6);
    ++lengths[opening];
  }
  EXPECT_GE(lengths.size(), 6U) << "as many as drawn, 0 to 6";
  EXPECT_NEAR(static_cast<double>(firsts) / plies, 0.9, 0.1);
}

TEST(PolicyOpening, StopsBeforeItWouldEndTheGame) {
  TrainConfig config = from_the_start();
  config.selfplay.policy_opening_plies = 1000;
  config.selfplay.max_plies = 40;
  const GamePlan plan = make_game_plan(config, 0);
  for (std::uint32_t i = 0; i < 5; ++i) {
    const GameRecord record = play(plan, i);
    EXPECT_FALSE(record.game.outcome().is_ongoing());
    EXPECT_GT(record.searches.back().visits, 0) << "a game has a move of its own";
  }
}

TEST(PolicyOpening, IsNotForGamesFromRandomPlacements) {
  TrainConfig config = from_the_start();
  config.selfplay.random_start_first = config.selfplay.random_start_last = 1;
  config.selfplay.policy_opening_plies = 1000;
  const GamePlan plan = make_game_plan(config, 0);
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_GT(play(plan, i).searches.front().visits, 0);
}

// Games of generation 0, and the window that holds them.
struct Earlier {
  TrainConfig config = from_the_start();
  ReplayBuffer window{WindowSettings{}};
  std::shared_ptr<const Shard> shard;

  Earlier() {
    config.rule_mix = {*RuleSet::preset("wango"), *RuleSet::preset("halfmove60")};
    const GamePlan plan = make_game_plan(config, 0);
    std::vector<GameRecord> games;
    for (std::uint32_t i = 0; i < 8; ++i) games.push_back(play(plan, i));
    shard = std::make_shared<const Shard>(make_shard({.seed = 1}, games, {}));
    window.add(shard);
    config.selfplay.earlier_start = 0.5;
  }

  GamePlan plan() const {
    GamePlan made = make_game_plan(config, 1);
    made.window = &window;
    return made;
  }
};

TEST(EarlierStart, GamesBeginOneMoveAwayFromAPositionThatOccurred) {
  const Earlier run;
  const GamePlan plan = run.plan();
  int earlier = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const SelfPlayGame game(plan, i);
    if (game.game().start_position() == Position::start(game.game().rules())) continue;
    ++earlier;
    EXPECT_LE(game.game().plies(), 1);
    bool found = false;
    for (std::size_t s = 0; s < run.shard->size(); ++s) {
      const RuleSet& rules = run.shard->rule_sets[run.shard->samples.rule_set[s]];
      found = found || (run.shard->samples.position[s] == pack(game.game().start_position()) &&
                        rules.name() == game.game().rules().name());
    }
    EXPECT_TRUE(found) << "board, side and clock of a sample, under its rules";
  }
  EXPECT_NEAR(earlier, 100, 35);
}

TEST(EarlierStart, RecordsSayWhichGamesAndAreFoundRight) {
  Earlier run;
  run.config.selfplay.earlier_start = 1;
  run.config.selfplay.random_start_first = 0;
  const GamePlan plan = run.plan();
  std::vector<GameRecord> games;
  std::string text;
  for (std::uint32_t i = 0; i < 6; ++i) {
    games.push_back(play(plan, i));
    EXPECT_EQ(games.back().start, GameStart::kEarlierGame);
    text += record_text(games.back(), "net", "test");
  }
  Shard shard = make_shard({.seed = 1}, games, {});
  const auto read = parse_shard(shard_bytes(shard));
  ASSERT_TRUE(read) << read.error();
  const Status same = check_records(*read, text);
  EXPECT_TRUE(same) << same.error();
  GameStatistics statistics;
  statistics.add(*read);
  EXPECT_EQ(statistics.earlier_starts, 6);
  EXPECT_EQ(statistics.random_placements, 0);
  const auto elsewhere = std::ranges::find_if(games, [](const GameRecord& game) {
    return game.game.start_position() != Position::start(game.game.rules());
  });
  ASSERT_NE(elsewhere, games.end());
  shard.games.start[elsewhere->index] = static_cast<std::uint8_t>(GameStart::kStandard);
  const Status refused = check_records(shard, text);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("where it begins"), std::string::npos) << refused.error();
}

TEST(EarlierStart, WithoutEarlierGamesTheyBeginAtTheStart) {
  Earlier run;
  run.config.selfplay.earlier_start = 1;
  const ReplayBuffer empty{WindowSettings{}};
  GamePlan plan = make_game_plan(run.config, 0);
  for (const ReplayBuffer* window : {static_cast<const ReplayBuffer*>(nullptr), &empty}) {
    plan.window = window;
    const SelfPlayGame game(plan, 0);
    EXPECT_EQ(game.game().start_position(), Position::start(game.game().rules()));
  }
}

TEST(EarlierStart, MoreThanAllGamesIsRefused) {
  const auto refused = parse_train_config("", "test.toml", {"selfplay.earlier_start=0.6"});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("together more than all games"), std::string::npos) << refused.error();
}

}  // namespace
}  // namespace jungle
