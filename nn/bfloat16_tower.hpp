#pragma once
// The tower in bfloat16, where this build and this processor have one. Keeps oneDNN out of who asks for it.

#include <memory>

#include "core/util/result.hpp"
#include "nn/folded_net.hpp"
#include "nn/tower.hpp"

namespace jungle {

bool bfloat16_is_fastest();  // the processor multiplies matrices of it (AMX)
Result<std::unique_ptr<Tower>> make_bfloat16_tower(const FoldedNet& net);

}  // namespace jungle
