#include "bench/measure/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <utility>

#include "core/util/check.hpp"

namespace jungle::bench {
namespace {

// Enough for a median; a work whose one piece outlasts its turn gets fewer.
constexpr double kRoundsWanted = 9;

}  // namespace

double now(Timing timing) {
  timespec time{};
  clock_gettime(timing == Timing::kThread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Work repeat(std::function<double()> piece, Timing timing) {
  return [piece = std::move(piece), timing](double seconds) {
    Sample sample;
    const double begin = now(timing);
    do {
      sample.items += piece();
      sample.seconds = now(timing) - begin;
    } while (sample.seconds < seconds);
    return sample;
  };
}

std::vector<std::vector<double>> rounds_of(std::span<const Work> works, double seconds) {
  const double begin = now(Timing::kWall);
  for (const Work& work : works) work(0);
  const double turn = seconds / (kRoundsWanted * static_cast<double>(works.size()));
  std::vector<std::vector<double>> rates(works.size());
  double round_seconds = 0;
  do {
    const double round_begin = now(Timing::kWall);
    for (std::size_t i = 0; i < works.size(); ++i) rates[i].push_back(works[i](turn).rate());
    round_seconds = now(Timing::kWall) - round_begin;
  } while (now(Timing::kWall) - begin + round_seconds <= seconds);
  return rates;
}

Rates alternate(const Work& ours, const Work& naive, double seconds) {
  const std::vector<Work> works = {ours, naive};
  const auto rates = rounds_of(works, seconds);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < rates[0].size(); ++i) ratios.push_back(rates[0][i] / rates[1][i]);
  const auto [lowest, highest] = std::ranges::minmax(ratios);
  const double ratio = median(ratios);
  return {.ours = median(rates[0]),
          .naive = median(rates[1]),
          .ratio = ratio,
          .spread = (highest - lowest) / ratio,
          .rounds = static_cast<int>(ratios.size())};
}

double median(std::vector<double> values) {
  JUNGLE_CHECK(!values.empty());
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace jungle::bench
