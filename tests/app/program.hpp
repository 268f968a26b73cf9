#pragma once
// Runs the built program as users do, and this repository's scripts: arguments and standard input in, output
// and exit code out.
//
//   const ProgramRun run = run_jungle({"perft", "--depth", "1"});
//   EXPECT_EQ(run.exit_code, 0) << run.err;

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace jungle::test {

struct ProgramRun {
  int exit_code = -1;  // 128 + n when signal n ended it
  std::string out;
  std::string err;
};

ProgramRun run_program(const std::vector<std::string>& words, std::string_view input = {});
ProgramRun run_jungle(std::vector<std::string> arguments, std::string_view input = {});

std::vector<std::string> lines_of(std::string_view text);
std::filesystem::path source_folder();
std::string read_text(const std::filesystem::path& path);

}  // namespace jungle::test
