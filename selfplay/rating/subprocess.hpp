#pragma once
// Another program as a child of this one, with pipes to its three streams and no shell between.
//
//   Result<Subprocess> child = Subprocess::start({"./engine", "--threads", "2"});
//   ::write(child->input().get(), "uci\n", 4);
//
// The child leads a process group of its own: Ctrl-C on a terminal does not reach it, and what it starts ends
// with it. It begins with the default handling of every signal, none blocked. Our ends of the pipes don't
// block and are not inherited by other children. The destructor kills the group and waits for the child, so
// none is left behind, not even as a zombie. Thread rule: hostile.

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/util/descriptor.hpp"
#include "core/util/result.hpp"

namespace jungle {

// A command line as words: split at spaces, which single quotes and backslashes protect. No variables, no
// wildcards: nothing of a shell. Refuses an empty line, an open quote, and control characters.
//
//   split_command("'my engine' --name a\\ b")   // "my engine", "--name", "a b"
Result<std::vector<std::string>> split_command(const std::string& line);

class Subprocess {
 public:
  // The first word is a path, or a name that is looked for in PATH.
  static Result<Subprocess> start(const std::vector<std::string>& words);

  Subprocess(Subprocess&& other) noexcept;
  Subprocess& operator=(Subprocess&&) = delete;
  ~Subprocess() { kill_and_wait(); }

  Descriptor& input() { return input_; }    // to the child's standard input
  Descriptor& output() { return output_; }  // from its standard output
  Descriptor& errors() { return errors_; }  // from its standard error

  // Did it end, or does it within this time?
  bool ends_within(std::chrono::milliseconds time) const;
  // Kills the group if need be. Says how the child had ended before that, "exited with code 3" or "was ended
  // by signal 11 (Segmentation fault)"; empty when it was still there.
  std::string kill_and_wait();

 private:
  Subprocess(pid_t pid, Descriptor input, Descriptor output, Descriptor errors);

  pid_t pid_ = -1;  // -1: waited for, or moved from
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
};

}  // namespace jungle
