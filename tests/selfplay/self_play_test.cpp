#include "selfplay/self_play.hpp"

#include <map>
#include <stdexcept>

#include <gtest/gtest.h>

#include "core/util/file.hpp"
#include "selfplay/data/record_check.hpp"
#include "selfplay/generation_report.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

SelfPlayJob job_in(const std::filesystem::path& folder, const TrainConfig& config, int threads, int slots) {
  return {.game_plan = make_game_plan(config, 2),
          .shard_plan = {.directory = folder,
                         .origin = {.seed = config.run.seed, .generation = 2, .model_id = 1},
                         .games = config.selfplay.games,
                         .games_per_shard = config.selfplay.games_per_shard,
                         .weighting = {},
                         .event = "test"},
          .on_shard = [](int, const std::shared_ptr<const Shard>&) {},
          .model = nullptr,
          .make_evaluator = uniform_factory(),
          .threads = threads,
          .slots = slots};
}

// Name and bytes of everything in the folder.
std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files[entry.path().filename().string()] = *read_file(entry.path(), 1 << 30);
  return files;
}

void ignore_progress(const SelfPlayProgress&) {}

TEST(SelfPlay, SameSeedSameFilesAtAnyNumberOfThreadsAndSlots) {
  const TrainConfig config = tiny_config();
  const std::filesystem::path folder = fresh_folder();
  std::vector<std::map<std::string, std::string>> results;
  for (const auto& [threads, slots] : {std::pair{1, 8}, {2, 8}, {1, 1}, {2, 3}, {3, 64}}) {
    const auto place = folder / (std::to_string(threads) + "x" + std::to_string(slots));
    std::filesystem::create_directories(place);
    EXPECT_TRUE(play_games(job_in(place, config, threads, slots), {}, ignore_progress).complete);
    results.push_back(contents(place));
  }
  EXPECT_EQ(results[0].size(), 6U);  // three shards and their text records
  for (std::size_t i = 1; i < results.size(); ++i) EXPECT_TRUE(results[i] == results[0]) << i;
}

TEST(SelfPlay, AGumbelRootGivesTheSameFilesAtAnyNumberOfThreadsAndOthersThanPuct) {
  TrainConfig config = tiny_config();
  const std::filesystem::path folder = fresh_folder();
  const auto files = [&](const std::string& name, int threads, int slots) {
    std::filesystem::create_directories(folder / name);
    EXPECT_TRUE(play_games(job_in(folder / name, config, threads, slots), {}, ignore_progress).complete);
    return contents(folder / name);
  };
  const auto puct = files("puct", 1, 8);
  config.root.kind = RootKind::kGumbel;
  const auto gumbel = files("gumbel", 1, 8);
  EXPECT_TRUE(gumbel == files("threads", 3, 2));
  EXPECT_FALSE(gumbel == puct);
}

TEST(SelfPlay, PlayoutsAreForcedInFullSearchesAndTheMoveIsDrawnWithoutThem) {
  TrainConfig config = tiny_config();
  config.selfplay.opening_plies = 0;
  config.selfplay.random_start_first = config.selfplay.random_start_last = 0;
  config.selfplay.full_probability = 1;
  config.root.forced_playouts = 2;
  const GamePlan plan = make_game_plan(config, 0);
  SelfPlayGame game(plan, 0);
  EXPECT_EQ(game.next_search().forced_playouts, 2);
  MoveList legal;
  game.game().legal_moves(legal);
  RootSummary root;
  for (const Move move : legal) root.moves.push_back({.move = move, .visits = 50, .prior = 0.1F});
  root.unforced_visits.resize(root.moves.size());
  root.unforced_visits[5] = 50;
  game.advance(root);
  EXPECT_EQ(game.game().moves().back(), legal[5]);

  config.selfplay.full_probability = 0;
  SelfPlayGame fast(plan, 0);
  EXPECT_EQ(fast.next_search().forced_playouts, 0);
}

