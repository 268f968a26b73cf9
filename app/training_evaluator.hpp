#pragma once
// What self-play evaluates with, as a training configuration asks for: backend, device, precision, cache.

#include "core/util/result.hpp"
#include "selfplay/self_play.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

// The factory throws std::runtime_error with the reason when the backend refuses; check it once with
// describe_evaluator().
EvaluatorFactory training_evaluator_factory(const TrainConfig& config);

// Makes one evaluator and says what it is ("winograd, float32, avx2, c32b4 ..."), or why it can't
// be had.
Result<std::string> describe_evaluator(const TrainConfig& config, const std::shared_ptr<const Model>& model);

}  // namespace jungle
