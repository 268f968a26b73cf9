// Leaves counted a second, over the slow reference generator of the tests.

#include "core/perft.hpp"

#include <fmt/format.h>

#include "bench/measure/parts.hpp"
#include "bench/measure/positions.hpp"
#include "tests/support/reference_game.hpp"

namespace jungle::bench {
namespace {

struct Depths {
  int ours;
  int reference;  // its rate hardly depends on the depth
};
constexpr Depths kDeep = {7, 5};
constexpr Depths kShallow = {5, 4};
constexpr double kSecondsForDeep = 4;

}  // namespace

std::vector<Row> measure_perft(const MeasureSetup&, double seconds) {
  const Depths depths = seconds < kSecondsForDeep ? kShallow : kDeep;
  const auto count = [&] {
    return static_cast<double>(perft(Position::start(rules()), rules(), depths.ours));
  };
  const auto count_slowly = [&] {
    const RuleFields& fields = rules().fields();
    return static_cast<double>(reference::perft(reference::Board::start(fields), fields, depths.reference));
  };
  const Rates rates =
      alternate(repeat(count, Timing::kThread), repeat(count_slowly, Timing::kThread), seconds);
  return {
      with_rates({.part = "perft",
                  .name = "perft",
                  .what = fmt::format("leaves of perft({}), one thread", depths.ours),
                  .against = fmt::format("the reference generator of the tests, perft({})", depths.reference),
                  .unit = "leaves/s"},
                 rates)};
}

}  // namespace jungle::bench
