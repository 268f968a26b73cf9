#pragma once
// Lines in and lines out, for programs that talk with us: UCI, and the queries of `analyze --stdin`.
//
//   StandardChannel channel;
//   while (const auto line = channel.read_line())
//     channel.write_line(line->cut ? LineReader::too_long_message() : answer(line->text));
//   channel.check();

#include <exception>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "app/line_reader.hpp"
#include "core/util/thread_safety.hpp"

namespace jungle {

struct InputLine {
  std::string text;  // without its end
  bool cut = false;  // there was more of it than kMaxLineBytes: what is left may mean something else
};

// Thread rule: one thread reads; any may write.
class LineChannel {
 public:
  virtual ~LineChannel() = default;

  // None when no more will come, or when nobody reads what is written.
  virtual std::optional<InputLine> read_line() = 0;
  // The text and a line end, at once and whole. Dropped when nobody reads.
  virtual void write_line(std::string_view text) = 0;
  // Stop is requested when nobody reads any more.
  virtual std::stop_token closed() const = 0;
};

// Standard input and output. A thread watches the other end of standard output: a program that is left behind
// neither waits for a line nor works for ever, even if it has nothing to write. A request of `stop` ends the
// input: answers can still be written.
class StandardChannel final : public LineChannel {
 public:
  explicit StandardChannel(const std::stop_token& stop = {});  // throws std::system_error
  StandardChannel(const StandardChannel&) = delete;
  StandardChannel& operator=(const StandardChannel&) = delete;
  ~StandardChannel() override;

  std::optional<InputLine> read_line() override;
  void write_line(std::string_view text) override;
  std::stop_token closed() const override { return closed_.get_token(); }

  // After the last line: throws what went wrong with reading or writing (std::system_error); that nobody
  // reads any more is not among it.
  void check();

 private:
  void fail(std::exception_ptr failure);
  void watch_output();

  std::stop_source closed_;
  std::stop_source input_over_;  // closed, or stopped: ends the wait for a line
  std::stop_callback<std::function<void()>> on_stop_;
  LineReader reader_;
  Mutex write_mutex_;  // held while writing
  Mutex mutex_;
  std::exception_ptr failure_ JUNGLE_GUARDED_BY(mutex_);  // the first
  int wake_;                                              // an eventfd that ends the watch
  std::jthread watcher_;
};

}  // namespace jungle
