#include "selfplay/learner.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <future>
#include <optional>

#include "selfplay/batch.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kBatchStream = 0x6c6561726e;  // sets these streams apart from those of games

void add(StepLosses& sum, const StepLosses& losses) {
  sum.policy += losses.policy;
  sum.value += losses.value;
  sum.plies_left += losses.plies_left;
  sum.policy_entropy += losses.policy_entropy;
  sum.gradient_norm += losses.gradient_norm;
  if (losses.reply) sum.reply = sum.reply.value_or(0) + *losses.reply;
  if (losses.later) sum.later = sum.later.value_or(0) + *losses.later;
}

StepLosses divided(const StepLosses& sum, double count) {
  const auto part = [count](const std::optional<double>& loss) {
    return loss ? std::optional<double>(*loss / count) : std::nullopt;
  };
  return {.policy = sum.policy / count,
          .value = sum.value / count,
          .plies_left = sum.plies_left / count,
          .policy_entropy = sum.policy_entropy / count,
          .gradient_norm = sum.gradient_norm / count,
          .reply = part(sum.reply),
          .later = part(sum.later)};
}

}  // namespace

double learning_rate_at(const LearnSettings& settings, double progress) {
  if (progress <= settings.decay_start) return settings.learning_rate;
  const double decayed = (progress - settings.decay_start) / (1.0 - settings.decay_start);
  return settings.learning_rate + decayed * (settings.final_learning_rate - settings.learning_rate);
}

std::int64_t steps_due(const LearnSettings& settings, std::int64_t total_samples, int batch_size) {
  if (total_samples < settings.min_samples) return 0;
  return static_cast<std::int64_t>(
      std::floor(static_cast<double>(total_samples) * settings.passes / batch_size));
}

LearnResult learn(Trainer& trainer, const ReplayBuffer& replay, const TrainConfig& config,
                  const LearnPlan& plan, const std::stop_token& stop,
                  const std::function<void(const LearnProgress&)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t first = trainer.steps_done();
  const ExtraTargets extra = extra_targets(config);
  std::array<BatchBuffer, 2> buffers{BatchBuffer(config.trainer.batch_size, extra),
                                     BatchBuffer(config.trainer.batch_size, extra)};
  const auto fill = [&](std::int64_t step) {
    Rng rng({config.run.seed, kBatchStream, static_cast<std::uint64_t>(first + step), 0});
    draw_batch(replay, config.value_target, config.learn.mirror, rng,
               buffers[static_cast<std::size_t>(step % 2)]);
  };

  LearnResult result;
  StepLosses sum;
  if (plan.steps > 0) fill(0);
  while (result.steps < plan.steps && !stop.stop_requested()) {
    const std::int64_t step = result.steps;
    std::future<void> next;
    if (step + 1 < plan.steps) next = std::async(std::launch::async, fill, step + 1);
    const double share = static_cast<double>(step) / static_cast<double>(plan.steps);
    result.learning_rate = learning_rate_at(
        config.learn, plan.progress_begin + share * (plan.progress_end - plan.progress_begin));
    const StepLosses losses =
        trainer.step(buffers[static_cast<std::size_t>(step % 2)].view(), result.learning_rate);
    if (next.valid()) next.get();
    result.diverged = !losses.finite();
    if (result.diverged) break;
    add(sum, losses);
    ++result.steps;
    progress({.step = result.steps, .steps = plan.steps, .losses = losses});
  }
  if (result.steps > 0) result.mean = divided(sum, static_cast<double>(result.steps));
  result.complete = result.steps == plan.steps;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace jungle
