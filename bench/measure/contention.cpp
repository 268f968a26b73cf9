// What self-play keeps when another process wants one of its two cores: threads that wait by spinning would
// lose nearly all.

#include <fmt/format.h>
#include <sched.h>

#include "bench/measure/busy_process.hpp"
#include "bench/measure/crew.hpp"
#include "bench/measure/parts.hpp"
#include "core/util/available_cores.hpp"

namespace jungle::bench {
namespace {

constexpr int kCores = 2;

// Keeps the calling thread, and whatever it starts meanwhile, to the first two cores it may use.
class OnTwoCores {
 public:
  OnTwoCores() {
    CPU_ZERO(&before_);
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t two;
    CPU_ZERO(&two);
    for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&two) < kCores; ++core) {
      if (CPU_ISSET(core, &before_)) CPU_SET(core, &two);
    }
    ::sched_setaffinity(0, sizeof two, &two);
  }
  OnTwoCores(const OnTwoCores&) = delete;
  OnTwoCores& operator=(const OnTwoCores&) = delete;
  ~OnTwoCores() { ::sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};

Sample half(Sample sample) {
  sample.items /= 2;
  return sample;
}

}  // namespace

std::vector<Row> measure_contention(const MeasureSetup& setup, double seconds) {
  const CrewSize size{.threads = kCores};
  Row row{
      .part = "contention",
      .name = "contention",
      .what = fmt::format("evaluations of self-play with {}, {} threads on two cores, one wanted by another "
                          "process",
                          setup.model->config().name(), size.threads),
      .against = "half of what it does with both to itself",
      .unit = "positions/s"};
  if (available_cores() < kCores) {
    row.note = "needs two cores";
    return {row};
  }
  const OnTwoCores on_two_cores;
  const auto crew = Crew::make(setup, size);
  if (!crew) {
    row.note = crew.error();
    return {row};
  }
  const auto contended = [&](double turn) {
    const BusyProcess other;
    return (*crew)->play(turn);
  };
  return {with_rates(std::move(row),
                     alternate(
                         contended, [&](double turn) { return half((*crew)->play(turn)); }, seconds))};
}

}  // namespace jungle::bench
