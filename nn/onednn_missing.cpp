// Stands in for nn/onednn_evaluator.cpp in builds without oneDNN.
#include "nn/onednn_evaluator.hpp"

namespace jungle {

Result<std::unique_ptr<Evaluator>> make_onednn_evaluator(const std::shared_ptr<const Model>&,
                                                         const OnednnOptions&) {
  return Error{"this program was built without oneDNN (JUNGLE_WITH_ONEDNN=OFF): nets need another backend"};
}

}  // namespace jungle
