#include "nn/torch/plain_training.hpp"

#include <cstdint>
#include <memory>

#include <torch/optim/adamw.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "nn/torch/net.hpp"

namespace jungle {
namespace {

at::Tensor tensor_of(std::span<const float> values, std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(values.size()) / columns;
  return torch::from_blob(const_cast<float*>(values.data()), {rows, columns});
}

// Of the calling thread, while this object lives.
class OpenMpThreads {
 public:
  explicit OpenMpThreads(int threads) : before_(at::get_num_threads()) { at::set_num_threads(threads); }
  OpenMpThreads(const OpenMpThreads&) = delete;
  OpenMpThreads& operator=(const OpenMpThreads&) = delete;
  ~OpenMpThreads() { at::set_num_threads(before_); }

 private:
  int before_;
};

class PlainTraining {
 public:
  PlainTraining(const NetWeights& initial, const TrainerConfig& config)
      : config_(config), net_(make_net(initial, config)), optimizer_(net_->parameters(), options(config)) {}

  StepLosses step(const TrainBatch& batch, double learning_rate) {
    const OpenMpThreads threads(config_.threads);
    static_cast<torch::optim::AdamWOptions&>(optimizer_.param_groups().front().options()).lr(learning_rate);
    optimizer_.zero_grad();
    const auto size = static_cast<std::int64_t>(batch.weight.size());
    const NetOutputs outputs = net_->forward(planes_tensor(batch.planes.data(), size).contiguous());
    const at::Tensor weight = tensor_of(batch.weight, 1).squeeze(1);
    const at::Tensor share = weight / weight.sum();
    const at::Tensor policy = (policy_losses(outputs.policy_logits, batch) * share).sum();
    const at::Tensor value =
        (cross_entropies(outputs.value.narrow(1, 0, 3), tensor_of(batch.wdl_target, 3)) * share).sum();
    const at::Tensor plies_left = (plies_left_losses(outputs.value.select(1, 3), batch) * share).sum();
    StepLosses losses{.policy = policy.item<double>(),
                      .value = value.item<double>(),
                      .plies_left = plies_left.item<double>()};
    at::Tensor total = policy + config_.value_weight * value + config_.plies_left_weight * plies_left;
    if (outputs.reply_logits.defined()) {
      const at::Tensor reply = reply_losses(outputs.reply_logits, batch);
      total = total + config_.reply_weight * (reply * share).sum();
      losses.reply = mean_of_known(reply, weight * (reply_target(batch) != kNoReply));
    }
    if (outputs.later_logits.defined()) {
      const at::Tensor later = later_losses(outputs.later_logits, batch);
      total = total + config_.later_weight * (later * share).sum();
      losses.later = mean_of_known(later, weight * (later_target(batch).select(1, 0) != kUnknownSquare));
    }
    total.backward();
    optimizer_.step();
    return losses;
  }

 private:
  static Net make_net(const NetWeights& initial, const TrainerConfig& config) {
    const TrainingHeads heads = training_heads(config);
    Net net(initial.config, heads);
    import_weights(*net, initial);
    import_heads(*net, random_heads(initial.config, heads, config.head_seed));
    net->train();
    return net;
  }
  static torch::optim::AdamWOptions options(const TrainerConfig& config) {
    return torch::optim::AdamWOptions().weight_decay(config.weight_decay);
  }

  static at::Tensor cross_entropies(const at::Tensor& logits, const at::Tensor& target) {
    return -(target * logits.log_softmax(1)).sum(1);
  }
  // Illegal moves are out of the softmax; their targets are zero.
  static at::Tensor policy_losses(const at::Tensor& logits, const TrainBatch& batch) {
    const at::Tensor illegal = tensor_of(batch.legal_mask, kPolicySize) == 0;
    return cross_entropies(logits.masked_fill(illegal, -1e9), tensor_of(batch.policy_target, kPolicySize));
  }
  static at::Tensor plies_left_losses(const at::Tensor& y, const TrainBatch& batch) {
    const at::Tensor target = tensor_of(batch.plies_left, 1).squeeze(1) / kPliesLeftScale;
    return at::huber_loss(at::softplus(y), target, at::Reduction::None);
  }

  static at::Tensor reply_target(const TrainBatch& batch) {
    return torch::from_blob(const_cast<std::int16_t*>(batch.reply.data()),
                            {static_cast<std::int64_t>(batch.reply.size())}, torch::kShort)
        .to(torch::kLong);
  }
  static at::Tensor later_target(const TrainBatch& batch) {
    return torch::from_blob(const_cast<std::uint8_t*>(batch.later_board.data()),
                            {static_cast<std::int64_t>(batch.weight.size()), kSquares}, torch::kByte)
        .to(torch::kLong);
  }
  // 0 where the target is not known, like the next.
  static at::Tensor reply_losses(const at::Tensor& logits, const TrainBatch& batch) {
    return at::cross_entropy_loss(logits, reply_target(batch), {}, at::Reduction::None, kNoReply);
  }
  static at::Tensor later_losses(const at::Tensor& logits, const TrainBatch& batch) {
    return at::cross_entropy_loss(logits.permute({0, 2, 1}), later_target(batch), {}, at::Reduction::None,
                                  kUnknownSquare)
        .mean(1);
  }
  static double mean_of_known(const at::Tensor& losses, const at::Tensor& weight_of_known) {
    return ((losses * weight_of_known).sum() / weight_of_known.sum()).item<double>();
  }

  TrainerConfig config_;
  Net net_;
  torch::optim::AdamW optimizer_;
};

}  // namespace

PlainTrainingStep make_plain_training_step(const NetWeights& initial, const TrainerConfig& config) {
  return [training = std::make_shared<PlainTraining>(initial, config)](
             const TrainBatch& batch, double learning_rate) { return training->step(batch, learning_rate); };
}

}  // namespace jungle
