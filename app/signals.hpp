#pragma once
// Ctrl-C that saves: while one of these lives, the first SIGINT, SIGTERM or SIGHUP (a terminal that was
// closed) requests stop and the second ends the program with exit code 130. The signals are blocked in the
// calling thread and in every thread it starts later, and a thread of ours waits for them, so no code runs
// inside a signal handler. SIGUSR1, which wakes that thread at the end, is blocked too. Processes started
// meanwhile inherit the blocked signals: starters of other programs reset the mask.

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

#include <pthread.h>

namespace jungle {

inline constexpr int kExitInterrupted = 130;  // stopped by a signal, and saved

// Thread rule: one at a time, made and destroyed by the main thread.
class SignalWatcher {
 public:
  SignalWatcher();
  SignalWatcher(const SignalWatcher&) = delete;
  SignalWatcher& operator=(const SignalWatcher&) = delete;
  ~SignalWatcher();

  std::stop_token token() const { return stop_.get_token(); }

 private:
  void watch(const sigset_t& signals);

  std::stop_source stop_;
  std::atomic<bool> closing_ = false;
  sigset_t previous_mask_ = {};
  std::thread thread_;
};

}  // namespace jungle
