#pragma once
// Lines in and lines out, for programs that talk with us: UCI, and the queries of `analyze --stdin`.
//
//   StandardChannel channel;
//   while (const auto line = channel.read_line()) channel.write_line(answer(*line));
//   channel.check();

#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/line_reader.hpp"
#include "core/util/thread_safety.hpp"

namespace jungle {

// Thread rule: one thread reads; any may write.
class LineChannel {
 public:
  virtual ~LineChannel() = default;

  // The next line, without its end. None when no more will come, or when nobody reads what is written.
  virtual std::optional<std::string> read_line() = 0;
  // The text and a line end, at once and whole. Dropped when nobody reads.
  virtual void write_line(std::string_view text) = 0;
};

// Standard input and output. Waiting for a line ends too when the reader of standard output goes away, so a
// program left behind does not wait for ever. Lines of more than kMaxLineBytes are cut.
class StandardChannel final : public LineChannel {
 public:
  StandardChannel() : reader_(failed_.get_token()) {}

  std::optional<std::string> read_line() override;
  void write_line(std::string_view text) override;

  // After the last line: throws what went wrong with reading or writing (std::system_error); that nobody
  // reads any more is not among it.
  void check();

 private:
  void fail(std::exception_ptr failure);

  std::stop_source failed_;  // ends the wait for a line
  LineReader reader_;
  Mutex write_mutex_;  // held while writing
  Mutex mutex_;
  std::exception_ptr failure_ JUNGLE_GUARDED_BY(mutex_);  // the first
};

}  // namespace jungle
