#include "nn/weights.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "nn/model.hpp"

namespace jungle {
namespace {

TEST(NetConfig, NamesRoundTrip) {
  for (const NetConfig& config :
       {NetConfig{}, NetConfig{.channels = 64, .blocks = 6},
        NetConfig{.channels = 48, .blocks = 3, .value_channels = 4, .value_hidden = 32}}) {
    const Result<NetConfig> again = NetConfig::from_name(config.name());
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, config);
  }
  EXPECT_EQ(NetConfig{}.name(), "c32b4");
  EXPECT_EQ(NetConfig::from_name("c64b6")->channels, 64);
}

TEST(NetConfig, RefusesOtherNamesAndSizesOutOfRange) {
  for (const char* name : {"", "c", "c32", "b4", "c32b", "c32b4x", "c32b4v8", "32x4", "c0b4", "c32b0",
                           "c-8b4", "c1024b4", "c99999999999999b4", "c32b4v0h64", " c32b4"}) {
    EXPECT_FALSE(NetConfig::from_name(name)) << name;
  }
  EXPECT_EQ(NetConfig::from_name("c32b99").error(), "net size: blocks = 99 is not in 1..64");
}

TEST(TensorLayout, CountsTheParametersOfTheStandardNets) {
  const auto parameters = [](const char* name) {
    std::int64_t sum = 0;
    for (const auto& [tensor, shape] : tensor_layout(*NetConfig::from_name(name))) {
      std::int64_t product = 1;
      for (const std::int64_t extent : shape) product *= extent;
      sum += product;
    }
    return sum;
  };
  // Counted by hand: 3x3 convolutions, four numbers a batch-norm channel, the two heads.
  EXPECT_EQ(parameters("c32b4"), 36 * 32 * 9 + 8 * 32 * 32 * 9 + 9 * 4 * 32 +          // tower
                                     32 * 32 + 4 * 32 + 4 * 32 + 4 +                   // policy
                                     8 * 32 + 4 * 8 + 64 * 8 * 63 + 64 + 4 * 64 + 4);  // value
  EXPECT_GT(parameters("c64b6"), 500'000);
}

TEST(RandomWeights, FollowTheLayoutAndTheSeed) {
  const NetConfig config{.channels = 16, .blocks = 2};
  const NetWeights weights = random_weights(config, 1);
  const auto layout = tensor_layout(config);
  ASSERT_EQ(weights.tensors.size(), layout.size());
  for (const auto& [name, shape] : layout) EXPECT_EQ(weights.tensors.at(name).shape, shape) << name;
  EXPECT_EQ(random_weights(config, 1), weights);
  EXPECT_NE(weights_hash(random_weights(config, 2)), weights_hash(weights));
}

TEST(RandomWeights, HaveTheVarianceOfHeAndIdentityBatchNorms) {
  const NetWeights weights = random_weights(NetConfig{.channels = 64, .blocks = 1}, 3);
  const Tensor& conv = weights.tensors.at("blocks.0.conv1.weight");
  double squares = 0;
  for (const float value : conv.data) squares += static_cast<double>(value) * value;
  EXPECT_NEAR(squares / static_cast<double>(conv.data.size()), 2.0 / (64 * 9), 1e-4);
  EXPECT_EQ(weights.tensors.at("stem.bn.weight").data.front(), 1.0F);
  EXPECT_EQ(weights.tensors.at("stem.bn.running_mean").data.front(), 0.0F);
  EXPECT_EQ(weights.tensors.at("blocks.0.bn2.running_var").data.back(), 1.0F);
}

// A fixed value: the hash is written into manifests, so it must not depend on build or machine.
TEST(WeightsHash, IsOverConfigAndTensorsAndStable) {
  NetWeights weights = random_weights(NetConfig{.channels = 8, .blocks = 1}, 4);
  const std::uint64_t hash = weights_hash(weights);
  EXPECT_EQ(Model(weights).id(), hash);
  weights.metadata["generation"] = "7";
  EXPECT_EQ(weights_hash(weights), hash);
  weights.tensors.at("value.out.bias").data[3] = 1e-6F;
  EXPECT_NE(weights_hash(weights), hash);
  EXPECT_EQ(hash, 11391496121200027621U);
}

}  // namespace
}  // namespace jungle
