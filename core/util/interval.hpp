#pragma once
// What a count or a mean over independent draws says of the true share or mean: 95 % intervals.
//
//   const Interval interval = wilson_interval(97, 100);   // [0.915, 0.990]
//
// Thread rule: pure functions.

#include <cstdint>

namespace jungle {

inline constexpr double kNormal95 = 1.959963984540054;  // two-sided 95 % quantile of the normal distribution

struct Interval {
  double low = 0;
  double high = 0;
};

// Of a share, seen `hits` times in `of` (Wilson, "Probable inference, the law of succession, and statistical
// inference", 1927). Within [0, 1], and of some width even where all or none were hits. Everything, [0, 1],
// when `of` is 0.
Interval wilson_interval(std::int64_t hits, std::int64_t of);
// The same of a share in [0, 1] that is worth so many independent draws; they need not be a whole number.
Interval wilson_interval_of_share(double share, double draws);

// Numbers added one by one, with their mean and its interval by the normal approximation.
class RunningMean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    sum_of_squares_ += value * value;
  }

  std::int64_t count() const { return count_; }
  double mean() const;  // 0 without any
  // As wide as its standard error tells; a point with fewer than two numbers, or when all are equal.
  Interval interval() const;

 private:
  std::int64_t count_ = 0;
  double sum_ = 0;
  double sum_of_squares_ = 0;
};

}  // namespace jungle
