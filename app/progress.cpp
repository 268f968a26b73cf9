#include "app/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace jungle {
namespace {

constexpr std::chrono::milliseconds kTerminalInterval{200};
constexpr std::chrono::seconds kPlainInterval{10};
constexpr std::size_t kBarWidth = 20;

}  // namespace

std::string duration_text(double seconds) {
  const std::int64_t whole = std::llround(std::max(seconds, 0.0));
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
  return fmt::format("{}:{:02}", minutes, whole % 60);
}

std::string progress_text(const ProgressState& state, double done_per_second) {
  const std::string of_total = state.total > 0 ? fmt::format("/{}", state.total) : "";
  std::string text = fmt::format("{} {}{} {}", state.label, state.done, of_total, state.unit);
  if (done_per_second > 0) text += fmt::format(", {:.1f} {}/s", done_per_second, state.unit);
  if (done_per_second > 0 && state.total > 0)
    text += fmt::format(", {} left",
                        duration_text(static_cast<double>(state.total - state.done) / done_per_second));
  if (!state.detail.empty()) text += ", " + state.detail;
  return text;
}

std::string bar_text(const ProgressState& state) {
  const double share =
      state.total > 0 ? static_cast<double>(state.done) / static_cast<double>(state.total) : 0;
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kBarWidth);
  return fmt::format("[{}{}]", std::string(filled, '#'), std::string(kBarWidth - filled, '.'));
}

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::show(const ProgressState& state) {
  const Clock::time_point now = Clock::now();
  if (state.label != label_) {
    label_ = state.label;
    first_done_ = state.done;
    phase_start_ = last_print_ = now;
  }
  const Clock::duration interval =
      terminal_ ? Clock::duration(kTerminalInterval) : Clock::duration(kPlainInterval);
  if (now - last_print_ < interval) return;
  last_print_ = now;
  const double elapsed = std::chrono::duration<double>(now - phase_start_).count();
  const std::string text = progress_text(state, static_cast<double>(state.done - first_done_) / elapsed);
  if (terminal_) {
    fmt::print(stderr, "\r{} {}\033[K", bar_text(state), text);
    std::fflush(stderr);
    shown_ = true;
  } else {
    fmt::print(stderr, "{}\n", text);
  }
}

void Progress::line(const std::string& text) {
  clear();
  fmt::print(stderr, "{}\n", text);
}

void Progress::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace jungle
