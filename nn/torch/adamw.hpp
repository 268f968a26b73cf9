#pragma once
// AdamW (Loshchilov & Hutter 2019, https://arxiv.org/abs/1711.05101) over one flat vector, as
// torch::optim::AdamW computes it. Thread rule: hostile.

#include <cstdint>
#include <span>
#include <vector>

namespace jungle {

class AdamW {
 public:
  static constexpr double kBeta1 = 0.9;
  static constexpr double kBeta2 = 0.999;
  static constexpr double kEpsilon = 1e-8;

  explicit AdamW(std::size_t size) : first_moment_(size), second_moment_(size) {}

  // parameters[i] loses learning_rate * decay[i] of itself, then moves against its gradient.
  // Precondition: all spans have the size given at construction.
  void step(std::span<float> parameters, std::span<const float> gradient, std::span<const float> decay,
            double learning_rate) {
    begin_step();
    update(0, parameters.size(), parameters, gradient, decay, learning_rate);
  }

  // The same in parts, which several threads may update at once: after begin_step() every element must come
  // in one part [begin, end).
  void begin_step() { ++steps_done_; }
  void update(std::size_t begin, std::size_t end, std::span<float> parameters,
              std::span<const float> gradient, std::span<const float> decay, double learning_rate);

  std::int64_t steps_done() const { return steps_done_; }
  std::span<const float> first_moment() const { return first_moment_; }
  std::span<const float> second_moment() const { return second_moment_; }
  // Continues from what the three above said.
  void restore(std::int64_t steps_done, std::span<const float> first_moment,
               std::span<const float> second_moment);

 private:
  std::int64_t steps_done_ = 0;
  std::vector<float> first_moment_;
  std::vector<float> second_moment_;
};

}  // namespace jungle
