// Self-play under several rule sets: game.mix, from the configuration to shards and records.

#include <algorithm>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/util/file.hpp"
#include "selfplay/config_json.hpp"
#include "selfplay/data/record_check.hpp"
#include "selfplay/self_play_rules.hpp"
#include "selfplay/train_config.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

std::string error_of(std::string_view toml, const std::vector<std::string>& overrides = {}) {
  const auto config = parse_train_config(toml, "test.toml", overrides);
  return config ? "" : config.error();
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TrainConfig config_of_all_presets() {
  TrainConfig config = tiny_config();
  for (const std::string_view name : RuleSet::preset_names())
    config.rule_mix.push_back(*RuleSet::preset(name));
  return config;
}

TEST(RuleMix, IsAListOfPresetsFilesAndTables) {
  const fs::path file = fresh_folder() / "quick.toml";
  write_file_atomically(file, "base = \"wango\"\nno_capture_draw_plies = 30\n");
  const auto config =
      parse_train_config("[game]\nrules = \"kawu\"\nmix = [\"kawu\", \"" + file.string() +
                             "\", { name = \"mine\", base = \"kawu\", tiger_jump = \"rows\" }]\n",
                         "test.toml", {});
  ASSERT_TRUE(config) << config.error();
  ASSERT_EQ(config->rule_mix.size(), 3U);
  EXPECT_EQ(config->rule_mix[0], *RuleSet::preset("kawu"));
  EXPECT_EQ(config->rule_mix[1].name(), "quick");
  EXPECT_EQ(config->rule_mix[1].fields().no_capture_draw_plies, 30);
  EXPECT_EQ(config->rule_mix[2].fields().tiger_jump, Jump::kAlongRows);
  EXPECT_EQ(self_play_rule_names(*config), "kawu,quick,mine");
  EXPECT_EQ(self_play_rule_names(TrainConfig()), "wango");
  EXPECT_EQ(error_of("", {"game.mix=wango"}), "");
}

TEST(RuleMix, WhatMakesNoSenseIsRefused) {
  EXPECT_TRUE(contains(error_of("", {"game.mix=[\"kawu\",\"panther\"]"}),
                       "game.rules (wango) is not in game.mix (kawu,panther)"));
  EXPECT_TRUE(
      contains(error_of("", {"game.mix=[\"wango\",\"wango\"]"}), "two rule sets of the name \"wango\""));
  EXPECT_TRUE(contains(error_of("[game]\nmix = [\"wangoo\"]\n"), "test.toml:2: game.mix: "))
      << error_of("[game]\nmix = [\"wangoo\"]\n");
  EXPECT_TRUE(contains(error_of("[game]\nmix = [3]\n"), "game.mix: expected a list of"));
  EXPECT_TRUE(contains(error_of("[game]\nmix = [{ tiger_jmp = \"both\" }]\n"), "tiger_jump"));
}

TEST(RuleMix, ReadsBackAlikeFromTomlAndJson) {
  TrainConfig config = config_of_all_presets();
  RuleFields fields;
  fields.no_capture_draw_plies = 30;
  config.rule_mix.emplace_back("mine", fields);
  const auto toml = parse_train_config(train_config_to_toml(config), "echo.toml", {});
  ASSERT_TRUE(toml) << toml.error();
  EXPECT_EQ(toml->rule_mix, config.rule_mix);
  const auto json = config_from_json(config_to_json(config));
  ASSERT_TRUE(json) << json.error();
  EXPECT_EQ(json->rule_mix, config.rule_mix);
}

TEST(RuleMix, AnotherMixIsAnotherRun) {
  const TrainConfig before = config_of_all_presets();
  TrainConfig now = before;
  now.rule_mix.pop_back();
  const auto fewer = differing_options(before, now);
  ASSERT_EQ(fewer.size(), 1U);
  EXPECT_TRUE(contains(fewer[0], "game.mix (")) << fewer[0];
  EXPECT_NE(games_settings_hash(before), games_settings_hash(now));
  now = before;
  RuleFields fields = before.rule_mix[1].fields();
  fields.lion_jump = Jump::kAlongRows;
  now.rule_mix[1] = RuleSet("kawu", fields);
  EXPECT_EQ(differing_options(before, now),
            std::vector<std::string>{"game.mix kawu field lion_jump (both, now rows)"});
  EXPECT_NE(games_settings_hash(before), games_settings_hash(now));
}

TEST(RuleMix, GamesDrawTheirRulesEvenlyFromTheirOwnStream) {
  const TrainConfig config = config_of_all_presets();
  const GamePlan plan = make_game_plan(config, 0);
  std::map<std::string, int> games;
  for (std::uint32_t i = 0; i < 600; ++i) {
    const SelfPlayGame game(plan, i), again(plan, i);
    EXPECT_EQ(game.game().rules(), again.game().rules());
    EXPECT_EQ(game.game().rules().fields().max_plies, config.selfplay.max_plies);
    ++games[game.game().rules().name()];
  }
  EXPECT_EQ(games.size(), 6U);
  for (const auto& [name, count] : games) EXPECT_NEAR(count, 100, 40) << name;
}

TEST(RuleMix, OfOneRuleSetGivesTheGamesOfThatRuleSetAlone) {
  TrainConfig config = tiny_config();
  const GamePlan alone = make_game_plan(config, 0);
  config.rule_mix = {config.rules};
  const GamePlan mix = make_game_plan(config, 0);
  for (std::uint32_t i = 0; i < 20; ++i) {
    SelfPlayGame a(alone, i), b(mix, i);
    EXPECT_EQ(a.game().position(), b.game().position());
    EXPECT_EQ(a.next_search().noise_seed, b.next_search().noise_seed);
  }
}

TEST(RuleMix, RecordsAreReplayedEachUnderItsOwnRules) {
  TrainConfig config = config_of_all_presets();
  config.selfplay.games = 24;
  config.selfplay.games_per_shard = 24;
  const fs::path folder = fresh_folder();
  const SelfPlayJob job{.game_plan = make_game_plan(config, 0),
                        .shard_plan = {.directory = folder,
                                       .origin = {.seed = 1},
                                       .games = 24,
                                       .games_per_shard = 24,
                                       .event = "test"},
                        .on_shard = [](int, const std::shared_ptr<const Shard>&) {},
                        .model = nullptr,
                        .make_evaluator = uniform_factory(),
                        .threads = 2,
                        .slots = 8};
  ASSERT_TRUE(play_games(job, {}, [](const SelfPlayProgress&) {}).complete);
  const auto shard = read_shard(job.shard_plan.npz_path(0));
  ASSERT_TRUE(shard) << shard.error();
  EXPECT_EQ(shard->rule_sets.size(), 6U);
  const Status same = check_records(*shard, *read_file(job.shard_plan.pgn_path(0), 1 << 20));
  EXPECT_TRUE(same) << same.error();
}

}  // namespace
}  // namespace jungle
