#include "nn/torch/flat_weights.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "test_batch.hpp"

namespace jungle {
namespace {

using test::kSmallNet;

TEST(FlatWeights, RoundTrip) {
  const NetWeights weights = random_weights(kSmallNet, 3);
  const FlatLayout layout(weights.config);
  EXPECT_EQ(unflatten(layout, flatten(layout, weights.tensors)).tensors, weights.tensors);
}

TEST(FlatWeights, HoldEveryTensorOnceStatisticsApart) {
  const FlatLayout layout(kSmallNet);
  EXPECT_EQ(layout.parameters.size() + layout.statistics.size(), tensor_layout(kSmallNet).size());
  EXPECT_EQ(layout.statistics.size(), 2U * (1 + 2 * 2 + 2));  // stem, two blocks, two heads
  std::size_t next = 0;
  for (const FlatTensor& tensor : layout.parameters) {
    EXPECT_EQ(tensor.offset, next);
    next += tensor.size;
  }
  EXPECT_EQ(next, layout.parameter_count);
}

TEST(FlatWeights, HeadsOfTrainingComeLastAndStayOutOfTheNet) {
  const NetWeights weights = random_weights(kSmallNet, 3);
  const FlatLayout plain(kSmallNet), layout(kSmallNet, {.reply = true, .later = true});
  std::map<std::string, Tensor> all = random_heads(kSmallNet, layout.heads, 5);
  all.insert(weights.tensors.begin(), weights.tensors.end());
  const FlatWeights flat = flatten(layout, all);
  EXPECT_EQ(unflatten(layout, flat).tensors, weights.tensors);
  const FlatWeights net = flatten(plain, weights.tensors);
  ASSERT_GT(flat.parameters.size(), net.parameters.size());
  EXPECT_TRUE(std::equal(net.parameters.begin(), net.parameters.end(), flat.parameters.begin()));
  EXPECT_TRUE(std::equal(net.statistics.begin(), net.statistics.end(), flat.statistics.begin()));
}

TEST(FlatWeights, PutTheInputChannelOfAConvolutionLast) {
  const NetWeights weights = random_weights(kSmallNet, 3);
  const FlatLayout layout(weights.config);
  const FlatWeights flat = flatten(layout, weights.tensors);
  const auto tensor = std::ranges::find(layout.parameters, "blocks.0.conv1.weight", &FlatTensor::name);
  ASSERT_NE(tensor, layout.parameters.end());
  // Out 2, in 5, row 1, column 2 of [16][16][3][3].
  EXPECT_EQ(flat.parameters[tensor->offset + ((2 * 3 + 1) * 3 + 2) * 16 + 5],
            weights.tensors.at("blocks.0.conv1.weight").data[((2 * 16 + 5) * 3 + 1) * 3 + 2]);
}

}  // namespace
}  // namespace jungle
