#pragma once
// Talk about work that takes a while, on standard error: a bar with rate and time left on a terminal, a plain
// line now and then elsewhere.
//
//   Progress progress;
//   progress.show({.label = "self-play", .done = 120, .total = 256, .unit = "games"});
//   progress.line("generation 3: ...");   // stays; the bar moves below it
//
// Thread rule: hostile.

#include <chrono>
#include <cstdint>
#include <string>

namespace jungle {

struct ProgressState {
  std::string label;  // of the phase; a new one starts a new rate
  std::int64_t done = 0;
  std::int64_t total = 0;  // 0: nobody knows
  std::string unit;        // what is counted: "games"
  std::string detail;      // said after the numbers
};

// "0:42", "1:02:03".
std::string duration_text(double seconds);

// "self-play 120/240 games, 23.1 games/s, 0:05 left, detail". Rate and time are left out while nothing was
// done.
std::string progress_text(const ProgressState& state, double done_per_second);
std::string bar_text(const ProgressState& state);  // "[##########..........]"

class Progress {
 public:
  Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  // May be called as often as you like; prints at most about five times a second, or once in ten seconds off
  // a terminal.
  void show(const ProgressState& state);
  void line(const std::string& text);  // a line that stays
  void clear();                        // takes the bar away

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool shown_ = false;
  std::string label_;
  // When the phase was first shown: what was there before does not count for the rate.
  std::int64_t first_done_ = 0;
  Clock::time_point phase_start_;
  Clock::time_point last_print_;
};

}  // namespace jungle
