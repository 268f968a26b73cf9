#include "nn/torch/torch_trainer.hpp"

#include <algorithm>
#include <cmath>

#include <torch/types.h>
#include <torch/utils.h>
#include <torch/version.h>

#include "nn/torch/bfloat16_support.hpp"
#include "nn/torch/loss.hpp"
#include "nn/torch/net.hpp"
#include "nn/torch/trainer_state.hpp"
#include "nn/torch/worker_team.hpp"

namespace jungle {
namespace {

constexpr double kStatisticsMomentum = 0.1;  // of the running batch-norm statistics, LibTorch's usual value

// A view of flat data in the shape NetWeights has.
at::Tensor view(const FlatTensor& tensor, std::vector<float>& flat) {
  float* data = flat.data() + tensor.offset;
  if (tensor.shape.size() != 4) return torch::from_blob(data, tensor.shape);
  const auto& s = tensor.shape;
  return torch::from_blob(data, {s[0], s[2], s[3], s[1]}).permute({0, 3, 1, 2});
}

at::Tensor rows(std::span<const float> values, std::int64_t first, std::int64_t count, std::int64_t width) {
  return torch::from_blob(const_cast<float*>(values.data()) + first * width, {count, width});
}

struct Slice {
  Net net{nullptr};
  std::vector<float> gradient;
  std::vector<float> moments;    // as FlatLayout::statistics; biased variances
  std::array<double, 4> sums{};  // LossParts::sums
};

void start_worker() {
  at::set_num_threads(1);  // of this thread only: OpenMP keeps the number by thread
  at::globalContext().setFlushDenormal(
      true);  // dying gradients and moments would slow the arithmetic tenfold
}

class TorchTrainer final : public Trainer {
 public:
  TorchTrainer(const NetWeights& initial, const TrainerConfig& config);

  StepLosses step(const TrainBatch& batch, double learning_rate) override;
  std::int64_t steps_done() const override { return state_.optimizer.steps_done(); }
  NetWeights weights() const override { return unflatten(layout_, state_.trained); }
  NetWeights averaged_weights() const override { return unflatten(layout_, state_.averaged); }
  void save(const std::filesystem::path& path) const override { save_state(path, layout_.config, state_); }
  Status load(const std::filesystem::path& path) override { return load_state(path, layout_.config, state_); }
  std::string description() const override;

 private:
  void bind(Slice& slice);
  void compute(Slice& slice, int index, const TrainBatch& batch, double total_weight);
  void add_gradients();
  double gradient_norm() const;
  void update(double gradient_norm, double learning_rate);
  void update_statistics();
  void update_average();

