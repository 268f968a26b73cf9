#include "app/signals.hpp"

#include <string_view>

#include <unistd.h>

namespace jungle {
namespace {

constexpr int kWake = SIGUSR1;  // ends the watcher

void say(std::string_view text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

SignalWatcher::SignalWatcher() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  sigaddset(&signals, kWake);
  pthread_sigmask(SIG_BLOCK, &signals, &previous_mask_);
  thread_ = std::thread([this, signals] { watch(signals); });
}

SignalWatcher::~SignalWatcher() {
  closing_ = true;
  pthread_kill(thread_.native_handle(), kWake);
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

void SignalWatcher::watch(const sigset_t& signals) {
  for (int signal = 0; sigwait(&signals, &signal) == 0;) {
    if (closing_) return;
    if (signal == kWake) continue;                         // sent by another program: none of its business
    if (!stop_.request_stop()) ::_exit(kExitInterrupted);  // asked before: this is the second signal
    say("\njungle: stopping and saving; once more ends at once\n");
  }
}

}  // namespace jungle
