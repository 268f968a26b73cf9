#include "selfplay/teacher.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/util/file.hpp"
#include "selfplay/data/record_check.hpp"
#include "selfplay/generation_report.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

TrainConfig taught_config(double share) {
  TrainConfig config = tiny_config();
  config.teacher = {.share_first = share, .share_last = share, .nodes = 300, .random_moves = 0.1};
  config.selfplay.max_plies = 120;
  return config;
}

SelfPlayGame first_taught_game(const GamePlan& plan) {
  std::uint32_t index = 0;
  while (!SelfPlayGame(plan, index).taught()) ++index;
  return {plan, index};
}

struct Generation {
  std::vector<std::shared_ptr<const Shard>> shards;
  std::string records;
  SelfPlayTimes times;
};

Generation play(const TrainConfig& config, const std::filesystem::path& folder, int threads, int slots) {
  Generation generation;
  SelfPlayJob job;
  job.game_plan = make_game_plan(config, 0);
  job.shard_plan.directory = folder;
  job.shard_plan.origin.seed = config.run.seed;
  job.shard_plan.games = config.selfplay.games;
  job.shard_plan.games_per_shard = config.selfplay.games_per_shard;
  job.make_evaluator = uniform_factory();
  job.threads = threads;
  job.slots = slots;
  std::filesystem::create_directories(job.shard_plan.directory);
  generation.shards.resize(static_cast<std::size_t>(job.shard_plan.shards()));
  job.on_shard = [&](int shard, std::shared_ptr<const Shard> made) {
    generation.shards[static_cast<std::size_t>(shard)] = std::move(made);
  };
  const SelfPlayResult played = play_games(job, {}, [](const SelfPlayProgress&) {});
  EXPECT_TRUE(played.complete);
  generation.times = played.times;
  for (int shard = 0; shard < job.shard_plan.shards(); ++shard)
    generation.records += *read_file(job.shard_plan.pgn_path(shard), 1 << 20);
  return generation;
}

TEST(Teacher, EveryPositionOfItsGameIsASampleWithTheMoveItFound) {
  TrainConfig config = taught_config(1);
  config.teacher.random_moves = 0;
  const GamePlan plan = make_game_plan(config, 0);
  SelfPlayGame game = first_taught_game(plan);
  const int opening = game.game().plies();
  Teacher teacher(config.teacher);
  ASSERT_TRUE(teacher.play(game, {}));
  const GameRecord record = std::move(game).take_record();
  EXPECT_TRUE(record.taught);
  EXPECT_FALSE(record.game.outcome().is_ongoing());
  ASSERT_EQ(record.searches.size(), record.game.moves().size());

  AlphaBetaPlayer same("same", {.table_mb = 4});
  Game replayed = Game(record.game.rules(), record.game.start_position());
  for (std::size_t ply = 0; ply < record.searches.size(); ++ply) {
    const SearchRecord& search = record.searches[ply];
    if (static_cast<int>(ply) >= opening) {
      const Decision found =
          same.choose_move(replayed, {.nodes = config.teacher.nodes, .search_single_move = true}, {});
      EXPECT_TRUE(search.full);
      EXPECT_EQ(search.root_value, found.wdl_for_side_to_move.value());
      for (std::size_t i = 0; i < search.root_moves.size(); ++i)
        EXPECT_EQ(search.policy[i], search.root_moves[i].move == found.move ? 1.0F : 0.0F);
      EXPECT_EQ(record.game.moves()[ply], found.move);
    }
    replayed.play(record.game.moves()[ply]);
  }
}

