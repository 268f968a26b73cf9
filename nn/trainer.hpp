#pragma once
// The training step as the learning loop sees it. LibTorch implements it (nn/torch), behind
// nn/torch_loader.hpp. Thread rule: hostile.

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "nn/encoding.hpp"
#include "nn/weights.hpp"

namespace jungle {

struct TrainerConfig {
  int batch_size = 256;
  // Fixed parts of a batch, each with its own batch-norm statistics, added up in this order. Divides
  // batch_size.
  int slices = 4;
  int threads = 1;  // who computes the slices; never changes a result
  // Compute in it where it is faster (nn/torch/bfloat16_support.hpp has the rule), else in float32;
  // description() says which.
  bool bfloat16 = true;
  double weight_decay = 1e-3;  // AdamW, on convolution weights only
  double gradient_clip = 5.0;  // of the global norm
  // Of the exponential moving average of the weights that play, batch-norm statistics included. Step t keeps
  // min(average_decay, (1 + t) / (10 + t)): the random first weights must not linger in a young average.
  double average_decay = 0.995;
  double value_weight = 1.0;  // of the win/draw/loss loss
  double plies_left_weight = 0.1;
  // Of the heads that exist in training alone: none is made where its weight is 0. They guess what the games
  // tell anyway, and the trunk learns from it.
  double reply_weight = 0;      // what the opponent answers
  double later_weight = 0;      // how the board looks some plies later
  std::uint64_t head_seed = 0;  // of these heads' first weights
};

// Targets of the heads of training that are not known of a sample.
inline constexpr std::int16_t kNoReply = -1;
inline constexpr std::uint8_t kUnknownSquare = 255;
// What stands on a square of a later board: nothing, an own animal of rank 1 to 8, an enemy's.
inline constexpr int kSquareContents = 1 + static_cast<int>(kAnimalPlanes);

// A batch, position after position. The policy target is zero on illegal indices; logits there are masked
// away.
struct TrainBatch {
  std::span<const float> planes;         // [batch_size][kEncodedSize], NHWC
  std::span<const float> policy_target;  // [batch_size][kPolicySize], each summing to 1
  std::span<const float> legal_mask;     // [batch_size][kPolicySize], 1 legal, 0 not
  std::span<const float> wdl_target;     // [batch_size][3] win, draw, loss for the side to move
  std::span<const float> plies_left;     // [batch_size]
  std::span<const float> weight;         // [batch_size], mean about 1
  // Only for a trainer with these heads; empty else.
  std::span<const std::int16_t> reply = {};  // [batch_size] policy index as the opponent sees it, or kNoReply
  // [batch_size][kSquares], squares and sides as the sample's side to move sees them: 0 nothing, else 1 + the
  // plane of encoding.hpp; all kUnknownSquare where it is not known.
  std::span<const std::uint8_t> later_board = {};
};

struct StepLosses {           // weighted means over the batch
  double policy = 0;          // cross-entropy, nats
  double value = 0;           // cross-entropy of win/draw/loss, nats
  double plies_left = 0;      // Huber, in units of kPliesLeftScale
  double policy_entropy = 0;  // of the target: policy minus this is the divergence
  double gradient_norm = 0;   // before clipping
  // Absent without the head; means over the samples whose target is known.
  std::optional<double> reply = {};  // cross-entropy over all policy indices, nats
  std::optional<double> later = {};  // cross-entropy of what stands on a square, nats

  bool finite() const {
    return std::isfinite(policy + value + plies_left + gradient_norm + reply.value_or(0) + later.value_or(0));
  }
};

class Trainer {
 public:
  virtual ~Trainer() = default;
  // One AdamW step. When the losses are not finite() the weights, the average and steps_done() are left as
  // they were: the caller stops. Precondition: the spans have the sizes the configuration says.
  virtual StepLosses step(const TrainBatch& batch, double learning_rate) = 0;
  virtual std::int64_t steps_done() const = 0;
  virtual NetWeights weights() const = 0;           // as trained
  virtual NetWeights averaged_weights() const = 0;  // the moving average: what plays
  // All of the trainer's state (weights, average, moments, step count): a step after load equals the step
  // that would have followed save, bit for bit. save() writes a temporary name, flushes, renames.
  virtual void save(const std::filesystem::path& path) const = 0;
  virtual Status load(const std::filesystem::path& path) = 0;
  virtual std::string description() const = 0;  // "libtorch 1.13.0, bfloat16, 2 threads, 4 slices of 64"
};

}  // namespace jungle
