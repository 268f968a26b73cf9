// What a visit costs in memory: the part of a tree's memory that a search touched, over its visits.

#include <algorithm>

#include <fmt/format.h>

#include "bench/measure/parts.hpp"
#include "bench/measure/requests.hpp"
#include "bench/measure/searches.hpp"

namespace jungle::bench {
namespace {

constexpr std::int64_t kWholeTree = 1'000'000;
constexpr std::int64_t kSample = 1'000;  // enough to know how fast searching is
constexpr int kBatch = 16;               // the shape of a large tree does not depend on it
constexpr const char* kSmallNet = "c8b1";

// Null when there is no evaluator; `problem` says why.
std::unique_ptr<MctsPlayer> open_player(const MeasureSetup& setup, const std::shared_ptr<const Model>& model,
                                        std::string& problem) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  auto evaluator = setup.make_evaluator(model, Precision::kAuto, kBatch);
  if (!evaluator) {
    problem = evaluator.error();
    return nullptr;
  }
  evaluators.push_back(*std::move(evaluator));
  return make_player(std::move(evaluators), {.batch = kBatch});
}

// That the player searches in so many seconds, a whole tree at most. A power of ten, so that the rows of two
// runs are comparable though one machine was a little slower.
std::int64_t affordable_visits(MctsPlayer& player, double seconds) {
  const Game game(rules());
  player.choose_move(game, {.visits = kSample}, {});
  player.new_game();
  const double begin = now(Timing::kWall);
  player.choose_move(game, {.visits = kSample}, {});
  const double per_visit = (now(Timing::kWall) - begin) / kSample;
  std::int64_t visits = kWholeTree;
  while (visits > kSample && static_cast<double>(visits) * per_visit > seconds) visits /= 10;
  return visits;
}

}  // namespace

std::vector<Row> measure_memory(const MeasureSetup& setup, double seconds) {
  Row row{.part = "memory", .name = "memory", .unit = "bytes/visit"};
  std::shared_ptr<const Model> model = setup.model;
  auto player = open_player(setup, model, row.note);
  if (player != nullptr && affordable_visits(*player, seconds) < kWholeTree) {
    model = std::make_shared<const Model>(random_weights(*NetConfig::from_name(kSmallNet), 1));
    player = open_player(setup, model, row.note);
  }
  if (player == nullptr) return {row};
  const std::int64_t visits = affordable_visits(*player, seconds);
  player->new_game();
  const std::int64_t gained = player->choose_move(Game(rules()), {.visits = visits}, {}).nodes;
  row.ours = static_cast<double>(player->tree().memory().touched_bytes()) / static_cast<double>(gained);
  row.rounds = 1;
  row.what = fmt::format("memory of a tree of {} visits from the start with {}, over its visits", gained,
                         model->config().name());
  if (model != setup.model)
    row.note =
        fmt::format("{} visits with {} would have taken too long", kWholeTree, setup.model->config().name());
  return {row};
}

}  // namespace jungle::bench
