#include "nn/bfloat16_tower.hpp"

#include "nn/onednn_compat.hpp"
#include "nn/onednn_tower.hpp"

namespace jungle {

bool bfloat16_is_fastest() { return onednn::has_matrix_instructions(); }

Result<std::unique_ptr<Tower>> make_bfloat16_tower(const FoldedNet& net) {
  if (!onednn::has_bfloat16_instructions()) {
    return Error{"bfloat16 inference needs a processor with avx512_bf16 or amx_bf16; oneDNN runs with " +
                 onednn::instruction_set_name() + " here: use float32"};
  }
  return std::unique_ptr<Tower>(std::make_unique<OnednnTower>(net));
}

}  // namespace jungle
