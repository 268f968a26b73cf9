#include "tests/app/program.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

#include "core/util/text.hpp"

namespace jungle::test {
namespace {

// Only what may run between fork() and exec().
[[noreturn]] void become(const std::vector<char*>& words, const std::string& in, const std::string& out,
                         const std::string& err) {
  const bool redirected = std::freopen(in.c_str(), "r", stdin) != nullptr &&
                          std::freopen(out.c_str(), "w", stdout) != nullptr &&
                          std::freopen(err.c_str(), "w", stderr) != nullptr;
  if (redirected) ::execvp(words.front(), words.data());
  ::_exit(127);
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& words, std::string_view input) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input);
  const std::string out = folder.path() / "out";
  const std::string err = folder.path() / "err";
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become(pointers, in, out, err);
  int status = 0;
  ::waitpid(child, &status, 0);
  const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {exit_code, read_text(out), read_text(err)};
}

ProgramRun run_jungle(std::vector<std::string> arguments, std::string_view input) {
  arguments.insert(arguments.begin(), JUNGLE_PROGRAM);
  return run_program(arguments, input);
}

std::vector<std::string> lines_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const auto lines = split(text, '\n');
  return {lines.begin(), lines.end()};
}

std::filesystem::path source_folder() { return JUNGLE_SOURCE_FOLDER; }

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace jungle::test
