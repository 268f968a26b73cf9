#pragma once
// Evaluation requests for what runs nets: the positions of bench/measure/positions.hpp with their moves.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/measure/rounds.hpp"
#include "nn/model.hpp"
#include "search/evaluator.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle::bench {

class Requests {
 public:
  Requests();                                                      // one a position of game_positions()
  explicit Requests(std::vector<test::SamplePosition> positions);  // of games under rules()
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  std::span<const EvalRequest> all() const { return requests_; }
  // `size` requests, at most as many as there are, other ones each time until all had their turn.
  std::span<const EvalRequest> next(std::size_t size);

 private:
  std::vector<test::SamplePosition> positions_;
  std::vector<EvalRequest> requests_;
  std::size_t next_ = 0;
};

// Batches of results.size() through one evaluator, on the calling thread. Items: positions. The arguments
// outlive the work.
Work evaluate_in_turn(Evaluator& evaluator, Requests& requests, std::span<EvalResult> results);

// A net with random weights, the same object for the same name.
std::shared_ptr<const Model> random_model(const std::string& config_name);

}  // namespace jungle::bench
