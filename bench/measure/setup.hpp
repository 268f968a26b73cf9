#pragma once
// What the parts of `jungle bench` measure with. Evaluators come from outside: which backend this machine and
// this build have is the program's affair.

#include <functional>
#include <memory>

#include "core/util/result.hpp"
#include "nn/cpu_evaluator.hpp"
#include "nn/model.hpp"
#include "search/evaluator.hpp"

namespace jungle::bench {

using MakeEvaluator = std::function<Result<std::unique_ptr<Evaluator>>(
    const std::shared_ptr<const Model>& model, Precision precision, int max_batch)>;

struct MeasureSetup {
  std::shared_ptr<const Model> model;  // the net of every row that has one
  bool trained = false;                // else its weights are random
  int threads = 1;                     // of the rows that use several
  MakeEvaluator make_evaluator;        // for one thread each
};

}  // namespace jungle::bench
