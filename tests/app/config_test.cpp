// Rule sets from files, through the program.

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/resources.hpp"
#include "core/rules.hpp"
#include "selfplay/config/parse_toml.hpp"
#include "selfplay/config/rules_toml.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

std::string refusal(std::string_view toml) {
  const Result<RuleSet> rules = parse_rules(toml, "x.toml", "x");
  return rules ? "accepted" : rules.error();
}

void expect_refusal(std::string_view toml, const std::string& place, const std::string& part) {
  const std::string message = refusal(toml);
  EXPECT_TRUE(message.starts_with(place)) << message;
  EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(RulesFile, StartsFromItsBaseAndChangesFields) {
  const auto rules =
      parse_rules("base = \"panther\"\nname = \"mine\"\nmax_plies = 300\ndog_over_wolf = false\n", "x", "x");
  ASSERT_TRUE(rules) << rules.error();
  EXPECT_EQ(rules->name(), "mine");
  RuleFields expected = RuleSet::preset("panther")->fields();
  expected.max_plies = 300;
  expected.dog_over_wolf = false;
  EXPECT_EQ(rules->fields(), expected);
}

TEST(RulesFile, WithoutBaseOrNameItIsWangoUnderTheFilesName) {
  const TemporaryFolder folder;
  const auto rules = load_rules(folder.write("house.toml", "repetition = \"none\"\n"));
  ASSERT_TRUE(rules) << rules.error();
  EXPECT_EQ(rules->name(), "house");
  RuleFields expected;
  expected.repetition = Repetition::kNone;
  EXPECT_EQ(rules->fields(), expected);
}

TEST(RulesFile, EveryPresetSurvivesPrintingAndReading) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const RuleSet preset = *RuleSet::preset(name);
    const auto again = parse_rules(rules_to_toml(preset), "printed", "x");
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(again->fields(), preset.fields()) << name;
    EXPECT_EQ(again->name(), "my-" + std::string(name));
  }
}

TEST(RulesFile, WhatIsWrongIsSaidWithItsLine) {
  expect_refusal("\nrepetitoin = \"none\"", "x.toml:2: ", "did you mean \"repetition\"?");
  expect_refusal("rat_bank_capture = \"cats\"", "x.toml:1: ", "\"none\" or \"rats\"");
  expect_refusal("dog_over_wolf = \"true\"", "x.toml:1: ", "false or true");
  expect_refusal("no_capture_draw_plies = -1", "x.toml:1: ", "60000");
  expect_refusal("max_plies = 60001", "x.toml:1: ", "60000");
  expect_refusal("max_plies = 1.5", "x.toml:1: ", "whole number");
  expect_refusal("max_plies = \"9\"", "x.toml:1: ", "whole number");
  expect_refusal("[lion_jump]\na = 1", "x.toml:1: ", "\"both\" or \"rows\" or \"columns\"");
  expect_refusal("base = \"wnago\"", "x.toml:1: ", "did you mean \"wango\"?");
  expect_refusal("base = 3", "x.toml:1: ", "preset");
  expect_refusal("name = \"wango\"", "x.toml:1: ", "preset");
  expect_refusal("name = \"a b\"", "x.toml:1: ", "letters");
  expect_refusal("name = ", "x.toml:1: ", "");
  expect_refusal("max_plies = 1\nmax_plies = 2", "x.toml:2: ", "");
}

TEST(RulesFile, AFileCantTakeAPresetsNameByItsOwnName) {
  const TemporaryFolder folder;
  const auto rules = load_rules(folder.write("kawu.toml", "max_plies = 9\n"));
  ASSERT_FALSE(rules);
  EXPECT_NE(rules.error().find("preset"), std::string::npos) << rules.error();
}