TEST(Teacher, AShareOfItsMovesIsDrawnAtRandomButNotLearned) {
  const auto strays = [](double share) {
    TrainConfig config = taught_config(1);
    config.teacher.random_moves = share;
    const GamePlan plan = make_game_plan(config, 0);
    Teacher teacher(config.teacher);
    int count = 0;
    for (std::uint32_t index = 0; index < 5; ++index) {
      SelfPlayGame game(plan, index);
      EXPECT_TRUE(teacher.play(game, {}));
      const GameRecord record = std::move(game).take_record();
      for (std::size_t ply = 0; ply < record.searches.size(); ++ply) {
        const SearchRecord& search = record.searches[ply];
        for (std::size_t i = 0; i < search.root_moves.size(); ++i)
          count += record.game.moves()[ply] == search.root_moves[i].move && search.policy[i] == 0 ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_EQ(strays(0), 0);
  EXPECT_GT(strays(0.3), 10);
}

TEST(Teacher, AGameDoesNotDependOnTheOnesBefore) {
  const TrainConfig config = taught_config(1);
  const GamePlan plan = make_game_plan(config, 0);
  const auto moves_of = [&plan](Teacher& teacher, std::uint32_t index) {
    SelfPlayGame game(plan, index);
    EXPECT_TRUE(teacher.play(game, {}));
    return std::vector<Move>(game.game().moves().begin(), game.game().moves().end());
  };
  Teacher fresh(config.teacher);
  const auto alone = moves_of(fresh, 3);
  Teacher used(config.teacher);
  moves_of(used, 0);
  moves_of(used, 1);
  EXPECT_EQ(moves_of(used, 3), alone);
}

TEST(Teacher, StopsBetweenMoves) {
  const TrainConfig config = taught_config(1);
  const GamePlan plan = make_game_plan(config, 0);
  SelfPlayGame game(plan, 0);
  std::stop_source stop;
  stop.request_stop();
  Teacher teacher(config.teacher);
  EXPECT_FALSE(teacher.play(game, stop.get_token()));
}

TEST(Teacher, ShareOfGamesFallsOverTheGenerations) {
  TrainConfig config = taught_config(1);
  config.teacher.share_last = 0;
  config.teacher.generations = 10;
  const auto taught = [&config](std::uint32_t generation) {
    const GamePlan plan = make_game_plan(config, generation);
    int count = 0;
    for (std::uint32_t index = 0; index < 400; ++index) count += SelfPlayGame(plan, index).taught() ? 1 : 0;
    return count;
  };
  EXPECT_EQ(taught(0), 400);
  EXPECT_NEAR(taught(5), 200, 40);
  EXPECT_EQ(taught(10), 0);
  EXPECT_EQ(taught(11), 0);
}

TEST(Teacher, SharedGenerationsAreTheSameAtAnyNumberOfThreadsAndSlots) {
  const TrainConfig config = taught_config(0.5);
  const std::filesystem::path folder = fresh_folder();
  const Generation one = play(config, folder / "one", 1, 8);
  const Generation two = play(config, folder / "two", 2, 2);
  EXPECT_EQ(one.records, two.records);
  ASSERT_EQ(one.shards.size(), two.shards.size());
  for (std::size_t i = 0; i < one.shards.size(); ++i) {
    EXPECT_EQ(one.shards[i]->samples.position, two.shards[i]->samples.position);
    EXPECT_EQ(one.shards[i]->moves.policy, two.shards[i]->moves.policy);
  }
  EXPECT_GT(one.times.teacher, 0);
  EXPECT_GT(one.times.leaves, 0);
}

TEST(Teacher, RecordsNameTheirPlayerAndAgreeWithTheirShards) {
  const TrainConfig config = taught_config(0.5);
  const std::filesystem::path folder = fresh_folder();
  const Generation generation = play(config, folder, 1, 8);
  EXPECT_NE(generation.records.find("[White \"alpha-beta\"]"), std::string::npos);
  EXPECT_NE(generation.records.find("[White \"net "), std::string::npos);
  for (int shard = 0; shard < static_cast<int>(generation.shards.size()); ++shard) {
    const auto path = folder / fmt::format("gen-0000-{:03}", shard);
    const auto read = read_shard(path.string() + ".npz");
    ASSERT_TRUE(read) << read.error();
    const Status same = check_records(*read, *read_file(path.string() + ".pgn", 1 << 20));
    EXPECT_TRUE(static_cast<bool>(same)) << same.error();
  }
}

}  // namespace
}  // namespace jungle
