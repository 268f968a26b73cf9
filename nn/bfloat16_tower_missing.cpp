// Stands in for nn/bfloat16_tower.cpp in builds without oneDNN.
#include "nn/bfloat16_tower.hpp"

namespace jungle {

bool bfloat16_is_fastest() { return false; }

Result<std::unique_ptr<Tower>> make_bfloat16_tower(const FoldedNet&) {
  return Error{
      "this program was built without oneDNN (JUNGLE_WITH_ONEDNN=OFF), which bfloat16 needs: use float32"};
}

}  // namespace jungle
