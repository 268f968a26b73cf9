#pragma once
// One of the fixed parts of a training batch: a net of its own, whose weights are views of the trainer's flat
// vector, and what its forward and backward pass leave behind. Parts of a batch are computed at once, each by
// one thread from end to end. Thread rule: hostile; different slices may compute at once.

#include <cstddef>
#include <vector>

#include "nn/torch/flat_weights.hpp"
#include "nn/torch/loss.hpp"
#include "nn/torch/net.hpp"
#include "nn/trainer.hpp"

namespace jungle {

class BatchSlice {
 public:
  // `parameters` has the order of the layout; it outlives the slice and does not move. `positions`: of a
  // part.
  BatchSlice(const FlatLayout& layout, std::vector<float>& parameters, int positions);

  struct Settings {
    bool bfloat16 = false;    // the type of the trunk
    LossWeights loss;         // its total_weight is that of the whole batch
    double reply_weight = 0;  // looked at where the layout has the head
    double later_weight = 0;
  };
  // Fills all of the following.
  void compute(const TrainBatch& part, const Settings& settings);

  std::vector<float> gradient;  // by the parameters; those of the parts add up to the batch's
  std::vector<float> moments;   // as FlatLayout::statistics; biased variances
  LossSums sums;
  HeadLoss reply, later;

 private:
  TrainingHeads heads_;
  Net net_;
  std::vector<float> policy_gradient_;  // by the outputs
  std::vector<float> value_gradient_;
  std::vector<float> reply_gradient_;  // empty without the head, like the next
  std::vector<float> later_gradient_;
};

}  // namespace jungle
