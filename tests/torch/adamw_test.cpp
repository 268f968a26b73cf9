#include "nn/torch/adamw.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <torch/optim/adamw.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

TEST(AdamW, AgreesWithLibTorchs) {
  constexpr std::size_t kSize = 37;
  constexpr double kDecay = 0.05;
  Rng rng({1});
  std::vector<float> ours(kSize), gradient(kSize);
  for (float& value : ours) value = static_cast<float>(rng.normal());
  const std::vector<float> decay(kSize, static_cast<float>(kDecay));
  at::Tensor theirs = torch::tensor(ours).requires_grad_();
  torch::optim::AdamW reference({theirs}, torch::optim::AdamWOptions(0).weight_decay(kDecay));
  AdamW optimizer(kSize);

  for (int step = 0; step < 20; ++step) {
    for (float& value : gradient) value = static_cast<float>(rng.normal() * std::pow(10.0, step % 5 - 3));
    const double learning_rate = 0.01 / (step + 1);
    optimizer.step(ours, gradient, decay, learning_rate);
    static_cast<torch::optim::AdamWOptions&>(reference.param_groups()[0].options()).lr(learning_rate);
    theirs.mutable_grad() = torch::tensor(gradient);
    reference.step();
    for (std::size_t i = 0; i < kSize; ++i) {
      ASSERT_NEAR(ours[i], theirs.data_ptr<float>()[i], 2e-6) << "step " << step << " element " << i;
    }
  }
  EXPECT_EQ(optimizer.steps_done(), 20);
}

TEST(AdamW, ContinuesFromRestoredMomentsBitForBit) {
  std::vector<float> parameters{1, -2, 3};
  const std::vector<float> gradient{0.5F, 0.25F, -1}, decay{0.1F, 0, 0};
  AdamW whole(3);
  for (int i = 0; i < 5; ++i) whole.step(parameters, gradient, decay, 0.01);
  std::vector<float> copy = parameters;
  AdamW resumed(3);
  resumed.restore(whole.steps_done(), whole.first_moment(), whole.second_moment());
  whole.step(parameters, gradient, decay, 0.01);
  resumed.step(copy, gradient, decay, 0.01);
  EXPECT_EQ(copy, parameters);
}

}  // namespace
}  // namespace jungle
