// The program: one command a call. `jungle --help` lists them; docs and exit codes are in app/command.hpp.

#include <csignal>
#include <filesystem>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>

#include "app/command.hpp"
#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/version.hpp"

namespace {

using namespace jungle;

int run_program(CommandContext& context, int argc, char** argv) {
  CLI::App app("Trains, rates and profiles programs that play Jungle (Dou Shou Qi).", "jungle");
  app.set_version_flag("--version", version_text(), "Version, commit, compiler and instruction set");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 success, 1 failure, 2 bad arguments or input, 3 a negative verdict, 130 interrupted.");
  add_all_commands(app, context);
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != kExitSuccess) return usage_error(parse_error_message(app, error));
    std::ostringstream text;  // --help or --version
    app.exit(error, text, text);
    write_out(text.str());
    return kExitSuccess;
  }
  return context.run();
}

// A broken environment (disk, memory, a reader that went away) in one line.
int report(const std::exception& error) {
  const auto* system = dynamic_cast<const std::system_error*>(&error);
  if (system != nullptr && system->code() == std::errc::broken_pipe) return kExitSuccess;
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error); file != nullptr) {
    print_error(file->path1().string() + ": " + file->code().message());
  } else {
    print_error(dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory" : error.what());
  }
  return kExitFailure;
}

// A file opened in the place of a closed standard stream would take what is printed.
void open_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", O_RDWR));  // the lowest one free
  }
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  // A closed pipe, or a file as large as is allowed, is an error of the write and not the end of the program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // whoever starts us may ignore it: then no engine's end could be waited for
  CommandContext context(std::vector<std::string>(argv, argv + argc));
  try {
    const int exit_code = run_program(context, argc, argv);
    flush_out();
    // All is done and said: what comes while libraries are unloaded changes nothing.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
    return exit_code;
  } catch (const std::exception& error) {
    return report(error);
  }
}
