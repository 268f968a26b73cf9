#pragma once
// From samples to the tensors of a training step.

#include <cstdint>
#include <vector>

#include "core/util/random.hpp"
#include "nn/trainer.hpp"
#include "selfplay/data/replay_buffer.hpp"
#include "selfplay/data/targets.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

// Targets that only some trainings want (nn/trainer.hpp).
struct ExtraTargets {
  bool reply = false;
  int later_plies = 0;  // how many plies later the board is to be guessed; 0: not at all
};
ExtraTargets extra_targets(const TrainConfig& config);

// The storage behind one TrainBatch; made once and filled again and again.
class BatchBuffer {
 public:
  explicit BatchBuffer(int batch_size, const ExtraTargets& extra = {});

  // Writes row `row` from a sample, mirrored left to right (position, moves and all) if asked. The later
  // board of a game that ends sooner is its last one; a game's last move has no reply; samples of old shards
  // have neither.
  void set(int row, const SampleRef& sample, const ValueTargetParams& params, bool mirror);

  TrainBatch view() const;
  int size() const { return static_cast<int>(weight_.size()); }

 private:
  void set_extra(int row, const SampleRef& sample, const Position& position, bool mirror);

  ExtraTargets extra_;
  std::vector<float> planes_;
  std::vector<float> policy_target_;
  std::vector<float> legal_mask_;
  std::vector<float> wdl_target_;
  std::vector<float> plies_left_;
  std::vector<float> weight_;
  std::vector<std::int16_t> reply_;  // empty unless wanted, like the next
  std::vector<std::uint8_t> later_board_;
};

// Fills the buffer with samples drawn evenly from the window, each with its own coin for the mirror when
// `mirror` is on. Precondition: replay.size() > 0.
void draw_batch(const ReplayBuffer& replay, const ValueTargetParams& params, bool mirror, Rng& rng,
                BatchBuffer& buffer);

}  // namespace jungle
