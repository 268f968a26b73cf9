// jungle net truth, and configurations that name endgame tables for it.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/util/text.hpp"
#include "tests/app/program.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

struct NetAndTables {
  SmallTablebase tables;
  TemporaryFolder folder;
  std::string net = folder.path() / "net.safetensors";

  explicit NetAndTables(int animals = 2) : tables(RuleSet(), animals) {
    EXPECT_EQ(run_jungle({"net", "create", "--config", "c8b1v4h16", "--out", net}).exit_code, 0);
  }
  ProgramRun truth(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"net", "truth", net, "--tablebase", tables.path(), "--positions", "70"};
    words.insert(words.end(), more.begin(), more.end());
    return run_jungle(words);
  }
};

TEST(NetTruth, TellsFiguresForEachNumberOfAnimals) {
  const NetAndTables given(3);
  const ProgramRun run = given.truth({"--visits", "20"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::vector<std::string> beginnings;
  for (const std::string& line : lines_of(run.out)) {
    const auto words = split_words(line);
    beginnings.push_back(std::string(words.at(0)) + " " + std::string(words.at(1)));
  }
  EXPECT_EQ(beginnings,
            (std::vector<std::string>{"net " + given.net + ",", "rules wango;", "2 animals:", "result right",
                                      "random moves", "net alone", "20 visits", "3 animals:", "result right",
                                      "random moves", "net alone", "20 visits"}))
      << run.out;
  EXPECT_NE(run.out.find("tables of up to 3 animals, draw rules set aside\n2 animals: 70 positions, "),
            std::string::npos)
      << run.out;
}

TEST(NetTruth, IsTheSameWithAnyNumberOfThreadsAndUnderDrawRulesWithTheSameTables) {
  const NetAndTables given;
  const ProgramRun one = given.truth({"--json", "--threads", "1"}),
                   three = given.truth({"--json", "--threads", "3"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.out, three.out);
  const auto json = nlohmann::json::parse(one.out);
  ASSERT_EQ(json["truth"].size(), 1U);
  EXPECT_EQ(json["truth"][0]["animals"], 2);
  EXPECT_EQ(json["truth"][0]["visits"], 100);
  EXPECT_GT(json["truth"][0]["search"]["kept"], json["truth"][0]["random_kept"]);

  const auto kawu = nlohmann::json::parse(given.truth({"--json", "--rules", "kawu", "--visits", "0"}).out);
  EXPECT_TRUE(kawu["truth"][0]["search"].is_null());
  for (const char* key : {"won", "drawn", "lost", "random_kept"})
    EXPECT_EQ(kawu["truth"][0][key], json["truth"][0][key]) << key;
}

void expect_refusal(const ProgramRun& run, const std::string& part) {
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_EQ(lines_of(run.err).size(), 1U) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST(NetTruth, RefusesTablesThatAreMissingOfOtherRulesOrDamaged) {
  const NetAndTables given;
  const std::string nowhere = given.folder.path() / "nowhere";
  expect_refusal(run_jungle({"net", "truth", given.net, "--tablebase", nowhere}), nowhere);
  expect_refusal(run_jungle({"net", "truth", given.net}), "--tablebase");
  expect_refusal(run_jungle({"net", "truth", nowhere, "--tablebase", given.tables.path()}), nowhere);
  expect_refusal(given.truth({"--rules", "leiden"}), "leiden");
  expect_refusal(given.truth({"--visits", "-1"}), "--visits");
  expect_refusal(given.truth({"--positions", "0"}), "--positions");

  // Somewhere in the middle of every file: its blocks.
  for (const auto& entry : fs::directory_iterator(given.tables.path())) {
    if (entry.path().extension() != ".jtb") continue;
    std::string bytes = read_text(entry.path());
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 20; ++i)
      bytes[i] = static_cast<char>(~bytes[i]);
    std::ofstream(entry.path(), std::ios::binary) << bytes;
  }
  expect_refusal(given.truth({"--visits", "0"}), "the endgame table does not know ");
}

TEST(TruthOfARun, ItsTablesAreCheckedWithItsConfiguration) {
  const SmallTablebase tables;
  const TemporaryFolder folder;
  const auto check = [&](const std::string& tablebase, const std::string& rules) {
    return run_jungle({"config", "check",
                       folder.write("train.toml", "[truth]\ntablebase = \"" + tablebase + "\"\nvisits = 0\n" +
                                                      "[game]\nrules = \"" + rules + "\"\n")});
  };
  const ProgramRun fine = check(tables.path(), "kawu");
  EXPECT_EQ(fine.exit_code, 0) << fine.err;
  EXPECT_NE(fine.out.find("\n  truth "), std::string::npos) << "its memory: " << fine.out;
  expect_refusal(check(folder.path() / "nowhere", "wango"), "train.toml: truth.tablebase: ");
  expect_refusal(check(tables.path(), "leiden"), "leiden");
}

}  // namespace
}  // namespace jungle::test
