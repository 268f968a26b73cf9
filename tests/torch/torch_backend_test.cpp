#include "nn/torch/torch_backend.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "test_batch.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle {
namespace {

using test::kSmallNet;
using test::SamplePosition;

struct TorchBackendTest : testing::Test {
  std::vector<EvalResult> evaluate(std::size_t first, std::size_t count) const {
    std::vector<EvalRequest> requests;
    for (std::size_t i = first; i < first + count; ++i) requests.push_back(positions[i].request(rules));
    std::vector<EvalResult> results(count);
    evaluator->evaluate(requests, results);
    return results;
  }

  const RuleSet rules = *RuleSet::preset("wango");
  const std::vector<SamplePosition> positions = test::sample_positions(rules, 64, 11);
  const std::shared_ptr<const Model> model = std::make_shared<Model>(random_weights(kSmallNet, 4));
  const std::unique_ptr<Evaluator> evaluator = std::move(*make_torch_evaluator(model, "cpu", 64));
};

TEST_F(TorchBackendTest, GivesDistributions) {
  const auto results = evaluate(0, 64);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Wdl& wdl = results[i].wdl_for_side_to_move;
    EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1, 1e-5);
    EXPECT_GE(std::min({wdl.win, wdl.draw, wdl.loss}), 0);
    EXPECT_GT(results[i].plies_left, 0);
    float sum = 0;
    for (int m = 0; m < positions[i].legal_moves.size(); ++m) {
      EXPECT_GT(results[i].priors[static_cast<std::size_t>(m)], 0);
      sum += results[i].priors[static_cast<std::size_t>(m)];
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST_F(TorchBackendTest, DoesNotDependOnTheNeighboursInTheBatch) {
  const auto together = evaluate(0, 64);
  for (const std::size_t count : {1U, 2U, 5U, 16U, 33U}) {
    const auto some = evaluate(20, count);
    for (std::size_t i = 0; i < count; ++i) {
      const EvalResult &alone = some[i], &expected = together[20 + i];
      EXPECT_EQ(alone.wdl_for_side_to_move, expected.wdl_for_side_to_move) << "batch of " << count;
      EXPECT_EQ(alone.plies_left, expected.plies_left);
      const auto moves = static_cast<std::ptrdiff_t>(positions[20 + i].legal_moves.size());
      EXPECT_TRUE(std::equal(alone.priors.begin(), alone.priors.begin() + moves, expected.priors.begin()));
    }
  }
}

TEST_F(TorchBackendTest, FormsWithOtherLastBitsHaveOtherIds) {
  const auto backend = make_torch_evaluator(model, "cpu", 8);
  EXPECT_NE((*backend)->id(), make_plain_torch_evaluator(model, 8)->id());
  EXPECT_EQ((*backend)->id(), (*make_torch_evaluator(model, "cpu", 8))->id());
}

TEST_F(TorchBackendTest, RefusesAbsentDevicesInOneLine) {
  for (const std::string device : {"cuda:63", "nonsense", ""}) {
    const auto refused = make_torch_evaluator(model, device, 8);
    ASSERT_FALSE(refused) << device;
    EXPECT_TRUE(refused.error().starts_with("device '" + device + "': LibTorch ")) << refused.error();
    EXPECT_EQ(refused.error().find('\n'), std::string::npos) << refused.error();
  }
}

}  // namespace
}  // namespace jungle
