#include "nn/torch/torch_trainer.hpp"

#include <algorithm>
#include <cmath>

#include <malloc.h>
#include <torch/autograd.h>
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

// `count` positions of a batch, from `first` on.
TrainBatch part_of(const TrainBatch& batch, std::size_t first, std::size_t count) {
  return {batch.planes.subspan(first * kEncodedSize, count * kEncodedSize),
          batch.policy_target.subspan(first * kPolicySize, count * kPolicySize),
          batch.legal_mask.subspan(first * kPolicySize, count * kPolicySize),
          batch.wdl_target.subspan(first * 3, count * 3),
          batch.plies_left.subspan(first, count),
          batch.weight.subspan(first, count)};
}

std::span<const float> values_of(const at::Tensor& tensor) {
  JUNGLE_CHECK(tensor.is_contiguous());
  return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

struct Slice {
  Net net{nullptr};
  std::vector<float> gradient;
  std::vector<float> moments;          // as FlatLayout::statistics; biased variances
  std::vector<float> policy_gradient;  // by the outputs
  std::vector<float> value_gradient;
  LossSums sums;
};

void start_worker() {
  at::set_num_threads(1);  // of this thread only: OpenMP keeps the number by thread
  at::globalContext().setFlushDenormal(
      true);  // dying gradients and moments would slow the arithmetic tenfold
}

// A step frees some megabytes of tensors and allocates them again in the next one. By default glibc gives
// them back to the system in between, and a tenth of the time goes into page faults. These limits are the
// process's.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
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
  void compute(Slice& slice, const TrainBatch& part, double total_weight);
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
  keep_freed_memory();
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
  const auto positions = static_cast<std::size_t>(config_.batch_size / config_.slices);
  slice.policy_gradient.resize(positions * kPolicySize);
  slice.value_gradient.resize(positions * 4);
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

  const std::size_t part = size / slices_.size();
  team_.run(config_.slices, [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    compute(slices_[i], part_of(batch, i * part, part), total_weight);
  });
  StepLosses losses;
  for (const Slice& slice : slices_) {
    losses.policy += slice.sums.policy / total_weight;
    losses.value += slice.sums.value / total_weight;
    losses.plies_left += slice.sums.plies_left / total_weight;
    losses.policy_entropy += slice.sums.policy_entropy / total_weight;
  }
  // On a worker, since those flush denormals whatever the caller does.
  team_.run(1, [&](int) {
    add_gradients();
    losses.gradient_norm = gradient_norm();
    if (losses.finite()) update(losses.gradient_norm, learning_rate);
  });
  return losses;
}

void TorchTrainer::compute(Slice& slice, const TrainBatch& part, double total_weight) {
  at::Tensor planes = planes_tensor(part.planes.data(), static_cast<std::int64_t>(part.weight.size()));
  if (bfloat16_) planes = planes.to(at::kBFloat16);
  const NetOutputs outputs = slice.net->forward_fused(planes);
  const at::Tensor policy_logits = outputs.policy_logits.detach().contiguous();
  const at::Tensor value = outputs.value.detach().contiguous();
  slice.sums = training_loss(
      values_of(policy_logits), values_of(value), part,
      {.value = config_.value_weight, .plies_left = config_.plies_left_weight, .total_weight = total_weight},
      slice.policy_gradient, slice.value_gradient);
  std::ranges::fill(slice.gradient, 0.0F);  // backward adds to it
  torch::autograd::backward({outputs.policy_logits, outputs.value},
                            {torch::from_blob(slice.policy_gradient.data(), policy_logits.sizes()),
                             torch::from_blob(slice.value_gradient.data(), value.sizes())});
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
    // The net will play on other positions: the unbiased variance is what to expect there.
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
