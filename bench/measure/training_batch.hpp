#pragma once
// A batch to train on: real positions with made-up targets: any move is the best one, any result the game's.

#include <vector>

#include "core/util/random.hpp"
#include "nn/trainer.hpp"

namespace jungle::bench {

class TrainingBatch {
 public:
  explicit TrainingBatch(int size);  // at most 1024; the same for the same size

  TrainBatch view() const { return {planes_, policy_, mask_, wdl_, plies_left_, weight_}; }

 private:
  void add(const EvalRequest& request, Rng& rng);

  std::vector<float> planes_;
  std::vector<float> policy_;
  std::vector<float> mask_;
  std::vector<float> wdl_;
  std::vector<float> plies_left_;
  std::vector<float> weight_;
};

}  // namespace jungle::bench
