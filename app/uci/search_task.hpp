#pragma once
// A search on a thread of its own that can be stopped, held back and given a deadline while it runs.
//
//   SearchTask task([&](const std::string& answer) { channel.write_line(answer); });
//   task.start(search, {.held = true, .deadline = {}});    // go ponder
//   task.release(deadline);                                // ponderhit: the clock runs from now on
//   task.stop();                                           // its answer comes soon
//
// Each start() gives one answer: when the search has ended and is not held any more. A search ends by itself,
// by its deadline, or by stop(). A second thread keeps the deadline, since it may be set and the search be
// stopped at any moment of it.
//
// Thread rule: hostile, but for the answer, which is given on the search's thread.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "core/util/thread_safety.hpp"

namespace jungle {

class SearchTask {
 public:
  using Clock = std::chrono::steady_clock;
  using Search = std::function<std::string(std::stop_token)>;  // gives the answer; throws nothing
  using Answer = std::function<void(const std::string&)>;

  struct Timing {
    bool held = false;  // the answer waits for release() or stop()
    std::optional<Clock::time_point> deadline;
  };

  explicit SearchTask(Answer answer) : answer_(std::move(answer)) {}
  SearchTask(const SearchTask&) = delete;
  SearchTask& operator=(const SearchTask&) = delete;
  ~SearchTask() { finish(); }

  // Finishes the search before, if there is one.
  void start(Search search, const Timing& timing);
  void stop();
  void release(std::optional<Clock::time_point> deadline);  // without effect on a search that is not held
  void finish();                                            // stop(), and waits until the answer was given

 private:
  void run(const Search& search);
  void watch();

  Answer answer_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  Timing timing_ JUNGLE_GUARDED_BY(mutex_);
  bool ended_ JUNGLE_GUARDED_BY(mutex_) = false;  // of the search
  std::stop_source stop_;                         // of the search; asked for under the mutex
  std::jthread searcher_;
  std::jthread watcher_;
};

}  // namespace jungle
