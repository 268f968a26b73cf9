// jungle bench: its rows, the comparison with a stored run, and what it refuses. Never how fast anything is.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/bench_table.hpp"
#include "app/player_spec.hpp"
#include "bench/measure/parts.hpp"
#include "nn/torch_loader.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

using Json = nlohmann::ordered_json;

ProgramRun run_bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"bench", "--net", "c8b1", "--seconds", "1"});
  return run_jungle(std::move(arguments));
}

bool with_torch() {
  return std::filesystem::exists(std::filesystem::path(JUNGLE_PROGRAM).parent_path() / kTorchModuleFile);
}

TEST(Bench, EveryPartMakesItsRows) {
  const ProgramRun run = run_bench({"--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto report = bench::parse_report(run.out, "output");
  ASSERT_TRUE(report) << report.error();
  EXPECT_FALSE(report->facts.cpu.empty());
  EXPECT_EQ(report->facts.torch.empty(), !with_torch());
  for (const bench::Part& part : bench::parts()) {
    EXPECT_GT(std::ranges::count(report->rows, part.name, &bench::Row::part), 0) << part.name;
    EXPECT_NE(run.err.find("measuring " + std::string(part.name)), std::string::npos) << run.err;
  }
  for (const bench::Row& row : report->rows) {
    EXPECT_TRUE(row.name.starts_with(row.part)) << row.name;
    EXPECT_TRUE(row.ours.has_value() || !row.note.empty()) << row.name << " says nothing";
    EXPECT_EQ(row.naive.has_value(), row.ratio.has_value()) << row.name;
    if (row.ratio) {
      EXPECT_GT(*row.ratio, 0) << row.name;
      EXPECT_FALSE(row.against.empty()) << row.name;
    }
  }
}

TEST(Bench, WhatTheBuildLacksIsSaidInTheRow) {
  const ProgramRun run = run_bench({"--only", "training", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json row = Json::parse(run.out)["rows"][0];
  EXPECT_EQ(row["ratio"].is_null(), !with_torch());
  EXPECT_EQ(row["note"].get<std::string>().find("JUNGLE_WITH_TORCH=ON") != std::string::npos, !with_torch());
}

TEST(Bench, TheTableNamesMachineRowsAndNaiveForms) {
  const ProgramRun run = run_bench({"--only", "perft"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* part : {"machine: ", "evaluator: ", "net: c8b1, random weights", "\nperft ", " x ",
                           "the reference generator"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\n" << run.out;
  EXPECT_EQ(run.out.find("inference"), std::string::npos);
}

TEST(Bench, TheInstructionSetInForceIsTheOneItNames) {
  const ProgramRun run =
      run_program({"env", "ONEDNN_MAX_CPU_ISA=AVX2", "ATEN_CPU_CAPABILITY=avx2", JUNGLE_PROGRAM, "bench",
                   "--net", "c8b1", "--seconds", "1", "--only", "inference,search,selfplay", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string evaluator = Json::parse(run.out)["evaluator"];
  EXPECT_NE(evaluator.find("float32, avx2"), std::string::npos) << evaluator;
}

TEST(Bench, FiguresHaveThreeDigits) {
  const std::map<double, std::string> texts = {{3.214e9, "3.21 G"}, {9.87e7, "98.7 M"}, {16'912, "16.9 k"},
                                               {163'000, "163 k"},  {7'361, "7361"},    {0.5234, "0.523"}};
  for (const auto& [figure, text] : texts) EXPECT_EQ(figure_text(figure), text);
}

// A stored run of perft whose ratio is `factor` times the true one.
std::string stored_run(const TemporaryFolder& folder, double factor) {
  const std::string path = folder.path() / "stored.json";
  EXPECT_EQ(run_bench({"--only", "perft", "--save", path}).exit_code, 0);
  Json json = Json::parse(read_text(path));
  json["rows"][0]["ratio"] = json["rows"][0]["ratio"].get<double>() * factor;
  return folder.write("doctored.json", json.dump());
}

TEST(Bench, ALostRatioExitsWith3) {
  const TemporaryFolder folder;
  const std::string stored = stored_run(folder, 1000);
  const ProgramRun run = run_bench({"--only", "perft", "--baseline", stored});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_NE(run.out.find("% LOST"), std::string::npos) << run.out;
  const ProgramRun json = run_bench({"--only", "perft", "--baseline", stored, "--json"});
  EXPECT_EQ(json.exit_code, 3);
  EXPECT_EQ(Json::parse(json.out)["changes"][0]["lost"], true);
  EXPECT_EQ(run_bench({"--only", "perft", "--baseline", stored, "--loss", "100"}).exit_code, 0);
}

TEST(Bench, AGainedRatioExitsWith0) {
  const TemporaryFolder folder;
  const ProgramRun run = run_bench({"--only", "perft", "--baseline", stored_run(folder, 0.001)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.find("LOST"), std::string::npos) << run.out;
}

TEST(Bench, AStoredRunThatMeasuredOtherThingsIsNoSuccess) {
  const TemporaryFolder folder;
  Json json = Json::parse(read_text(stored_run(folder, 1)));
  json["rows"][0]["what"] = "leaves of perft(40)";
  const ProgramRun run =
      run_bench({"--only", "perft", "--baseline", folder.write("other.json", json.dump())});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("perft can't be compared: the stored run measured leaves of perft(40)"),
            std::string::npos)
      << run.err;
}

TEST(Bench, AStoredRunOfAnotherMachineIsWarnedAbout) {
  const TemporaryFolder folder;
  Json json = Json::parse(read_text(stored_run(folder, 0.001)));
  json["cpu"] = "Another processor";
  const ProgramRun run =
      run_bench({"--only", "perft", "--baseline", folder.write("other.json", json.dump())});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("warning: the stored run had another processor"), std::string::npos) << run.err;
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& part) {
  std::vector<std::string> words = {"bench"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ProgramRun run = run_jungle(words);
  EXPECT_EQ(run.exit_code, 2) << part;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
}

TEST(Bench, BadArgumentsAreRefusedBeforeAnythingIsMeasured) {
  const TemporaryFolder folder;
  expect_refused({"--only", "prft"}, "did you mean \"perft\"?");
  expect_refused({"--only", "perft,,x"}, "--only");
  expect_refused({"--seconds", "0"}, "whole number from 1");
  expect_refused({"--seconds", "99999999999999999999"}, "whole number from 1");
  expect_refused({"--seconds", "1.5"}, "whole number from 1");
  expect_refused({"--threads", "0"}, "--threads");
  expect_refused({"--loss", "101"}, "--loss");
  expect_refused({"--net", "c64b65"}, "--net: ");
  expect_refused({"--net", "missing.safetensors"}, "--net: missing.safetensors");
  expect_refused({"--net", folder.write("no.safetensors", "no net")}, "--net: ");
  expect_refused({"--save", folder.path() / "no/bench.json"}, "--save: ");
  expect_refused({"--save", folder.path() / std::string(253, 'n')}, "--save: ");  // too long with .tmp
  expect_refused({"tunes"}, "tunes");
}

TEST(Bench, BadStoredRunsAreRefusedBeforeAnythingIsMeasured) {
  const TemporaryFolder folder;
  Json json = Json::parse(read_text(stored_run(folder, 1)));
  expect_refused({"--baseline", folder.path() / "missing.json"}, "--baseline: ");
  expect_refused({"--baseline", folder.path()}, "--baseline: ");
  expect_refused({"--baseline", folder.write("a.json", "perft 7")}, "not a document of `jungle bench");
  expect_refused({"--baseline", folder.write("b.json", "[1, 2]")}, "not a document of `jungle bench");
  expect_refused({"--only", "training", "--baseline", folder.path() / "doctored.json"},
                 "no row of the parts");
  const std::string stored = folder.path() / "doctored.json";
  expect_refused({"--save", stored, "--baseline", stored}, "name the same file");
  const std::string deep = "{\"format\":" + std::string(500'000, '[') + std::string(500'000, ']') + "}";
  expect_refused({"--baseline", folder.write("deep.json", deep)}, "not a document of `jungle bench");
  json["version"] = 2;
  expect_refused({"--baseline", folder.write("c.json", json.dump())}, "version 2");
}

TEST(BenchTune, PrintsLinesForAConfigurationAndKeysForAPlayer) {
  const ProgramRun run = run_jungle({"bench", "tune", "--net", "c8b1", "--seconds", "1", "--threads", "1"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::size_t begin = run.out.find("[selfplay]");
  ASSERT_NE(begin, run.out.npos) << run.out;
  const TemporaryFolder folder;
  const std::string config =
      folder.write("tuned.toml", run.out.substr(begin, run.out.find("\n\n", begin) - begin));
  const ProgramRun check = run_jungle({"config", "check", config});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  const std::size_t keys = run.out.find("visits=400,threads=");
  ASSERT_NE(keys, run.out.npos) << run.out;
  const std::string player = "mcts:eval=uniform," + run.out.substr(keys, run.out.find('\n', keys) - keys);
  EXPECT_TRUE(parse_player_spec(player)) << player;
}

TEST(BenchTune, BadArgumentsAreRefused) {
  expect_refused({"tune", "--seconds", "0"}, "whole number from 1");
  expect_refused({"tune", "--net", "c64"}, "--net: ");
  expect_refused({"tune", "--baseline", "x"}, "--baseline");
  expect_refused({"--json", "tune", "--slots", "4"}, "--slots");
  expect_refused({"--seconds", "5", "tune"}, "--seconds belongs after \"tune\"");
}

}  // namespace
}  // namespace jungle::test
