#include "nn/torch/adamw.hpp"

#include <algorithm>
#include <cmath>

#include "core/util/check.hpp"

namespace jungle {

void AdamW::update(std::size_t begin, std::size_t end, std::span<float> parameters,
                   std::span<const float> gradient, std::span<const float> decay, double learning_rate) {
  const std::size_t size = first_moment_.size();
  JUNGLE_CHECK(parameters.size() == size && gradient.size() == size && decay.size() == size);
  JUNGLE_CHECK(begin <= end && end <= size && steps_done_ > 0);
  const auto steps = static_cast<double>(steps_done_);
  constexpr auto kKeep1 = static_cast<float>(kBeta1);
  constexpr auto kTake1 = static_cast<float>(1 - kBeta1);
  constexpr auto kKeep2 = static_cast<float>(kBeta2);
  constexpr auto kTake2 = static_cast<float>(1 - kBeta2);
  constexpr auto kLeast = static_cast<float>(kEpsilon);
  const auto rate = static_cast<float>(learning_rate);
  // The moments start at zero; dividing by what they can have reached corrects that.
  const auto step_size = static_cast<float>(learning_rate / (1 - std::pow(kBeta1, steps)));
  const auto root_scale = static_cast<float>(1 / std::sqrt(1 - std::pow(kBeta2, steps)));
  float* parameter = parameters.data();
  float* first = first_moment_.data();
  float* second = second_moment_.data();
  for (std::size_t i = begin; i < end; ++i) {
    const float g = gradient[i];
    first[i] = kKeep1 * first[i] + kTake1 * g;
    second[i] = kKeep2 * second[i] + kTake2 * g * g;
    parameter[i] -= parameter[i] * rate * decay[i];
    parameter[i] -= step_size * first[i] / (std::sqrt(second[i]) * root_scale + kLeast);
  }
}

void AdamW::restore(std::int64_t steps_done, std::span<const float> first_moment,
                    std::span<const float> second_moment) {
  JUNGLE_CHECK(first_moment.size() == first_moment_.size() && second_moment.size() == second_moment_.size());
  steps_done_ = steps_done;
  std::ranges::copy(first_moment, first_moment_.begin());
  std::ranges::copy(second_moment, second_moment_.begin());
}

}  // namespace jungle
