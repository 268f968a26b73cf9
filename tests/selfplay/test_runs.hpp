#pragma once
// What the tests of the loop share: a run of seconds, a fresh folder, games without a net.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "search/endgame_table.hpp"
#include "search/uniform_evaluator.hpp"
#include "selfplay/self_play.hpp"
#include "selfplay/self_play_game.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

inline TrainConfig tiny_config() {
  TrainConfig config;
  config.run = {.name = "tiny", .seed = 11, .generations = 3};
  config.net = {.channels = 8, .blocks = 1, .value_channels = 2, .value_hidden = 8};
  config.selfplay.games = 10;
  config.selfplay.games_per_shard = 4;
  config.selfplay.slots = 8;
  config.selfplay.full_visits = 12;
  config.selfplay.fast_visits = 4;
  config.selfplay.max_plies = 40;
  config.learn.min_samples = 1;
  config.learn.passes = 1;
  config.trainer.batch_size = 16;
  return config;
}

inline NetWeights tiny_net() { return random_weights(tiny_config().net, 11); }

// An empty folder of the running test's own.
inline std::filesystem::path fresh_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) /
                               (std::string("jungle-") + test->test_suite_name() + "-" + test->name());
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

inline EvaluatorFactory uniform_factory() {
  return [](const std::shared_ptr<const Model>&, int) { return std::make_unique<UniformEvaluator>(); };
}

// A game alone in its pool.
inline GameRecord play_game(const GamePlan& plan, std::uint32_t index, Evaluator& evaluator) {
  SearchPool pool(evaluator, plan.config->search, 1);
  SelfPlayGame game(plan, index);
  do {
    pool.start(0, game.game(), game.next_search());
    while (pool.step().empty()) {
    }
  } while (game.advance(pool.result(0)));
  return std::move(game).take_record();
}

// Red is lost, whoever is asked, and 12 plies are left.
class RedIsLost final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const bool red = requests[i].position->side_to_move() == Side::kRed;
      results[i].wdl_for_side_to_move = red ? Wdl{0.0F, 0.05F, 0.95F} : Wdl{0.95F, 0.05F, 0.0F};
      results[i].plies_left = 12;
      std::fill_n(results[i].priors.begin(), requests[i].legal_moves->size(),
                  1.0F / static_cast<float>(requests[i].legal_moves->size()));
    }
  }
  int max_batch() const override { return 64; }
  std::uint64_t id() const override { return 5; }
  std::string description() const override { return "red is lost"; }
};

// Says the same of every position with so many animals or fewer.
class StaticTable final : public EndgameTable {
 public:
  StaticTable(int animals, EndgameValue value) : animals_(animals), value_(value) {}
  int max_animals() const override { return animals_; }
  std::optional<EndgameValue> probe(const Position& position) const override {
    if (position.occupied().count() > animals_) return std::nullopt;
    return value_;
  }

 private:
  int animals_;
  EndgameValue value_;
};

}  // namespace jungle
