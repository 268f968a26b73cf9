#pragma once
// From samples to the tensors of a training step.

#include <vector>

#include "core/util/random.hpp"
#include "nn/trainer.hpp"
#include "selfplay/data/replay_buffer.hpp"
#include "selfplay/data/targets.hpp"

namespace jungle {

// The storage behind one TrainBatch; made once and filled again and again.
class BatchBuffer {
 public:
  explicit BatchBuffer(int batch_size);

  // Writes row `row` from a sample, mirrored left to right (position, moves and all) if asked.
  void set(int row, const SampleRef& sample, const ValueTargetParams& params, bool mirror);

  TrainBatch view() const;
  int size() const { return static_cast<int>(weight_.size()); }

 private:
  std::vector<float> planes_;
  std::vector<float> policy_target_;
  std::vector<float> legal_mask_;
  std::vector<float> wdl_target_;
  std::vector<float> plies_left_;
  std::vector<float> weight_;
};

// Fills the buffer with samples drawn evenly from the window, each with its own coin for the mirror when
// `mirror` is on. Precondition: replay.size() > 0.
void draw_batch(const ReplayBuffer& replay, const ValueTargetParams& params, bool mirror, Rng& rng,
                BatchBuffer& buffer);

}  // namespace jungle
