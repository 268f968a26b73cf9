#include "tests/selfplay/tally_trainer.hpp"

#include <cstring>
#include <limits>

#include "core/util/file.hpp"

namespace jungle {
namespace {

double sum_of(std::span<const float> numbers) {
  double sum = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    sum += static_cast<double>(numbers[i]) * static_cast<double>(1 + i % 97);
  return sum;
}

class TallyTrainer final : public Trainer {
 public:
  TallyTrainer(NetWeights initial, std::int64_t good_steps)
      : weights_(std::move(initial)), good_steps_(good_steps) {}

  StepLosses step(const TrainBatch& batch, double learning_rate) override {
    if (steps_ == good_steps_) return {.policy = std::numeric_limits<double>::quiet_NaN()};
    ++steps_;
    tally_ = tally_ * 0.9 + learning_rate * 1e-6 *
                                (sum_of(batch.planes) + sum_of(batch.policy_target) +
                                 sum_of(batch.wdl_target) + sum_of(batch.plies_left) + sum_of(batch.weight));
    StepLosses losses{.policy = 1.0 / static_cast<double>(steps_), .value = 0.5};
    if (!batch.reply.empty()) losses.reply = batch.reply.size();
    if (!batch.later_board.empty()) losses.later = batch.later_board.size();
    return losses;
  }
  std::int64_t steps_done() const override { return steps_; }
  NetWeights weights() const override { return averaged_weights(); }
  NetWeights averaged_weights() const override {
    NetWeights result = weights_;
    result.tensors.at("value.out.bias").data[0] = static_cast<float>(tally_);
    return result;
  }
  void save(const std::filesystem::path& path) const override {
    std::string bytes(sizeof(steps_) + sizeof(tally_), '\0');
    std::memcpy(bytes.data(), &steps_, sizeof(steps_));
    std::memcpy(bytes.data() + sizeof(steps_), &tally_, sizeof(tally_));
    write_file_atomically(path, bytes);
  }
  Status load(const std::filesystem::path& path) override {
    const auto bytes = read_file(path, 1000);
    if (!bytes) return Error{bytes.error()};
    std::memcpy(&steps_, bytes->data(), sizeof(steps_));
    std::memcpy(&tally_, bytes->data() + sizeof(steps_), sizeof(tally_));
    return Done{};
  }
  std::string description() const override { return "tally"; }

 private:
  NetWeights weights_;
  std::int64_t good_steps_;
  std::int64_t steps_ = 0;
  double tally_ = 0;
};

}  // namespace

std::unique_ptr<Trainer> make_tally_trainer(const NetWeights& initial, const TrainerConfig&) {
  return make_diverging_trainer(initial, std::numeric_limits<std::int64_t>::max());
}

std::unique_ptr<Trainer> make_diverging_trainer(const NetWeights& initial, std::int64_t good_steps) {
  return std::make_unique<TallyTrainer>(initial, good_steps);
}

}  // namespace jungle