TEST(SelfPlay, TheMoveThatTheRootChoseIsPlayed) {
  TrainConfig config = tiny_config();
  config.selfplay.opening_plies = 0;
  config.selfplay.random_start_first = config.selfplay.random_start_last = 0;
  config.root = {.kind = RootKind::kGumbel, .gumbel_moves = 5};
  config.selfplay.temperature_plies = 1;
  const GamePlan plan = make_game_plan(config, 0);
  SelfPlayGame game(plan, 0);
  const PoolBudget budget = game.next_search();
  ASSERT_TRUE(budget.gumbel);
  EXPECT_EQ(budget.gumbel->moves, 5);
  EXPECT_EQ(budget.gumbel->noise_scale, config.selfplay.temperature);
  EXPECT_EQ(budget.gumbel->value_scale, config.policy_target.scale);
  EXPECT_FALSE(budget.root_noise);

  MoveList legal;
  game.game().legal_moves(legal);
  RootSummary root;
  for (const Move move : legal) root.moves.push_back({.move = move, .visits = 1, .prior = 0.1F});
  root.moves.front().visits = 100;
  root.chosen = 7;
  game.advance(root);
  EXPECT_EQ(game.game().moves().back(), legal[7]);
  EXPECT_EQ(game.next_search().gumbel->noise_scale, config.selfplay.late_temperature);
}

TEST(SelfPlay, AnotherSeedOrGenerationGivesOtherGames) {
  TrainConfig config = tiny_config();
  const auto plan = make_game_plan(config, 2);
  SelfPlayGame a(plan, 0), b(plan, 1);
  const auto later = make_game_plan(config, 3);
  SelfPlayGame c(later, 0);
  const auto seed = [](SelfPlayGame& game) { return game.next_search().noise_seed; };
  const std::uint64_t first = seed(a);
  EXPECT_NE(first, seed(b));
  EXPECT_NE(first, seed(c));
  config.run.seed = 12;
  SelfPlayGame d(plan, 0);
  EXPECT_NE(first, seed(d));
}

TEST(SelfPlay, FullSearchesBecomeSamplesAndFastOnesDont) {
  const TrainConfig config = tiny_config();
  std::vector<std::shared_ptr<const Shard>> shards;
  SelfPlayJob job = job_in(fresh_folder(), config, 1, 8);
  job.on_shard = [&shards](int, std::shared_ptr<const Shard> shard) { shards.push_back(std::move(shard)); };
  const SelfPlayResult played = play_games(job, {}, ignore_progress);
  ASSERT_TRUE(played.complete);
  EXPECT_EQ(shards.size(), 3U);
  std::int64_t plies = 0, samples = 0;
  for (const auto& shard : shards) {
    for (const auto length : shard->games.plies) plies += length;
    samples += static_cast<std::int64_t>(shard->size());
    for (std::size_t i = 0; i < shard->size(); ++i) {
      std::uint32_t visits = 0;
      for (std::size_t m = shard->move_begin(i); m < shard->move_end(i); ++m)
        visits += shard->moves.visits[m];
      EXPECT_LE(visits, 12U + 4U);
    }
  }
  const double share = static_cast<double>(samples) / static_cast<double>(plies);
  EXPECT_NEAR(share, config.selfplay.full_probability, 0.1);
  EXPECT_GT(played.times.leaves, 0);
  EXPECT_GT(played.times.batches, 0);
}

// Every game begins with 3 to 16 animals, and 8 are drawn.
struct Adjudicated {
  TrainConfig config = tiny_config();
  StaticTable drawn{8, {}};
  Adjudicated() {
    config.selfplay.random_start_first = config.selfplay.random_start_last = 1;
    config.selfplay.games = 20;
    config.selfplay.adjudicate = true;
    config.search.endgame_table = &drawn;
  }
};

