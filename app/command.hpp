#pragma once
// What every command of the program is made of. A command is one file, cmd_<name>.cpp, with one function that
// declares its options and says what runs:
//
//   void add_perft_command(CLI::App& app, CommandContext& context) {
//     CLI::App* command = app.add_subcommand("perft", "Count move paths");
//     const auto options = std::make_shared<PerftOptions>();
//     command->add_option("--depth", options->depth, "Plies")->required()->transform(whole_number(1, 20));
//     on_run(*command, context, [options] { return run_perft(*options); });
//   }
//
// It is declared in app/commands.hpp and listed in app/commands.cpp. It prints with app/output.hpp and
// returns an exit code; bad input is `return usage_error(message)`. Exceptions mean a broken environment
// (disk, memory); main() turns them into one line and exit 1.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/signals.hpp"

namespace jungle {

inline constexpr int kExitSuccess = 0;
inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 2;    // bad arguments or bad input
inline constexpr int kExitVerdict = 3;  // a negative verdict; kExitInterrupted: app/signals.hpp

class CommandContext {
 public:
  explicit CommandContext(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}

  // From the first call on, SIGINT, SIGTERM and SIGHUP request stop instead of ending the program, and a
  // second one exits with 130 at once. A command that can save its work calls this before it starts any
  // thread (they inherit the signal mask).
  std::stop_token stop_on_signals();

  // As typed: the program, then its arguments. For the line that says how to resume.
  const std::vector<std::string>& arguments() const { return arguments_; }
  const std::string& program() const { return arguments_.front(); }

  std::function<int()> run;  // the chosen command; set by on_run()

 private:
  std::vector<std::string> arguments_;
  std::unique_ptr<SignalWatcher> signals_;
};

// `function` is what happens when this command was given; it returns the exit code.
void on_run(CLI::App& command, CommandContext& context, std::function<int()> function);

// Words as a line for a POSIX shell: those that need it are quoted.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace jungle