  FlatLayout layout_;
  TrainerConfig config_;
  bool bfloat16_;
  TrainerState state_;
  std::vector<float> decay_;  // weight decay by parameter
  std::vector<Slice> slices_;
  WorkerTeam team_;
};

TorchTrainer::TorchTrainer(const NetWeights& initial, const TrainerConfig& config)
    : layout_(initial.config),
      config_(config),
      bfloat16_(config.bfloat16 && bfloat16_is_fast()),
      state_(layout_, initial),
      decay_(layout_.parameter_count),
      slices_(static_cast<std::size_t>(config.slices)),
      team_(std::min(config.threads, config.slices), start_worker) {
  JUNGLE_CHECK(config.slices >= 1 && config.threads >= 1 && config.batch_size % config.slices == 0);
  for (const FlatTensor& tensor : layout_.parameters) {
    // Biases and batch norms have nothing to gain from being small.
    const auto decay = static_cast<float>(tensor.shape.size() == 4 ? config.weight_decay : 0.0);
    std::fill_n(decay_.begin() + static_cast<std::ptrdiff_t>(tensor.offset), tensor.size, decay);
  }
  for (Slice& slice : slices_) bind(slice);
}

void TorchTrainer::bind(Slice& slice) {
  slice.net = Net(layout_.config);
  slice.gradient.resize(layout_.parameter_count);
  slice.moments.resize(layout_.statistic_count);
  const auto parameters = slice.net->named_parameters();
  for (const FlatTensor& tensor : layout_.parameters) {
    at::Tensor parameter = parameters[tensor.name];
    parameter.set_data(view(tensor, state_.trained.parameters));
    parameter.mutable_grad() = view(tensor, slice.gradient);
  }
  const auto buffers = slice.net->named_buffers();
  for (const FlatTensor& tensor : layout_.statistics) {
    at::Tensor buffer = buffers[tensor.name];
    buffer.set_data(view(tensor, slice.moments));
  }
}

StepLosses TorchTrainer::step(const TrainBatch& batch, double learning_rate) {
  const auto size = static_cast<std::size_t>(config_.batch_size);
  JUNGLE_CHECK(batch.planes.size() == size * kEncodedSize &&
               batch.policy_target.size() == size * kPolicySize &&
               batch.legal_mask.size() == size * kPolicySize && batch.wdl_target.size() == size * 3 &&
               batch.plies_left.size() == size && batch.weight.size() == size);
  double total_weight = 0;
  for (const float weight : batch.weight) total_weight += weight;
  total_weight = std::max(total_weight, 1e-6);  // a batch of nothing teaches nothing

  team_.run(config_.slices, [&](int index) {
    compute(slices_[static_cast<std::size_t>(index)], index, batch, total_weight);
  });
  std::array<double, 4> means{};
  for (const Slice& slice : slices_) {
    for (std::size_t i = 0; i < means.size(); ++i) means[i] += slice.sums[i] / total_weight;
  }
  StepLosses losses{
      .policy = means[0], .value = means[1], .plies_left = means[2], .policy_entropy = means[3]};
  // On a worker, since those flush denormals whatever the caller does.
  team_.run(1, [&](int) {
    add_gradients();
    losses.gradient_norm = gradient_norm();
    if (losses.finite()) update(losses.gradient_norm, learning_rate);
  });
  return losses;
}

void TorchTrainer::compute(Slice& slice, int index, const TrainBatch& batch, double total_weight) {
  const std::int64_t count = config_.batch_size / config_.slices;
  const std::int64_t first = index * count;
  at::Tensor planes = planes_tensor(batch.planes.data() + first * kEncodedSize, count);
  if (bfloat16_) planes = planes.to(torch::kBFloat16);
  const LossTargets targets{.policy = rows(batch.policy_target, first, count, kPolicySize),
                            .legal_mask = rows(batch.legal_mask, first, count, kPolicySize),
                            .wdl = rows(batch.wdl_target, first, count, 3),
                            .plies_left = rows(batch.plies_left, first, count, 1).flatten(),
                            .weight = rows(batch.weight, first, count, 1).flatten()};
  std::ranges::fill(slice.gradient, 0.0F);
  const LossParts loss = training_loss(
      slice.net->forward_fused(planes), targets,
      {.value = config_.value_weight, .plies_left = config_.plies_left_weight, .total_weight = total_weight});
  loss.total.backward();
  for (std::size_t i = 0; i < slice.sums.size(); ++i)
    slice.sums[i] = loss.sums[static_cast<std::int64_t>(i)].item<float>();
}

// Into the first slice's gradient, in the order of the slices.
void TorchTrainer::add_gradients() {
  float* sum = slices_[0].gradient.data();
  for (std::size_t s = 1; s < slices_.size(); ++s) {
    const float* part = slices_[s].gradient.data();
    for (std::size_t i = 0; i < layout_.parameter_count; ++i) sum[i] += part[i];
  }
}

double TorchTrainer::gradient_norm() const {
  constexpr std::size_t kSums = 16;  // independent, so that the loop need not wait for each addition
  std::array<double, kSums> sums{};
  const std::vector<float>& gradient = slices_[0].gradient;
  for (std::size_t i = 0; i < gradient.size(); ++i)
    sums[i % kSums] += double{gradient[i]} * double{gradient[i]};
  double total = 0;
  for (const double sum : sums) total += sum;
  return std::sqrt(total);
}

void TorchTrainer::update(double gradient_norm, double learning_rate) {
  std::vector<float>& gradient = slices_[0].gradient;
  if (gradient_norm > config_.gradient_clip) {
    const auto scale = static_cast<float>(config_.gradient_clip / gradient_norm);
    for (float& value : gradient) value *= scale;
  }
  state_.optimizer.step(state_.trained.parameters, gradient, decay_, learning_rate);
  update_statistics();
  update_average();
}

void TorchTrainer::update_statistics() {
  const auto count = static_cast<double>(config_.batch_size / config_.slices * kSquares);
  for (const FlatTensor& tensor : layout_.statistics) {
    // Plays on other positions: the unbiased variance is what to expect there.
    const double correction = tensor.name.ends_with("running_var") ? count / (count - 1) : 1.0;
    for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size; ++i) {
      double sum = 0;
      for (const Slice& slice : slices_) sum += slice.moments[i];
      const double mean = correction * sum / config_.slices;
      float& running = state_.trained.statistics[i];
      running = static_cast<float>((1 - kStatisticsMomentum) * running + kStatisticsMomentum * mean);
    }
  }
}

void TorchTrainer::update_average() {
  const auto steps = static_cast<double>(state_.optimizer.steps_done());
  const double keep = std::min(config_.average_decay, (1 + steps) / (10 + steps));
  const auto take = static_cast<float>(1 - keep);
  const auto blend = [take](const std::vector<float>& from, std::vector<float>& into) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] += take * (from[i] - into[i]);
  };
  blend(state_.trained.parameters, state_.averaged.parameters);
  blend(state_.trained.statistics, state_.averaged.statistics);
}

std::string TorchTrainer::description() const {
  return std::string("libtorch ") + TORCH_VERSION + " cpu, " + (bfloat16_ ? "bfloat16" : "float32") + ", " +
         std::to_string(team_.size()) + " threads, " + std::to_string(config_.slices) + " slices of " +
         std::to_string(config_.batch_size / config_.slices);
}

}  // namespace

std::unique_ptr<Trainer> make_torch_trainer(const NetWeights& initial, const TrainerConfig& config) {
  return std::make_unique<TorchTrainer>(initial, config);
}

}  // namespace jungle