TEST(RulesFile, MissingFoldersAndFloodsAreRefused) {
  const TemporaryFolder folder;
  EXPECT_FALSE(load_rules(folder.path() / "none.toml"));
  EXPECT_FALSE(load_rules(folder.path().string() + "/"));
  EXPECT_FALSE(load_rules(folder.write("big.toml", std::string(1'000'001, '\n'))));
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(RulesFile, NestingDeeperThanAnyConfigurationIsRefusedWithItsLine) {
  constexpr int kDeep = 60'000;  // would overflow the stack of a parser that recurses
  const std::string keys = repeated("a.", kDeep) + "a";
  expect_refusal(keys + " = 1", "x.toml:1: ", "nested deeper than 16 levels");
  expect_refusal("# first\n[" + keys + "]", "x.toml:2: ", "nested deeper");
  expect_refusal("[[" + keys + "]]", "x.toml:1: ", "nested deeper");
  expect_refusal("x = { " + keys + " = 1 }", "x.toml:1: ", "nested deeper");
  expect_refusal("x = " + repeated("[", kDeep) + repeated("]", kDeep), "x.toml:1: ", "nested deeper");
  expect_refusal("x = '''\n'''\ny = " + repeated("[\n", kDeep), "x.toml:19: ", "nested deeper");
  expect_refusal("x = " + repeated("{a=", kDeep) + "1" + repeated("}", kDeep), "x.toml:1: ", "nested deeper");
  expect_refusal(R"("\"".)" + keys + " = 1", "x.toml:1: ", "nested deeper");  // behind a quoted part
}

TEST(RulesFile, DotsAndBracketsInStringsAndCommentsAreNoNesting) {
  const std::string dots = repeated("a.", 40), brackets = repeated("[", 40);
  const std::vector<std::string> texts = {"# " + dots + brackets + " \"\nmax_plies = 9",
                                          "max_plies = 9 # it's " + dots + brackets,
                                          "\"" + dots + "\\\"" + brackets + "\" = 1",
                                          "'" + dots + "\\' = '" + brackets + "'",
                                          "x = \"\"\"" + dots + "\n\"\" " + brackets + " \\\"\"\"\"\"",
                                          "x = '''" + brackets + "'' " + dots + "'''''"};
  for (const std::string& text : texts) EXPECT_TRUE(check_toml_nesting(text, "x")) << text;
  EXPECT_FALSE(check_toml_nesting("x = \"\"\"\"\"\"\"\"\ny." + dots, "x"));  // the string has ended
  EXPECT_TRUE(check_toml_nesting(repeated("[a.b]\nx = [[1.5], [2.5]]\n", 100), "x"));
}

TEST(Config, DeepNestingEndsTheProgramWithOneLine) {
  const TemporaryFolder folder;
  const std::string file = folder.write("deep.toml", "[run]\n" + repeated("a.", 60'000) + "a = 1\n");
  const std::vector<std::vector<std::string>> commands = {
      {"config", "check", file}, {"config", "train", file}, {"moves", "--rules", file}};
  for (const std::vector<std::string>& command : commands) {
    const ProgramRun run = run_jungle(command);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find(file + ":2: nested deeper"), std::string::npos) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
}

TEST(Config, ChecksFilesAndPrintsRuleSets) {
  const TemporaryFolder folder;
  const std::string good = folder.write("good.toml", "base = \"leiden\"\n");
  const ProgramRun ok = run_jungle({"config", "check", good});
  EXPECT_EQ(ok.exit_code, 0) << ok.err;
  EXPECT_NE(ok.out.find("good"), std::string::npos);
  const std::string bad = folder.write("bad.toml", "trap_scop = 1\n");
  const ProgramRun refused = run_jungle({"config", "check", bad});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err.find("jungle: " + bad + ":1: "), 0U) << refused.err;

  EXPECT_EQ(run_jungle({"config", "presets"}).out, "wango\nkawu\npanther\nhalfmove60\nwikipedia\nleiden\n");
  const std::string printed =
      folder.write("printed.toml", run_jungle({"config", "rules", "--rules", "leiden"}).out);
  EXPECT_EQ(load_rules(printed)->fields(), RuleSet::preset("leiden")->fields());
}

TEST(Config, CheckRefusesWhatTrainWouldForWantOfMemoryOrDisk) {
  const TemporaryFolder folder;
  const std::string memory = folder.write("memory.toml", "[selfplay]\ncache_mb = 1000000\n");
  const std::string disk =
      folder.write("disk.toml", "[run]\ngenerations = 1000000\n[selfplay]\ngames = 2000\n");
  const std::vector<std::pair<std::string, std::string>> cases = {{memory, "too little memory"},
                                                                  {disk, "too little disk"}};
  for (const auto& [file, word] : cases) {
    const ProgramRun run = run_jungle({"config", "check", file});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
    EXPECT_EQ(run.out.find(": ok"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("\n  sum "), std::string::npos) << "the plan is printed all the same";
  }
}

TEST(Resources, WhatARunHasWrittenIsAPartOfItsPlan) {
  const TemporaryFolder folder;
  const std::uint64_t need = std::filesystem::space(folder.path()).available + (std::uint64_t{4} << 30);
  const std::vector<ResourcePart> plan = {{"shards", need, "selfplay.games"}};
  EXPECT_FALSE(check_disk(plan, folder.path()));
  const std::string shard = folder.write("shard", "");
  std::filesystem::resize_file(shard, std::uint64_t{6} << 30);  // with a hole: it takes no room
  EXPECT_TRUE(check_disk(plan, folder.path()));
}

TEST(Config, CustomRulesChangeWhatIsLegal) {
  const TemporaryFolder folder;
  const std::string rules = folder.write("columns.toml", "tiger_jump = \"columns\"\n");
  const std::string fen = "7/7/7/7/T6/7/7/7/6r r";
  EXPECT_EQ(run_jungle({"moves", "--fen", fen}).out, "a5a4 a5a6 a5d5\n");
  EXPECT_EQ(run_jungle({"moves", "--fen", fen, "--rules", rules}).out, "a5a4 a5a6\n");
}

TEST(Config, EveryRulesFileThatShipsIsRight) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "configs" / "rules")) {
    const auto rules = load_rules(entry.path());
    EXPECT_TRUE(rules) << rules.error();
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace jungle::test
