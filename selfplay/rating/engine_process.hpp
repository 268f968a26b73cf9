#pragma once
// A program that is talked to in lines, and is not trusted: every wait has a deadline and heeds a stop_token,
// a flood of output takes neither memory nor time without bound, a reader that went away raises no signal.
//
//   Result<std::unique_ptr<EngineProcess>> engine = EngineProcess::start({"stockfish"});
//   (*engine)->write("uci\n", deadline, stop);
//   for (std::string line; (*engine)->read_line(line, deadline, stop) == EngineIo::kDone;) ...
//
// What it says on its standard error is read away; the last of it is in how_it_ended(). Thread rule: hostile.

#include <chrono>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/descriptor.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/subprocess.hpp"

namespace jungle {

enum class EngineIo {
  kDone,
  kTimeout,  // the deadline passed
  kStopped,  // as the token asked
  kEnded,    // it ended or closed the stream
  kFlood     // a line of more than kLongestEngineLine bytes
};

inline constexpr std::size_t kLongestEngineLine = std::size_t{1} << 16;

class EngineProcess {
 public:
  using Time = std::chrono::steady_clock::time_point;

  static Result<std::unique_ptr<EngineProcess>> start(const std::vector<std::string>& words);
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;
  ~EngineProcess() = default;  // kills it

  EngineIo write(std::string_view text, Time deadline, const std::stop_token& stop);
  // Without its line end; unchanged unless kDone. Lines that have arrived are given even after the deadline,
  // in bounded number: a flood ends with it.
  EngineIo read_line(std::string& line, Time deadline, const std::stop_token& stop);

  // Asks it to quit, and kills it when it doesn't soon.
  void quit();
  // Kills it if need be: "exited with code 3; it said: no such option", "closed its output".
  std::string how_it_ended();

 private:
  EngineProcess(Subprocess child, Descriptor wake);

  EngineIo wait(const Descriptor& stream, short events, Time deadline, const std::stop_token& stop);
  bool take_line(std::string& line);
  bool read_more();    // false: the end
  bool read_errors();  // false: there are none now

  Subprocess child_;
  Descriptor wake_;  // readable after a stop request
  std::string unread_;
  std::size_t searched_ = 0;  // the first bytes of unread_ hold no line end
  int late_reads_ = 0;        // since the last wait that began before its deadline
  std::string last_errors_;
};

}  // namespace jungle
