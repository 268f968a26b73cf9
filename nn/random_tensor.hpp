#pragma once
// How a tensor begins before anything was learned. Thread rule: pure function.

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/util/random.hpp"
#include "nn/weights.hpp"

namespace jungle {

// By its name and shape (nn/weights.hpp): convolutions He-initialised (uniform), the last ones of heads
// small, batch norms the identity, biases 0. The same for the same stream everywhere.
Tensor random_tensor(std::string_view name, const std::vector<std::int64_t>& shape, Rng rng);

}  // namespace jungle
