#include "nn/torch/net.hpp"

#include <set>

#include <gtest/gtest.h>
#include <torch/types.h>

#include "nn/encoding.hpp"
#include "test_batch.hpp"

namespace jungle {
namespace {

using test::kSmallNet;
using test::TestBatch;

TEST(Net, HasExactlyTheTensorsOfTheLayout) {
  Net net(kSmallNet);
  std::set<std::string> names;
  for (const auto& item : net->named_parameters()) names.insert(item.key());
  for (const auto& item : net->named_buffers()) {
    if (!item.key().ends_with("num_batches_tracked")) names.insert(item.key());  // LibTorch's own
  }
  std::set<std::string> expected;
  for (const auto& [name, shape] : tensor_layout(kSmallNet)) expected.insert(name);
  EXPECT_EQ(names, expected);
}

TEST(Net, ImportsAndExportsWeights) {
  Net net(kSmallNet);
  NetWeights weights = random_weights(kSmallNet, 5);
  weights.tensors.at("policy.bn.running_var").data[3] = 2.5F;
  import_weights(*net, weights);
  EXPECT_EQ(export_weights(*net).tensors, weights.tensors);
}

TEST(Net, SeesPlanesWhereTheEncodingPutsThem) {
  std::vector<float> planes(2 * kEncodedSize);
  planes[kEncodedSize + 10 * kPlanes + 4] = 1;  // second position, square 10 (row 1, column 3), plane 4
  const at::Tensor tensor = planes_tensor(planes.data(), 2);
  EXPECT_EQ(tensor.sizes(), (std::vector<std::int64_t>{2, kPlanes, 9, 7}));
  EXPECT_EQ(tensor[1][4][1][3].item<float>(), 1);
  EXPECT_EQ(tensor.sum().item<float>(), 1);
}

// With weights that carry one input plane through to one direction, the plane's one must come out at square *
// 4 + direction.
TEST(Net, OrdersPolicyLogitsBySquareThenDirection) {
  Net net(kSmallNet);
  NetWeights weights = random_weights(kSmallNet, 5);
  for (auto& [name, tensor] : weights.tensors) {
    if (tensor.shape.size() == 4) std::ranges::fill(tensor.data, 0.0F);
  }
  weights.tensors.at("stem.conv.weight").data[4] = 1;  // channel 0 is plane 0: the middle of its 3 x 3
  weights.tensors.at("policy.conv.weight").data[0] = 1;
  weights.tensors.at("policy.out.weight").data[2 * 16] = 1;  // direction 2 is channel 0
  import_weights(*net, weights);
  net->eval();
  std::vector<float> planes(2 * kEncodedSize);
  planes[20 * kPlanes] = 1;
  const at::Tensor logits = net->forward(planes_tensor(planes.data(), 2)).policy_logits[0];
  EXPECT_NEAR(logits[20 * 4 + 2].item<float>(), 1, 1e-4);
  EXPECT_NEAR(logits.abs().sum().item<float>(), 1, 1e-4);
}

TEST(Net, FusedForwardEqualsPlainOperationsWithTheSameGradients) {
  const TestBatch batch(12, 1);
  const at::Tensor planes = planes_tensor(batch.planes.data(), 12);
  const auto run = [&](bool fused) {
    Net net(kSmallNet);
    import_weights(*net, random_weights(kSmallNet, 5));
    const NetOutputs outputs = fused ? net->forward_fused(planes) : net->forward(planes);
    (outputs.policy_logits.square().sum() + outputs.value.square().sum()).backward();
    std::vector<at::Tensor> results{outputs.policy_logits.detach(), outputs.value.detach()};
    for (const at::Tensor& parameter : net->parameters()) results.push_back(parameter.grad());
    return results;
  };
  const auto fused = run(true), plain = run(false);
  ASSERT_EQ(fused.size(), plain.size());
  for (std::size_t i = 0; i < fused.size(); ++i) {
    EXPECT_LT((fused[i] - plain[i]).norm().item<double>(), 1e-4 * plain[i].norm().item<double>() + 1e-6) << i;
  }
}

}  // namespace
}  // namespace jungle
