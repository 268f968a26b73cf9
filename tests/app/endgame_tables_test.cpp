// Which table a player gets.

#include "app/endgame_tables.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "tests/app/program.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {
namespace {

using Lines = std::vector<std::string>;

PlayerSpec spec_of(const std::string& text) { return *parse_player_spec(text); }
RuleSet preset(std::string_view name) { return *RuleSet::preset(name); }

TEST(EndgameTables, AFolderIsOpenedOnceForAllPlayersThatSearch) {
  const SmallTablebase disk;
  EndgameTables tables(disk.path());
  PlayerSpec ab = spec_of("ab:depth=1"), mcts = spec_of("mcts:eval=uniform,visits=9");
  EXPECT_FALSE(tables.is_of_use());
  for (PlayerSpec* spec : {&ab, &mcts}) ASSERT_TRUE(tables.equip(*spec, preset("wango")));
  ASSERT_NE(ab.alpha_beta.endgame_table, nullptr);
  EXPECT_EQ(ab.alpha_beta.endgame_table, mcts.mcts.endgame_table);
  EXPECT_TRUE(tables.is_of_use());
  EXPECT_EQ(tables.descriptions(), Lines{"tablebase: " + disk.path() + ", 2 pieces"});
}

TEST(EndgameTables, APlayersOwnFolderGoesBeforeTheCommands) {
  const SmallTablebase disk;
  EndgameTables tables("/nowhere");
  PlayerSpec own = spec_of("ab:depth=1,tablebase=\"" + disk.path() + "\"");
  ASSERT_TRUE(tables.equip(own, preset("wango")));
  EXPECT_NE(own.alpha_beta.endgame_table, nullptr);
  EXPECT_FALSE(tables.is_of_use()) << "nobody asked for the command's";
  PlayerSpec other = spec_of("ab:depth=1");
  const Status refused = tables.equip(other, preset("wango"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().find("tablebase: /nowhere"), 0U) << refused.error();
}

TEST(EndgameTables, PlayersThatDontSearchHaveNone) {
  EndgameTables tables("/nowhere");
  for (const char* text : {"random", "uci:cmd=engine,movetime=10"}) {
    PlayerSpec spec = spec_of(text);
    EXPECT_TRUE(tables.equip(spec, preset("wango"))) << text;
  }
  EndgameTables none;
  PlayerSpec ab = spec_of("ab:depth=1");
  ASSERT_TRUE(none.equip(ab, preset("wango")));
  EXPECT_EQ(ab.alpha_beta.endgame_table, nullptr);
  EXPECT_TRUE(none.is_of_use());
}

TEST(EndgameTables, AMixOfSelfPlayIsServedWhereItsBoardRulesAreTheSame) {
  const SmallTablebase disk;
  EndgameTables tables;
  TrainConfig config;
  config.selfplay.tablebase = disk.path();
  config.rule_mix = {preset("wango"), preset("kawu"), preset("halfmove60")};
  EXPECT_TRUE(tables.equip(config));
  config.rule_mix.push_back(preset("wikipedia"));
  const Status refused = tables.equip(config);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("tables of wango can't serve wikipedia of game.mix: trapped_attack"),
            std::string::npos)
      << refused.error();
}

TEST(EndgameTables, RulesThatDifferInDrawsAndWhoBeginsShareThemAndNoOthersDo) {
  const SmallTablebase disk;
  EndgameTables tables(disk.path());
  for (const char* name : {"wango", "kawu", "halfmove60"}) {
    PlayerSpec spec = spec_of("ab:depth=1");
    EXPECT_TRUE(tables.equip(spec, preset(name))) << name;
    EXPECT_TRUE(tables.serve(preset(name))) << name;
  }
  EXPECT_EQ(tables.descriptions().size(), 1U);
  for (const char* name : {"panther", "wikipedia", "leiden"}) {
    PlayerSpec spec = spec_of("ab:depth=1");
    const Status refused = tables.equip(spec, preset(name));
    ASSERT_FALSE(refused) << name;
    EXPECT_NE(refused.error().find("other rules than " + std::string(name)), std::string::npos)
        << refused.error();
    EXPECT_EQ(spec.alpha_beta.endgame_table, nullptr);
    const Status unserved = tables.serve(preset(name));
    ASSERT_FALSE(unserved) << name;
    EXPECT_NE(unserved.error().find("other rules than"), std::string::npos);
  }
}

TEST(EndgameTables, SelfPlayKeepsToThePiecesOfItsConfiguration) {
  const SmallTablebase disk;
  const Position two = *parse_position(kWonFarOff);
  EndgameTables tables;
  TrainConfig config;
  config.selfplay.tablebase = disk.path();
  ASSERT_TRUE(tables.equip(config));
  EXPECT_EQ(config.selfplay.tablebase_pieces, 2) << "what the folder has";
  EXPECT_TRUE(config.search.endgame_table->probe(two).has_value());
  config.selfplay.tablebase_pieces = 1;
  ASSERT_TRUE(tables.equip(config));
  EXPECT_EQ(config.search.endgame_table->max_animals(), 1);
  EXPECT_FALSE(config.search.endgame_table->probe(two).has_value());
  config.selfplay.tablebase_pieces = 4;
  const Status refused = tables.equip(config);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("selfplay.tablebase_pieces is 4"), std::string::npos) << refused.error();
}

}  // namespace
}  // namespace jungle::test
