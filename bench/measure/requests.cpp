#include "bench/measure/requests.hpp"

#include <map>
#include <utility>

#include "bench/measure/positions.hpp"
#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle::bench {

namespace {

std::vector<test::SamplePosition> positions_of_random_games() {
  std::vector<test::SamplePosition> samples;
  for (const Position& position : game_positions()) {
    test::SamplePosition& sample =
        samples.emplace_back(test::SamplePosition{.position = position, .legal_moves = {}, .repetitions = 0});
    generate_legal(position, rules(), sample.legal_moves);
  }
  return samples;
}

}  // namespace

Requests::Requests() : Requests(positions_of_random_games()) {}

Requests::Requests(std::vector<test::SamplePosition> positions) : positions_(std::move(positions)) {
  for (const test::SamplePosition& sample : positions_) requests_.push_back(sample.request(rules()));
}

std::span<const EvalRequest> Requests::next(std::size_t size) {
  JUNGLE_CHECK(size <= requests_.size());
  if (next_ + size > requests_.size()) next_ = 0;
  const std::span<const EvalRequest> batch(&requests_[next_], size);
  next_ += size;
  return batch;
}

Work evaluate_in_turn(Evaluator& evaluator, Requests& requests, std::span<EvalResult> results) {
  return repeat(
      [&evaluator, &requests, results] {
        evaluator.evaluate(requests.next(results.size()), results);
        return static_cast<double>(results.size());
      },
      Timing::kThread);
}

std::shared_ptr<const Model> random_model(const std::string& config_name) {
  static std::map<std::string, std::shared_ptr<const Model>> models;
  auto& model = models[config_name];
  if (model == nullptr) {
    model = std::make_shared<const Model>(random_weights(*NetConfig::from_name(config_name), 1));
  }
  return model;
}

}  // namespace jungle::bench
