#pragma once
// The training step of nn/trainer.hpp in LibTorch, on the CPU.
//
// A batch is cut into config.slices equal parts. Each has a net of its own (its weights are views of the one
// flat vector, its gradient and batch-norm moments are its own) and is computed by one thread from end to
// end, one thread per operation. Gradients and moments are then added in the order of the slices. So threads
// only choose who computes, and any number of them gives the same bits.

#include <memory>

#include "nn/trainer.hpp"

namespace jungle {

// Precondition: `initial` has the layout of its configuration; config.slices divides config.batch_size;
// threads >= 1.
std::unique_ptr<Trainer> make_torch_trainer(const NetWeights& initial, const TrainerConfig& config);

}  // namespace jungle
