#pragma once
// The training step as the learning loop sees it. LibTorch implements it (nn/torch), behind
// nn/torch_loader.hpp. Thread rule: hostile.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "nn/encoding.hpp"
#include "nn/weights.hpp"

namespace jungle {

struct TrainerConfig {
  int batch_size = 256;
  int slices = 4;   // fixed parts of a batch, each with its own batch-norm statistics, reduced in this order;
                    // divides batch_size
  int threads = 1;  // who computes the slices; never changes a result
  bool bfloat16 =
      true;  // autocast where the processor has bfloat16 instructions; else float32, said in description()
  double weight_decay = 1e-3;  // AdamW
  double gradient_clip = 5.0;  // of the global norm
  double average_decay =
      0.995;  // of the exponential moving average of the weights that play, batch-norm statistics included
  double value_weight = 1.0;  // of the win/draw/loss loss
  double plies_left_weight = 0.1;
  std::uint64_t seed = 0;  // of the first weights
};

// A batch, position after position. The policy target is zero on illegal indices; logits there are masked
// away.
struct TrainBatch {
  std::span<const float> planes;         // [batch_size][kEncodedSize], NHWC
  std::span<const float> policy_target;  // [batch_size][kPolicySize], each summing to 1
  std::span<const float> legal_mask;     // [batch_size][kPolicySize], 1 legal, 0 not
  std::span<const float> wdl_target;     // [batch_size][3] win, draw, loss for the side to move
  std::span<const float> plies_left;     // [batch_size]
  std::span<const float> weight;         // [batch_size], mean about 1
};

struct StepLosses {           // weighted means over the batch
  double policy = 0;          // cross-entropy, nats
  double value = 0;           // cross-entropy of win/draw/loss, nats
  double plies_left = 0;      // Huber, in units of kPliesLeftScale
  double policy_entropy = 0;  // of the target: policy minus this is the divergence
  double gradient_norm = 0;   // before clipping
};

class Trainer {
 public:
  virtual ~Trainer() = default;
  virtual StepLosses step(const TrainBatch& batch, double learning_rate) = 0;
  virtual std::int64_t steps_done() const = 0;
  virtual NetWeights weights() const = 0;           // as trained
  virtual NetWeights averaged_weights() const = 0;  // the moving average: what plays
  // All of the trainer's state (weights, average, moments, step count): a step after load equals the step
  // that would have followed save, bit for bit. save() writes a temporary name, flushes, renames.
  virtual void save(const std::filesystem::path& path) const = 0;
  virtual Status load(const std::filesystem::path& path) = 0;
  virtual std::string description()
      const = 0;  // "libtorch 1.13.1 cpu, bfloat16 autocast, 2 threads x 4 slices"
};

}  // namespace jungle
