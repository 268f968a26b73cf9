#include "nn/random_tensor.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>

namespace jungle {
namespace {

bool ends_with_one_of(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [name](std::string_view ending) { return name.ends_with(ending); });
}

// The outputs start small, so that an untrained net has almost even priors and draws.
constexpr float kHeadScale = 0.1F;

// Uniform with the variance of He et al. (2015), 2 / fan_in: unlike a normal variable it needs no library
// function whose last bit may differ between machines.
void fill_he_uniform(Tensor& tensor, float scale, Rng& rng) {
  const std::int64_t fan_in = static_cast<std::int64_t>(tensor.data.size()) / tensor.shape[0];
  const double bound = scale * std::sqrt(6.0 / static_cast<double>(fan_in));
  for (float& value : tensor.data) value = static_cast<float>((2.0 * rng.uniform() - 1.0) * bound);
}

}  // namespace

Tensor random_tensor(std::string_view name, const std::vector<std::int64_t>& shape, Rng rng) {
  std::size_t size = 1;
  for (const std::int64_t extent : shape) size *= static_cast<std::size_t>(extent);
  Tensor tensor{.shape = shape, .data = std::vector<float>(size)};
  if (shape.size() == 4) {
    fill_he_uniform(tensor, name.ends_with(".out.weight") ? kHeadScale : 1.0F, rng);
  } else if (ends_with_one_of(name, {"bn.weight", "bn1.weight", "bn2.weight", ".running_var"})) {
    std::ranges::fill(tensor.data, 1.0F);
  }
  return tensor;
}

}  // namespace jungle