TEST(SelfPlay, GamesEndWhereATableHasTheirValue) {
  const Adjudicated run;
  const std::filesystem::path folder = fresh_folder();
  GameStatistics statistics;
  SelfPlayJob job = job_in(folder, run.config, 1, 8);
  job.on_shard = [&](int, const std::shared_ptr<const Shard>& shard) {
    statistics.add(*shard);
    for (std::size_t i = 0; i < shard->games_count(); ++i) {
      EXPECT_GE(shard->games.plies[i], 1) << "a game has a move of its own";
      if (shard->games.reason[i] != static_cast<int>(EndReason::kNone)) continue;
      EXPECT_EQ(shard->games.result[i], static_cast<int>(GameResult::kDraw));
    }
  };
  ASSERT_TRUE(play_games(job, {}, ignore_progress).complete);
  EXPECT_GT(statistics.adjudicated(), 0);
  EXPECT_LT(statistics.adjudicated(), statistics.games);
  for (int shard = 0; shard < job.shard_plan.shards(); ++shard) {
    const Status same = check_records(*read_shard(job.shard_plan.npz_path(shard)),
                                      *read_file(job.shard_plan.pgn_path(shard), 1 << 20));
    EXPECT_TRUE(static_cast<bool>(same)) << same.error();
  }
}

TEST(SelfPlay, ATableAloneEndsNoGame) {
  Adjudicated run;
  run.config.selfplay.adjudicate = false;
  GameStatistics statistics;
  SelfPlayJob job = job_in(fresh_folder(), run.config, 1, 8);
  job.on_shard = [&](int, const std::shared_ptr<const Shard>& shard) { statistics.add(*shard); };
  ASSERT_TRUE(play_games(job, {}, ignore_progress).complete);
  EXPECT_EQ(statistics.adjudicated(), 0);
}

TEST(SelfPlay, AdjudicatedGamesAreTheSameAtAnyNumberOfThreads) {
  const Adjudicated run;
  const std::filesystem::path folder = fresh_folder();
  std::vector<std::map<std::string, std::string>> results;
  for (const auto& [threads, slots] : {std::pair{1, 8}, {3, 3}}) {
    const auto place = folder / std::to_string(threads);
    std::filesystem::create_directories(place);
    ASSERT_TRUE(play_games(job_in(place, run.config, threads, slots), {}, ignore_progress).complete);
    results.push_back(contents(place));
  }
  EXPECT_TRUE(results[0] == results[1]);
}

TEST(SelfPlay, StopsWhenAskedAndGoesOnFromWhatIsThere) {
  const TrainConfig config = tiny_config();
  const std::filesystem::path folder = fresh_folder();
  const auto whole = folder / "whole", broken = folder / "broken";
  std::filesystem::create_directories(whole);
  std::filesystem::create_directories(broken);
  play_games(job_in(whole, config, 1, 8), {}, ignore_progress);

  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(play_games(job_in(broken, config, 2, 8), stop.get_token(), ignore_progress).complete);
  for (const char* name : {"gen-0002-001.npz", "gen-0002-001.pgn"})
    std::filesystem::copy(whole / name, broken / name);
  const SelfPlayResult resumed = play_games(job_in(broken, config, 2, 8), {}, ignore_progress);
  EXPECT_TRUE(resumed.complete);
  EXPECT_EQ(resumed.games_kept, 4);
  EXPECT_TRUE(contents(whole) == contents(broken));
}

TEST(SelfPlay, AnEvaluatorThatThrowsStopsEveryThread) {
  class Failing final : public Evaluator {
   public:
    void evaluate(std::span<const EvalRequest>, std::span<EvalResult>) override {
      throw std::runtime_error("no memory left");
    }
    int max_batch() const override { return 8; }
    std::uint64_t id() const override { return 9; }
    std::string description() const override { return "failing"; }
  };
  const TrainConfig config = tiny_config();
  SelfPlayJob job = job_in(fresh_folder(), config, 2, 4);
  job.make_evaluator = [count = 0](const std::shared_ptr<const Model>&,
                                   int) mutable -> std::unique_ptr<Evaluator> {
    if (count++ == 0) return std::make_unique<Failing>();
    return std::make_unique<UniformEvaluator>();
  };
  EXPECT_THROW(play_games(job, {}, ignore_progress), std::runtime_error);
}

}  // namespace
}  // namespace jungle
