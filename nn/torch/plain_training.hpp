#pragma once
// The training step as LibTorch's tutorials write it: the whole batch through the module in float32 and NCHW,
// the loss in tensor operations, autograd, torch::optim::AdamW, LibTorch's own threads within each operation.
// Benchmarks measure the trainer against it, tests compare one step of both. It keeps no average, no clipping
// and no slices: config.batch_size, threads, weight_decay and the loss weights are what it obeys.
//
// Thread rule: hostile.

#include "nn/torch_loader.hpp"

namespace jungle {

PlainTrainingStep make_plain_training_step(const NetWeights& initial, const TrainerConfig& config);

}  // namespace jungle
