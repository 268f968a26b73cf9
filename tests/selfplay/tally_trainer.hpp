#pragma once
// A trainer small enough for tests of the loop: its "training" adds what it was shown to one tensor, so that
// the weights tell whether the same batches came in the same order. Saves, loads and averages as the real one
// does.

#include <memory>

#include "nn/trainer.hpp"

namespace jungle {

std::unique_ptr<Trainer> make_tally_trainer(const NetWeights& initial, const TrainerConfig& config);

// The same until `good_steps` are done: the losses of the next one are not finite.
std::unique_ptr<Trainer> make_diverging_trainer(const NetWeights& initial, std::int64_t good_steps);

}  // namespace jungle
