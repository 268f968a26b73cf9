#pragma once
// The built program at the other end of two pipes, as engines and servers run.
//
//   PipedProcess engine({"uci"});
//   engine.send("go depth 3\n");
//   EXPECT_TRUE(engine.read_until("bestmove"));
//   engine.close_input();
//   EXPECT_EQ(engine.wait(), 0);
//
// No wait is longer than kPatience: then the process is killed, and wait() says so. Thread rule: hostile.

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace jungle::test {

class PipedProcess {
 public:
  static constexpr std::chrono::seconds kPatience{30};
  static constexpr int kHung = -1;

  explicit PipedProcess(std::vector<std::string> arguments);  // of the built program
  PipedProcess(const PipedProcess&) = delete;
  PipedProcess& operator=(const PipedProcess&) = delete;
  ~PipedProcess();

  bool send(std::string_view text);  // false: it does not read any more
  // Reads until a line begins with `start`. False when the output ends before.
  bool read_until(std::string_view start);
  const std::string& out() const { return out_; }  // what was read so far

  void signal(int number) const;
  void close_input();
  void close_output();
  // Reads what is left of the output and waits for the end: the exit code, 128 + n for signal n, or kHung.
  // Also kHung when a process that it started is still there.
  int wait();

 private:
  bool read_some();  // false: end of the output, or out of patience
  bool reap();

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  int status_ = 0;
  std::string out_;
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::now() + kPatience;
};

}  // namespace jungle::test
