#include "nn/torch/torch_trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

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

constexpr int kRanges = 8;                   // of the parameters, for what is done to each of them
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
  // Of all parameters, [begin, end): fixed, so that sums are the same however many threads there are.
  struct Range {
    std::size_t begin, end;
  };
  Range range(int part) const;
  double add_gradients(Range range);
  void update(Range range, double gradient_norm, double learning_rate);
  void update_statistics();
  float average_share() const;

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
  // On the workers, since those flush denormals whatever the caller does.
  std::array<double, kRanges> squares{};
  team_.run(kRanges, [&](int i) { squares[static_cast<std::size_t>(i)] = add_gradients(range(i)); });
  losses.gradient_norm = std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
  if (!losses.finite()) return losses;
  state_.optimizer.begin_step();
  team_.run(kRanges + 1, [&](int i) {
    if (i == kRanges) {
      update_statistics();
    } else {
      update(range(i), losses.gradient_norm, learning_rate);
    }
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

TorchTrainer::Range TorchTrainer::range(int part) const {
  const auto at = [this](int i) {
    return layout_.parameter_count * static_cast<std::size_t>(i) / static_cast<std::size_t>(kRanges);
  };
  return {at(part), at(part + 1)};
}

// Into the first slice's gradient, in the order of the slices. Returns the sum of the squares.
double TorchTrainer::add_gradients(Range range) {
  float* sum = slices_[0].gradient.data();
  for (std::size_t s = 1; s < slices_.size(); ++s) {
    const float* part = slices_[s].gradient.data();
    for (std::size_t i = range.begin; i < range.end; ++i) sum[i] += part[i];
  }
  constexpr std::size_t kSums = 16;  // independent, so that the loop need not wait for each addition
  std::array<double, kSums> sums{};
  for (std::size_t i = range.begin; i < range.end; ++i) sums[i % kSums] += double{sum[i]} * double{sum[i]};
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

void TorchTrainer::update(Range range, double gradient_norm, double learning_rate) {
  std::vector<float>& gradient = slices_[0].gradient;
  if (gradient_norm > config_.gradient_clip) {
    const auto scale = static_cast<float>(config_.gradient_clip / gradient_norm);
    for (std::size_t i = range.begin; i < range.end; ++i) gradient[i] *= scale;
  }
  std::vector<float>& trained = state_.trained.parameters;
  state_.optimizer.update(range.begin, range.end, trained, gradient, decay_, learning_rate);
  std::vector<float>& averaged = state_.averaged.parameters;
  const float share = average_share();
  for (std::size_t i = range.begin; i < range.end; ++i) averaged[i] += share * (trained[i] - averaged[i]);
}

// Running statistics and their average.
void TorchTrainer::update_statistics() {
  const auto count = static_cast<double>(config_.batch_size / config_.slices * kSquares);
  const float share = average_share();
  for (const FlatTensor& tensor : layout_.statistics) {
    // The net will play on other positions: the unbiased variance is what to expect there.
    const double correction = tensor.name.ends_with("running_var") ? count / (count - 1) : 1.0;
    for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size; ++i) {
      double sum = 0;
      for (const Slice& slice : slices_) sum += slice.moments[i];
      const double mean = correction * sum / config_.slices;
      float& running = state_.trained.statistics[i];
      running = static_cast<float>((1 - kStatisticsMomentum) * running + kStatisticsMomentum * mean);
      float& averaged = state_.averaged.statistics[i];
      averaged += share * (running - averaged);
    }
  }
}

// Of the newest weights in their average.
float TorchTrainer::average_share() const {
  const auto steps = static_cast<double>(state_.optimizer.steps_done());
  return static_cast<float>(1 - std::min(config_.average_decay, (1 + steps) / (10 + steps)));
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
