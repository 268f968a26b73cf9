// The fused backend at every batch size from 1 to 300 against the forward pass of LibTorch, on random and on
// trained nets.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "nn/cpu_evaluator.hpp"
#include "nn/torch/torch_backend.hpp"
#include "nn/torch/torch_trainer.hpp"
#include "test_batch.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle {
namespace {

using test::SamplePosition;
using test::TestBatch;

constexpr std::size_t kMostBatch = 300;

struct Difference {
  float prior = 0, wdl = 0, plies_left = 0;  // the largest; plies left in units of kPliesLeftScale
};

class BackendsAgree : public testing::Test {
 protected:
  // Of the processor's results in batches of every size; LibTorch's don't depend on the size
  // (TorchBackendTest).
  Difference compare(const NetWeights& weights, Precision precision) const {
    const auto model = std::make_shared<const Model>(weights);
    const auto torch = make_torch_evaluator(model, "cpu", kMostBatch);
    const auto cpu = make_cpu_evaluator(model, {.precision = precision, .max_batch = kMostBatch});
    EXPECT_TRUE(torch && cpu);
    std::vector<EvalRequest> requests;
    for (const SamplePosition& position : positions_) requests.push_back(position.request(rules_));
    std::vector<EvalResult> expected(kMostBatch);
    (*torch)->evaluate(requests, expected);

    Difference most;
    for (std::size_t size = 1; size <= kMostBatch; ++size) {
      const std::size_t first = (kMostBatch - size) / 2;
      std::vector<EvalResult> found(size);
      (*cpu)->evaluate(std::span(requests).subspan(first, size), found);
      for (std::size_t i = 0; i < size; ++i)
        add_difference(requests[first + i], expected[first + i], found[i], most);
    }
    return most;
  }

  static NetWeights briefly_trained(const NetConfig& config) {
    const auto trainer = make_torch_trainer(random_weights(config, 3), {.batch_size = 64, .slices = 2});
    for (std::uint64_t step = 0; step < 30; ++step) trainer->step(TestBatch(64, step).view(), 3e-3);
    return trainer->weights();
  }

 private:
  static void add_difference(const EvalRequest& request, const EvalResult& a, const EvalResult& b,
                             Difference& most) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(request.legal_moves->size()); ++i) {
      most.prior = std::max(most.prior, std::abs(a.priors[i] - b.priors[i]));
    }
    const Wdl &x = a.wdl_for_side_to_move, &y = b.wdl_for_side_to_move;
    most.wdl =
        std::max({most.wdl, std::abs(x.win - y.win), std::abs(x.draw - y.draw), std::abs(x.loss - y.loss)});
    most.plies_left = std::max(most.plies_left, std::abs(a.plies_left - b.plies_left) / kPliesLeftScale);
  }

  const RuleSet rules_ = *RuleSet::preset("wango");
  const std::vector<SamplePosition> positions_ = test::sample_positions(rules_, kMostBatch, 21);
};

TEST_F(BackendsAgree, InFloat32OnRandomNets) {
  for (const NetConfig& config : {NetConfig{}, test::kSmallNet}) {
    const Difference difference = compare(random_weights(config, 9), Precision::kFloat32);
    EXPECT_LT(difference.prior, 1e-5F);
    EXPECT_LT(difference.wdl, 1e-5F);
    EXPECT_LT(difference.plies_left, 1e-5F);
  }
}

TEST_F(BackendsAgree, InFloat32OnTrainedNets) {
  const Difference difference = compare(briefly_trained({}), Precision::kFloat32);
  EXPECT_LT(difference.prior, 1e-4F);
  EXPECT_LT(difference.wdl, 1e-4F);
  EXPECT_LT(difference.plies_left, 1e-4F);
}

TEST_F(BackendsAgree, UpToRoundingInBfloat16) {
  if (!make_cpu_evaluator(std::make_shared<const Model>(random_weights({}, 9)), {Precision::kBfloat16}))
    return;  // this processor does not compute with it
  for (const NetWeights& weights : {random_weights({}, 9), briefly_trained({})}) {
    const Difference difference = compare(weights, Precision::kBfloat16);
    EXPECT_LT(difference.prior, 0.03F);
    EXPECT_LT(difference.wdl, 0.03F);
    EXPECT_LT(difference.plies_left, 0.03F);
  }
}

}  // namespace
}  // namespace jungle
