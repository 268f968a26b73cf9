// Rule sets as data: the presets' values, fields by name, what is refused.

#include <array>

#include "core/rules.hpp"
#include "tests/core/core_test_helpers.hpp"

namespace jungle::test {
namespace {

struct ExpectedField {
  std::string_view name;
  std::array<std::string_view, 6> values;  // wango kawu panther halfmove60 wikipedia leiden
};

// The table of docs/rules.md.
constexpr std::array<std::string_view, 6> kPresetNames = {"wango",      "kawu",      "panther",
                                                          "halfmove60", "wikipedia", "leiden"};
constexpr ExpectedField kExpected[] = {
    {"first_side", {"red", "red", "blue", "red", "red", "red"}},
    {"dog_over_wolf", {"false", "false", "true", "false", "false", "false"}},
    {"elephant_captures_rat", {"false", "false", "true", "false", "false", "true"}},
    {"rat_bank_capture", {"none", "none", "rats", "none", "none", "rats"}},
    {"trapped_attack", {"none", "none", "none", "none", "full", "full"}},
    {"trap_scope", {"enemy", "enemy", "enemy", "enemy", "enemy", "enemy"}},
    {"jump_blockers", {"any_rat", "any_rat", "any_rat", "any_rat", "any_rat", "any_rat"}},
    {"tiger_jump", {"both", "both", "both", "both", "both", "both"}},
    {"lion_jump", {"both", "both", "both", "both", "both", "both"}},
    {"no_move", {"loss", "loss", "loss", "loss", "loss", "loss"}},
    {"capture_all", {"win", "win", "win", "win", "win", "win"}},
    {"repetition", {"third_is_draw", "third_is_draw", "none", "none", "third_is_draw", "none"}},
    {"no_capture_draw_plies", {"0", "200", "0", "60", "200", "0"}},
    {"max_plies", {"0", "0", "0", "0", "0", "0"}},
};

TEST(Presets, HaveTheValuesOfTheRulesTable) {
  ASSERT_EQ(RuleSet::preset_names().size(), kPresetNames.size());
  for (std::size_t i = 0; i < kPresetNames.size(); ++i) {
    EXPECT_EQ(RuleSet::preset_names()[i], kPresetNames[i]);
    const RuleSet rules = preset(kPresetNames[i]);
    EXPECT_EQ(rules.name(), kPresetNames[i]);
    for (const ExpectedField& field : kExpected)
      EXPECT_EQ(rule_field_value(rules.fields(), field.name), field.values[i])
          << rules.name() << ' ' << field.name;
  }
}

TEST(Presets, WangoIsTheDefault) {
  EXPECT_EQ(RuleSet(), preset("wango"));
  EXPECT_EQ(RuleSet().fields(), RuleFields{});
}

TEST(Presets, OtherNamesAreNone) {
  for (std::string_view name : {"", "Wango", "wango ", "chess"}) EXPECT_FALSE(RuleSet::preset(name)) << name;
}

TEST(Presets, SayWhetherAGameCouldGoOnForEver) {
  EXPECT_TRUE(preset("wango").has_draw_rule());
  EXPECT_TRUE(preset("halfmove60").has_draw_rule());
  EXPECT_FALSE(preset("panther").has_draw_rule());
  EXPECT_FALSE(preset("leiden").with_max_plies(100).has_draw_rule());
}

TEST(RuleSet, WithMaxPliesChangesThatFieldAlone) {
  const RuleSet rules = preset("panther").with_max_plies(250);
  EXPECT_EQ(rules.fields().max_plies, 250);
  RuleFields fields = rules.fields();
  fields.max_plies = 0;
  EXPECT_EQ(fields, preset("panther").fields());
  EXPECT_EQ(rules.name(), "panther");
}

TEST(RuleSet, RanksFollowDogOverWolf) {
  const RuleSet wolf_first;
  EXPECT_EQ(wolf_first.rank(Animal::kDog), 3);
  EXPECT_EQ(wolf_first.rank(Animal::kWolf), 4);
  const RuleSet dog_first = wango_with({{"dog_over_wolf", "true"}});
  EXPECT_EQ(dog_first.rank(Animal::kDog), 4);
  EXPECT_EQ(dog_first.rank(Animal::kWolf), 3);
  for (const RuleSet& rules : {wolf_first, dog_first})
    for (Animal animal : kAllAnimals) EXPECT_EQ(rules.animal_of_rank(rules.rank(animal)), animal);
  EXPECT_EQ(dog_first.rank(Animal::kRat), 1);
  EXPECT_EQ(dog_first.rank(Animal::kElephant), 8);
}

TEST(RuleFields, AreListedOnceWithEachAllowedValue) {
  ASSERT_EQ(rule_field_infos().size(), std::size(kExpected));
  for (std::size_t i = 0; i < std::size(kExpected); ++i) {
    const RuleFieldInfo& info = rule_field_infos()[i];
    EXPECT_EQ(info.name, kExpected[i].name);
    EXPECT_FALSE(info.help.empty());
    for (std::string_view value : info.allowed) {
      RuleFields fields;
      ASSERT_TRUE(set_rule_field(fields, info.name, value));
      EXPECT_EQ(rule_field_value(fields, info.name), value) << info.name;
      // No other field is touched.
      ASSERT_TRUE(set_rule_field(fields, info.name, rule_field_value(RuleFields{}, info.name)));
      EXPECT_EQ(fields, RuleFields{}) << info.name;
    }
  }
}

TEST(RuleFields, SetTheFieldTheyName) {
  RuleFields fields;
  ASSERT_TRUE(set_rule_field(fields, "first_side", "blue"));
  ASSERT_TRUE(set_rule_field(fields, "dog_over_wolf", "true"));
  ASSERT_TRUE(set_rule_field(fields, "elephant_captures_rat", "true"));
  ASSERT_TRUE(set_rule_field(fields, "rat_bank_capture", "rats"));
  ASSERT_TRUE(set_rule_field(fields, "trapped_attack", "full"));
  ASSERT_TRUE(set_rule_field(fields, "trap_scope", "everyone"));
  ASSERT_TRUE(set_rule_field(fields, "jump_blockers", "enemy_rat"));
  ASSERT_TRUE(set_rule_field(fields, "tiger_jump", "rows"));
  ASSERT_TRUE(set_rule_field(fields, "lion_jump", "columns"));
  ASSERT_TRUE(set_rule_field(fields, "no_move", "draw"));
  ASSERT_TRUE(set_rule_field(fields, "capture_all", "none"));
  ASSERT_TRUE(set_rule_field(fields, "repetition", "none"));
  ASSERT_TRUE(set_rule_field(fields, "no_capture_draw_plies", "60000"));
  ASSERT_TRUE(set_rule_field(fields, "max_plies", "7"));
  EXPECT_EQ(fields, (RuleFields{.first_side = Side::kBlue,
                                .dog_over_wolf = true,
                                .elephant_captures_rat = true,
                                .rat_bank_capture = RatBankCapture::kRats,
                                .trapped_attack = TrappedAttack::kFull,
                                .trap_scope = TrapScope::kEveryone,
                                .jump_blockers = JumpBlockers::kEnemyRat,
                                .tiger_jump = Jump::kAlongRows,
                                .lion_jump = Jump::kAlongColumns,
                                .no_move = NoMove::kDraw,
                                .capture_all = CaptureAll::kNone,
                                .repetition = Repetition::kNone,
                                .no_capture_draw_plies = 60000,
                                .max_plies = 7}));
}

TEST(RuleFields, ABadValueIsRefusedWithTheAllowedOnesAndChangesNothing) {
  for (const RuleFieldInfo& info : rule_field_infos()) {
    for (std::string_view value :
         {"", "maybe", "True", "-1", "60001", "1.5", "12 ", "99999999999999999999"}) {
      RuleFields fields;
      const Status status = set_rule_field(fields, info.name, value);
      ASSERT_FALSE(status) << info.name << " = " << value;
      EXPECT_NE(status.error().find("'" + std::string(info.name) + "'"), std::string::npos) << status.error();
      EXPECT_NE(status.error().find("'" + std::string(value) + "'"), std::string::npos) << status.error();
      for (std::string_view allowed : info.allowed)
        EXPECT_NE(status.error().find(allowed), std::string::npos) << status.error();
      if (info.allowed.empty()) {
        EXPECT_NE(status.error().find("0 to 60000"), std::string::npos) << status.error();
      }
      EXPECT_EQ(fields, RuleFields{});
    }
  }
}

TEST(RuleFields, AnUnknownNameIsRefusedAndABadValueStaysOnOneLine) {
  RuleFields fields;
  const Status unknown = set_rule_field(fields, "lion_jumps", "both");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().find("lion_jumps"), std::string::npos) << unknown.error();
  const Status control = set_rule_field(fields, "lion_jump", "bo\nth");
  ASSERT_FALSE(control);
  EXPECT_EQ(control.error().find('\n'), std::string::npos) << control.error();
}

}  // namespace
}  // namespace jungle::test
