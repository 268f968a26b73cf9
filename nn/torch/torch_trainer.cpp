#include "nn/torch/torch_trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include <malloc.h>
#include <torch/types.h>
#include <torch/utils.h>
#include <torch/version.h>

#include "nn/torch/batch_slice.hpp"
#include "nn/torch/bfloat16_support.hpp"
#include "nn/torch/trainer_state.hpp"
#include "nn/torch/worker_team.hpp"

namespace jungle {
namespace {

constexpr int kRanges = 8;                   // of the parameters, for what is done to each of them
constexpr double kStatisticsMomentum = 0.1;  // of the running batch-norm statistics, LibTorch's usual value

// `count` positions of a batch, from `first` on.
TrainBatch part_of(const TrainBatch& batch, std::size_t first, std::size_t count) {
  return {batch.planes.subspan(first * kEncodedSize, count * kEncodedSize),
          batch.policy_target.subspan(first * kPolicySize, count * kPolicySize),
          batch.legal_mask.subspan(first * kPolicySize, count * kPolicySize),
          batch.wdl_target.subspan(first * 3, count * 3),
          batch.plies_left.subspan(first, count),
          batch.weight.subspan(first, count),
          batch.reply.empty() ? batch.reply : batch.reply.subspan(first, count),
          batch.later_board.empty() ? batch.later_board
                                    : batch.later_board.subspan(first * kSquares, count * kSquares)};
}

// Net and heads, as training begins with them.
std::map<std::string, Tensor> first_tensors(const NetWeights& initial, const TrainerConfig& config) {
  std::map<std::string, Tensor> tensors =
      random_heads(initial.config, training_heads(config), config.head_seed);
  tensors.insert(initial.tensors.begin(), initial.tensors.end());
  return tensors;
}

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
  void save(const std::filesystem::path& path) const override { save_state(path, layout_, state_); }
  Status load(const std::filesystem::path& path) override { return load_state(path, layout_, state_); }
  std::string description() const override;

 private:
  double head_loss(HeadLoss BatchSlice::*head) const;
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
  std::vector<BatchSlice> slices_;
  WorkerTeam team_;
};

TorchTrainer::TorchTrainer(const NetWeights& initial, const TrainerConfig& config)
    : layout_(initial.config, training_heads(config)),
      config_(config),
      bfloat16_(config.bfloat16 && bfloat16_is_fast()),
      state_(layout_, first_tensors(initial, config)),
      decay_(layout_.parameter_count),
      team_(std::min(config.threads, config.slices), start_worker) {
  keep_freed_memory();
  JUNGLE_CHECK(config.slices >= 1 && config.threads >= 1 && config.batch_size % config.slices == 0);
  for (const FlatTensor& tensor : layout_.parameters) {
    // Biases and batch norms have nothing to gain from being small.
    const auto decay = static_cast<float>(tensor.shape.size() == 4 ? config.weight_decay : 0.0);
    std::fill_n(decay_.begin() + static_cast<std::ptrdiff_t>(tensor.offset), tensor.size, decay);
  }
  slices_.reserve(static_cast<std::size_t>(config.slices));
  for (int i = 0; i < config.slices; ++i)
    slices_.emplace_back(layout_, state_.trained.parameters, config.batch_size / config.slices);
}

StepLosses TorchTrainer::step(const TrainBatch& batch, double learning_rate) {
  const auto size = static_cast<std::size_t>(config_.batch_size);
  JUNGLE_CHECK(batch.planes.size() == size * kEncodedSize &&
               batch.policy_target.size() == size * kPolicySize &&
               batch.legal_mask.size() == size * kPolicySize && batch.wdl_target.size() == size * 3 &&
               batch.plies_left.size() == size && batch.weight.size() == size);
  JUNGLE_CHECK((!layout_.heads.reply || batch.reply.size() == size) &&
               (!layout_.heads.later || batch.later_board.size() == size * kSquares));
  double total_weight = 0;
  for (const float weight : batch.weight) total_weight += weight;
  total_weight = std::max(total_weight, 1e-6);  // a batch of nothing teaches nothing

  const BatchSlice::Settings settings{.bfloat16 = bfloat16_,
                                      .loss = {.value = config_.value_weight,
                                               .plies_left = config_.plies_left_weight,
                                               .total_weight = total_weight},
                                      .reply_weight = config_.reply_weight,
                                      .later_weight = config_.later_weight};
  const std::size_t part = size / slices_.size();
  team_.run(config_.slices, [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    slices_[i].compute(part_of(batch, i * part, part), settings);
  });
  StepLosses losses;
  for (const BatchSlice& slice : slices_) {
    losses.policy += slice.sums.policy / total_weight;
    losses.value += slice.sums.value / total_weight;
    losses.plies_left += slice.sums.plies_left / total_weight;
    losses.policy_entropy += slice.sums.policy_entropy / total_weight;
  }
  if (layout_.heads.reply) losses.reply = head_loss(&BatchSlice::reply);
  if (layout_.heads.later) losses.later = head_loss(&BatchSlice::later);
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

// Over the positions of the batch whose target is known; 0 when none is.
double TorchTrainer::head_loss(HeadLoss BatchSlice::*head) const {
  HeadLoss sum;
  for (const BatchSlice& slice : slices_) {
    sum.loss += (slice.*head).loss;
    sum.weight += (slice.*head).weight;
  }
  return sum.weight > 0 ? sum.loss / sum.weight : 0;
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
      for (const BatchSlice& slice : slices_) sum += slice.moments[i];
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
