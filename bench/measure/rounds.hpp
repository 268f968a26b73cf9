#pragma once
// Rates measured in turns: ours, naive, ours, naive, ... so that a machine's moods hit both alike. A ratio of
// such a run means something where neither rate does.
//
//   const Work ours = repeat([&] { return double(perft(start, rules, 7)); }, Timing::kThread);
//   const Rates rates = alternate(ours, naive, 6.0);
//
// Thread rule: hostile.

#include <functional>
#include <span>
#include <vector>

namespace jungle::bench {

enum class Timing {
  kThread,  // processor time of the calling thread: other processes don't count
  kWall     // for work that several threads share
};
double now(Timing timing);  // seconds since some moment

struct Sample {
  double items = 0;
  double seconds = 0;
  double rate() const { return items / seconds; }
};

// Works for about so many seconds, one piece of work at least.
using Work = std::function<Sample(double seconds)>;

// Work made of pieces; a piece returns how many items it was.
Work repeat(std::function<double()> piece, Timing timing);

struct Rates {
  double ours = 0;    // items a second, the median of the rounds
  double naive = 0;   // likewise
  double ratio = 0;   // the median of the rounds' ratios
  double spread = 0;  // from the lowest round's ratio to the highest, over the median
  int rounds = 0;
};

// Each once unmeasured, for what is made on first use; then rounds until about `seconds` of wall clock have
// passed, one at least.
Rates alternate(const Work& ours, const Work& naive, double seconds);

// The same for any number of contestants: rates[i] are the rounds of works[i], equally many each.
std::vector<std::vector<double>> rounds_of(std::span<const Work> works, double seconds);

double median(std::vector<double> values);  // precondition: not empty

}  // namespace jungle::bench
