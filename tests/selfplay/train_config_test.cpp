#include "selfplay/train_config.hpp"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selfplay/config_json.hpp"

namespace jungle {
namespace {

std::string error_of(std::string_view toml, const std::vector<std::string>& overrides = {}) {
  const auto config = parse_train_config(toml, "test.toml", overrides);
  return config ? "" : config.error();
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(TrainConfig, ReadsEveryKindOfOption) {
  const auto config = parse_train_config(R"(
[run]
seed = 42
[game]
rules = "kawu"
[net]
size = "c8b2"
[learn]
passes = 2
learning_rate = 1e-3
mirror = false
[target]
policy = "visits"
[match]
opponents = ["random", "ab:depth=3"]
)",
                                         "test.toml", {});
  ASSERT_TRUE(config) << config.error();
  EXPECT_EQ(config->run.seed, 42U);
  EXPECT_EQ(config->rules, *RuleSet::preset("kawu"));
  EXPECT_EQ(config->net.channels, 8);
  EXPECT_EQ(config->net.blocks, 2);
  EXPECT_EQ(config->learn.passes, 2.0);
  EXPECT_FALSE(config->learn.mirror);
  EXPECT_EQ(config->policy_target.kind, PolicyTargetKind::kVisits);
  EXPECT_EQ(config->match.opponents, (std::vector<std::string>{"random", "ab:depth=3"}));
}

TEST(TrainConfig, RulesMayBeATable) {
  const auto config = parse_train_config("[game]\nrules = { base = \"wango\", no_capture_draw_plies = 60 }\n",
                                         "test.toml", {});
  ASSERT_TRUE(config) << config.error();
  EXPECT_EQ(config->rules.fields().no_capture_draw_plies, 60);
  EXPECT_TRUE(contains(error_of("[game]\nrules = { tiger_jmp = \"both\" }\n"), "tiger_jump"));
}

TEST(TrainConfig, WhatIsGivenTwiceOrIsNoSectionIsSaidPlainly) {
  EXPECT_EQ(error_of("[run]\nseed = 1\nseed = 2\n"), "test.toml:3: 'seed' is given twice");
  EXPECT_EQ(error_of("[run]\n[run]\n"), "test.toml:2: 'run' is given twice");
  EXPECT_TRUE(contains(error_of("run = 3\n"), "test.toml:1: run is a section of options"))
      << error_of("run = 3\n");
  EXPECT_TRUE(contains(error_of("", {"run=3"}), "run is a section of options: run.KEY=VALUE"));
  EXPECT_TRUE(contains(error_of("[run]\nseed = 1e3\n"), "got one with a point or an exponent"));
  EXPECT_TRUE(is_train_config("run = 3\n"));
}

TEST(TrainConfig, UnknownKeysNameTheNearestOneAndTheLine) {
  const std::string error = error_of("[selfplay]\ngames = 5\nful_visits = 100\n");
  EXPECT_TRUE(contains(error, "test.toml:3")) << error;
  EXPECT_TRUE(contains(error, "\"selfplay.full_visits\"")) << error;
  EXPECT_TRUE(contains(error_of("", {"learn.pases=3"}), "\"learn.passes\""));
  EXPECT_TRUE(contains(error_of("seed = 1\n"), "sections"));
}

TEST(TrainConfig, ValuesOutOfRangeAreRefusedWithTheRange) {
  EXPECT_TRUE(contains(error_of("[selfplay]\nfull_visits = 1\n"), "a whole number from 2 to 1000000, got 1"));
  EXPECT_TRUE(contains(error_of("[target]\ndiscount = 1.5\n"), "a number from 0.5 to 1"));
  EXPECT_TRUE(contains(error_of("[target]\ndiscount = nan\n"), "a number from 0.5 to 1"));
  EXPECT_TRUE(contains(error_of("[selfplay]\ngames = \"many\"\n"), "got \"many\""));
  EXPECT_TRUE(contains(error_of("[selfplay]\ngames = 1.5\n"), "whole number"));
  EXPECT_TRUE(contains(error_of("[learn]\nmirror = 1\n"), "true or false"));
  EXPECT_TRUE(contains(error_of("[target]\npolicy = \"gumbel\"\n"), "\"completed_q\" or \"visits\""));
  EXPECT_TRUE(contains(error_of("[net]\nsize = \"big\"\n"), "net.size"));
  EXPECT_TRUE(contains(error_of("[run]\nname = \"a/b\"\n"), "run.name"));
}

TEST(TrainConfig, WhatAnOptionAllowsTheNetAllows) {
  for (const char* head : {"net.value_channels=64", "net.value_hidden=1024"}) {
    const auto config = parse_train_config("", "test.toml", {head});
    ASSERT_TRUE(config) << config.error();
    EXPECT_TRUE(config->net.check());
  }
  EXPECT_TRUE(contains(error_of("", {"net.value_channels=65"}), "64"));
  EXPECT_TRUE(contains(error_of("", {"net.value_hidden=1025"}), "1024"));
}

TEST(TrainConfig, BrokenTomlSaysWhere) {
  EXPECT_TRUE(contains(error_of("[selfplay]\ngames = \n"), "test.toml:2"));
}

TEST(TrainConfig, OverridesWinOverTheFile) {
  const auto config =
      parse_train_config("[run]\nseed = 1\n", "test.toml",
                         {"run.seed=2", "net.size=c8b1", "match.opponents=random", "learn.passes=1.5"});
  ASSERT_TRUE(config) << config.error();
  EXPECT_EQ(config->run.seed, 2U);
  EXPECT_EQ(config->net.channels, 8);
  EXPECT_EQ(config->match.opponents, (std::vector<std::string>{"random"}));
  EXPECT_EQ(config->learn.passes, 1.5);
  EXPECT_TRUE(contains(error_of("", {"run.seed"}), "section.key=value"));
}

TEST(TrainConfig, ChecksOptionsAgainstEachOther) {
  EXPECT_TRUE(contains(error_of("[learn]\nbatch_size = 100\nslices = 3\n"), "divide"));
  EXPECT_TRUE(contains(error_of("[window]\nstart = 100\nmax = 50\n"), "window.max"));
  EXPECT_TRUE(contains(error_of("[match]\ngames = 3\n"), "even"));
}

TEST(TrainConfig, WritesATomlFileThatReadsBackAlike) {
  TrainConfig config;
  config.run.seed = 77;
  config.learn.learning_rate = 3e-4;
  config.policy_target.scale = 12.5F;
  config.value_target.discount = 0.985F;
  config.match.opponents = {"mcts:net=\"a b\",visits=10"};
  RuleFields fields;
  fields.no_capture_draw_plies = 30;
  config.rules = RuleSet("mine", fields);
  const std::string text = train_config_to_toml(config);
  const auto read = parse_train_config(text, "echo.toml", {});
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(differing_options(config, *read), std::vector<std::string>{});
  EXPECT_EQ(read->match.opponents, config.match.opponents);
  EXPECT_EQ(read->value_target.discount, 0.985F);
}

TEST(TrainConfig, JsonEchoReadsBackAlike) {
  TrainConfig config;
  config.search.cpuct = 1.7F;
  config.rules = *RuleSet::preset("panther");
  const auto read = config_from_json(config_to_json(config));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(differing_options(config, *read), std::vector<std::string>{});
  EXPECT_EQ(read->search.cpuct, 1.7F);
  EXPECT_EQ(read->rules, config.rules);
}

TEST(TrainConfig, DifferencesAreNamedWithBothValues) {
  TrainConfig before, now;
  now.selfplay.full_visits = 400;
  now.run.name = "other";  // changes no result
  EXPECT_EQ(differing_options(before, now),
            (std::vector<std::string>{"selfplay.full_visits (100, now 400)"}));
}

TEST(TrainOptions, NamesAreUniqueAndEveryDefaultIsAllowed) {
  std::set<std::string> names;
  for (const TrainOption& option : train_options()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
    TrainConfig config;
    const Status status = option.set(config, option.get(config));
    EXPECT_TRUE(status) << option.name << ": " << status.error();
  }
}

TEST(TrainConfig, TheNetSizeDoesNotSwallowAValueHead) {
  TrainConfig config;
  const Status refused = set_train_option(config, "net.size=c8b1v3h9");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("net.value_channels"), std::string::npos) << refused.error();
  EXPECT_EQ(config.net.name(), "c32b4");
}

TEST(TrainConfig, AdjudicationNeedsATable) {
  EXPECT_TRUE(contains(error_of("[selfplay]\nadjudicate = true\n"), "adjudicate needs selfplay.tablebase"));
  EXPECT_TRUE(
      contains(error_of("", {"selfplay.tablebase_pieces=3"}), "tablebase_pieces needs selfplay.tablebase"));
  EXPECT_EQ(error_of("[selfplay]\nadjudicate = true\ntablebase = \"tables/wango\"\n"), "");
}

TEST(TrainConfig, AGumbelRootTeachesByValuesAlone) {
  EXPECT_EQ(error_of("[search]\nroot = \"gumbel\"\n"), "");
  EXPECT_TRUE(contains(error_of("[search]\nroot = \"gumbel\"\n[target]\npolicy = \"visits\"\n"),
                       "search.root = \"gumbel\" needs target.policy = \"completed_q\""));
  EXPECT_TRUE(contains(error_of("[search]\nroot = \"ucb\"\n"), "\"puct\" or \"gumbel\", got \"ucb\""));
}

TEST(TrainConfig, PlayoutsAreForcedUnderNoiseAndByPuctOnly) {
  EXPECT_EQ(error_of("", {"search.forced_playouts=2"}), "");
  EXPECT_TRUE(contains(error_of("", {"search.forced_playouts=2", "search.root=gumbel"}),
                       "forced_playouts is for search.root = \"puct\""));
  EXPECT_TRUE(contains(error_of("", {"search.forced_playouts=2", "search.noise_fraction=0"}),
                       "forced_playouts needs search.noise_fraction above 0"));
}

TEST(TrainConfig, ALaterBoardNeedsAHeadThatGuessesIt) {
  EXPECT_TRUE(contains(error_of("", {"target.later_plies=4"}), "later_plies needs learn.later_weight"));
  EXPECT_EQ(error_of("", {"target.later_plies=4", "learn.later_weight=0.5"}), "");
}

TEST(TrainConfig, GamesOfRunsBegunBeforeTablesWereThereStillCount) {
  const TrainConfig defaults;  // as they were before there were tables
  EXPECT_EQ(games_settings_hash(defaults), 6332387495843653584U);
}

TEST(TrainConfig, WhereTablesLieChangesNothingButHowManyPiecesTheyHaveDoes) {
  TrainConfig before, now;
  before.selfplay.tablebase = "here";
  now.selfplay.tablebase = "there";
  before.selfplay.tablebase_pieces = now.selfplay.tablebase_pieces = 3;
  EXPECT_TRUE(differing_options(before, now).empty());
  EXPECT_EQ(games_settings_hash(before), games_settings_hash(now));
  now.selfplay.tablebase_pieces = 4;
  EXPECT_EQ(differing_options(before, now),
            (std::vector<std::string>{"selfplay.tablebase_pieces (3, now 4)"}));
  EXPECT_NE(games_settings_hash(before), games_settings_hash(now));
  EXPECT_EQ(differing_options(before, TrainConfig()),
            (std::vector<std::string>{"selfplay.tablebase_pieces (3, now 0)"}));
}

TEST(TrainConfig, TheSettingsHashIsOfWhatShapesGames) {
  const TrainConfig config;
  for (const char* shapes :
       {"selfplay.full_visits=9", "search.cpuct=2", "target.policy_scale=0.5", "game.rules=kawu",
        "selfplay.games_per_shard=5", "selfplay.adjudicate=true", "search.root=gumbel",
        "search.forced_playouts=2", "selfplay.repetition_draw_weight=0.5", "selfplay.surprise_weight=0.5"}) {
    TrainConfig other;
    ASSERT_TRUE(set_train_option(other, shapes));
    EXPECT_NE(games_settings_hash(other), games_settings_hash(config)) << shapes;
  }
  for (const char* leaves : {"selfplay.games=9", "selfplay.slots=3", "learn.passes=2", "target.discount=0.9",
                             "learn.later_weight=0.5", "learn.reply_weight=0.5", "run.generations=5"}) {
    TrainConfig other;
    ASSERT_TRUE(set_train_option(other, leaves));
    EXPECT_EQ(games_settings_hash(other), games_settings_hash(config)) << leaves;
  }
}

}  // namespace
}  // namespace jungle
