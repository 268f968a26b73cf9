// The command line as a whole: exit codes, one-line messages, nearest names, broken pipes and full disks.

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

// Bad arguments: exit 2, nothing on standard output, one line on standard error with `part` in it.
void expect_refused(const std::vector<std::string>& arguments, const std::string& part) {
  const ProgramRun run = run_jungle(arguments);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("jungle: ")) << run.err;
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
}

TEST(CommandLine, HelpGoesToStandardOutputEverywhere) {
  for (const char* command : {"perft", "moves", "show", "config"}) {
    const ProgramRun run = run_jungle({command, "--help"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.out.find("jungle " + std::string(command)), std::string::npos) << run.out;
    EXPECT_EQ(run.err, "");
  }
  const ProgramRun all = run_jungle({"--help"});
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_NE(all.out.find("perft"), std::string::npos);
  EXPECT_NE(all.out.find("130"), std::string::npos) << "the exit codes are told";
}

TEST(CommandLine, VersionSaysWhatItWasBuiltFrom) {
  const ProgramRun run = run_jungle({"--version"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(run.out.starts_with("jungle ")) << run.out;
  EXPECT_NE(run.out.find("commit "), std::string::npos);
  EXPECT_TRUE(run.out.find("GCC ") != std::string::npos || run.out.find("Clang ") != std::string::npos)
      << run.out;
}

TEST(CommandLine, MisspeltNamesAreAnsweredWithTheNearest) {
  expect_refused({"prft"}, "did you mean \"perft\"?");
  expect_refused({"config", "ruels"}, "did you mean \"rules\"?");
  expect_refused({"perft", "--dept", "3"}, "did you mean \"--depth\"?");
  expect_refused({"perft", "--dept=3"}, "did you mean \"--depth\"?");
  expect_refused({"moves", "--rules", "wnago"}, "did you mean \"wango\"?");
}

TEST(CommandLine, WithoutCommandItListsThem) {
  expect_refused({}, "perft");
  expect_refused({"config"}, "presets");
}

TEST(CommandLine, ValuesOutOfRangeAreRefused) {
  expect_refused({"perft", "--depth", "0"}, "1");
  expect_refused({"perft", "--depth", "21"}, "20");
  expect_refused({"perft", "--depth", "three"}, "three");
  expect_refused({"perft"}, "--depth");
  expect_refused({"perft", "--depth", "1", "--threads", "0"}, "--threads");
  expect_refused({"moves", "--stdin", "--fen", "x"}, "--fen");
  expect_refused({"perft", "--depth", "1", "stray"}, "stray");
}

TEST(CommandLine, WholeNumbersAreDecimalDigitsInRange) {
  expect_refused({"perft", "--depth", "1e3"}, "--depth: \"1e3\" is not a whole number from 1 to 20");
  expect_refused({"perft", "--depth", "1", "--threads", "99999999999999999999"},
                 "whole number from 1 to 1024");
  EXPECT_EQ(run_jungle({"perft", "--depth", "01", "--threads", "1"}).exit_code, 0);
}

TEST(CommandLine, EmptyValuesAreNotTakenForAbsentOnes) {
  expect_refused({"perft", "--depth", "1", "--fen", ""}, "--fen: the value is empty");
  expect_refused({"moves", "--rules", ""}, "--rules: the value is empty");
  expect_refused({"net", "info", ""}, "NET: the value is empty");
  EXPECT_EQ(run_jungle({"show", "--moves", ""}).exit_code, 0);  // no moves
}

TEST(CommandLine, ValuesTooManyOrMissingAreSaidPlainly) {
  expect_refused({"perft", "--depth", "1", "--depth", "2"}, "--depth is given 2 times");
  expect_refused({"perft", "--depth"}, "--depth needs a value");
}

TEST(CommandLine, OptionsBeforeTheirCommandAreToldWhereTheyStand) {
  expect_refused({"--rules", "wango", "perft", "--depth", "1"}, "\"--rules\" is an option of jungle perft");
  const ProgramRun run = run_jungle({"--dept", "3"});
  EXPECT_EQ(run.err.find("did you mean"), std::string::npos) << run.err;  // nothing is near
}

TEST(CommandLine, ControlCharactersOfTheInputStayOutOfMessages) {
  const ProgramRun run = run_jungle({"moves", "--rules", "a\nb\x1b[31m"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1);
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos);
}

TEST(CommandLine, AReaderThatLeavesEndsItQuietly) {
  // The reader is gone before the program writes.
  const std::string pipeline =
      "(sleep 0.2; exec '" JUNGLE_PROGRAM "' perft --depth 3; ) | true; echo ${PIPESTATUS[0]}";
  const ProgramRun run = run_program({"bash", "-c", pipeline});
  EXPECT_EQ(run.out, "0\n");
  EXPECT_EQ(run.err, "");
}

TEST(CommandLine, AFullDiskIsAFailure) {
  const ProgramRun run = run_program({"bash", "-c", "'" JUNGLE_PROGRAM "' moves > /dev/full"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("cannot write to standard output"), std::string::npos) << run.err;
}

TEST(CommandLine, WhatIsSaidToAClosedStreamGoesIntoNoFile) {
  const TemporaryFolder folder;
  const std::string pgn = folder.path() / "x.pgn";
  const std::string match = "'" JUNGLE_PROGRAM "' match random random --pairs 1 --pgn '" + pgn + "'";
  EXPECT_EQ(run_program({"bash", "-c", match}).exit_code, 0);
  const std::string whole = read_text(pgn);
  for (const char* closed : {" 2>&-", " >&-", " >&- 2>&-"}) {
    EXPECT_EQ(run_program({"bash", "-c", match + closed}).exit_code, 0) << closed;
    EXPECT_EQ(read_text(pgn), whole) << closed;
  }
}

TEST(CommandLine, AFileLargerThanAllowedIsAFailureThatLeavesNone) {
  const TemporaryFolder folder;
  const std::string net = folder.path() / "net.safetensors";
  const std::string command =
      "ulimit -f 8; exec '" JUNGLE_PROGRAM "' net create --config c32b4 --out '" + net + "'";
  const ProgramRun run = run_program({"bash", "-c", command});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_NE(run.err.find(net), std::string::npos) << run.err;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace jungle::test
