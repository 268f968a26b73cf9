#include "bench/measure/team.hpp"

#include <chrono>
#include <utility>

namespace jungle::bench {
namespace {

// Waits at the gate before each batch.
class GatedEvaluator final : public Evaluator {
 public:
  GatedEvaluator(Evaluator& inner, Gate& gate) : inner_(inner), gate_(gate) {}

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    gate_.pass();
    inner_.evaluate(requests, results);
  }
  int max_batch() const override { return inner_.max_batch(); }
  std::uint64_t id() const override { return inner_.id(); }
  EvaluatorStats stats() const override { return inner_.stats(); }
  std::string description() const override { return inner_.description(); }

 private:
  Evaluator& inner_;
  Gate& gate_;
};

}  // namespace

Team::Team(Evaluators evaluators, Act act)
    : evaluators_(evaluators), act_(std::move(act)), gate_(evaluators.size()), failures_(evaluators.size()) {
  try {
    for (std::size_t i = 0; i < evaluators_.size(); ++i) threads_.emplace_back([this, i] { live(i); });
  } catch (...) {
    end();
    throw;
  }
  gate_.close();
}

Team::~Team() { end(); }

void Team::end() {
  stop_.request_stop();
  gate_.open();
  threads_.clear();
}

void Team::live(std::size_t member) {
  try {
    GatedEvaluator evaluator(*evaluators_[member], gate_);
    act_(member, evaluator, stop_.get_token());
  } catch (...) {
    failures_[member] = std::current_exception();
  }
  gate_.leave();
}

// Or one of them has left, and there is no use in waiting.
bool Team::all_have_worked_since(const std::vector<std::int64_t>& before) const {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (evaluators_[i]->positions() == before[i]) return !gate_.all_present();
  }
  return true;
}

Sample Team::work(double seconds) {
  std::vector<std::int64_t> before;
  for (const auto& evaluator : evaluators_) before.push_back(evaluator->positions());

  const double begin = now(Timing::kWall);
  gate_.open();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  while (!all_have_worked_since(before)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  gate_.close();
  Sample sample{.items = 0, .seconds = now(Timing::kWall) - begin};

  for (std::size_t i = 0; i < before.size(); ++i) {
    if (failures_[i]) std::rethrow_exception(failures_[i]);
    sample.items += static_cast<double>(evaluators_[i]->positions() - before[i]);
  }
  return sample;
}

}  // namespace jungle::bench
