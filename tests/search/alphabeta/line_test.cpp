#include "search/alphabeta/line.hpp"

#include <gtest/gtest.h>

#include "core/notation.hpp"

namespace jungle::alphabeta {
namespace {

constexpr std::string_view kBoard = "7/7/2r4/7/3l3/7/7/5T1/R6 r 0 1";

void push(Line& line, std::string_view text) {
  const Move move = *parse_move(text);
  const auto animal = line.position().piece_at(move.from())->animal;
  const auto victim = line.position().piece_at(move.to());
  line.push({.move = move,
             .animal = animal,
             .victim = static_cast<std::uint8_t>(victim ? 1 + index(victim->animal) : 0),
             .order = 0});
}

Game played(const RuleSet& rules, std::initializer_list<std::string_view> moves) {
  Game game(rules, *parse_position(kBoard));
  for (std::string_view move : moves) game.play(*parse_move(move));
  return game;
}

TEST(Line, SecondVisitInTheLineIsADrawOnlyWhereAskedFor) {
  const RuleSet rules;
  const EvalTables tables(rules);
  Line line(played(rules, {}), tables);
  for (std::string_view move : {"a1a2", "d5d4", "a2a1", "d4d5"}) push(line, move);
  EXPECT_FALSE(line.is_draw(Line::Repeats::kAlsoTwiceInLine)) << "the root itself stands once before";
  push(line, "a1a2");
  EXPECT_TRUE(line.is_draw(Line::Repeats::kAlsoTwiceInLine));
  EXPECT_FALSE(line.is_draw(Line::Repeats::kByTheRules));
  line.pop();
  EXPECT_FALSE(line.is_draw(Line::Repeats::kAlsoTwiceInLine));
}

TEST(Line, ThirdVisitCountsTheGameBeforeTheRoot) {
  const RuleSet rules;
  const EvalTables tables(rules);
  Line line(played(rules, {"a1a2", "d5d4", "a2a1", "d4d5"}), tables);
  for (std::string_view move : {"a1a2", "d5d4", "a2a1"}) {
    push(line, move);
    EXPECT_FALSE(line.is_draw(Line::Repeats::kByTheRules)) << move;
  }
  push(line, "d4d5");
  EXPECT_TRUE(line.is_draw(Line::Repeats::kByTheRules));
}

TEST(Line, WithoutARepetitionRuleTheGameBeforeTheRootDoesNotCount) {
  const RuleSet rules = *RuleSet::preset("leiden");
  const EvalTables tables(rules);
  Line line(played(rules, {"a1a2", "d5d4", "a2a1", "d4d5"}), tables);
  for (std::string_view move : {"a1a2", "d5d4", "a2a1", "d4d5"}) push(line, move);
  EXPECT_FALSE(line.is_draw(Line::Repeats::kByTheRules));
  EXPECT_FALSE(line.is_draw(Line::Repeats::kAlsoTwiceInLine));
}

TEST(Line, LimitsOnPliesAreDrawsAndAreCountedFromTheGame) {
  const RuleSet rules = RuleSet("short", [] {
    RuleFields fields;
    fields.no_capture_draw_plies = 7;
    fields.max_plies = 4;
    return fields;
  }());
  const EvalTables tables(rules);
  Line line(played(rules, {"a1a2", "d5d4"}), tables);
  EXPECT_EQ(line.plies_to_limit(), 2);
  push(line, "a2a3");
  EXPECT_FALSE(line.is_draw(Line::Repeats::kByTheRules));
  push(line, "d4d3");
  EXPECT_EQ(line.plies_to_limit(), 0);
  EXPECT_TRUE(line.is_draw(Line::Repeats::kByTheRules));
}

TEST(Line, TheSameBoardNearALimitHasAnotherTableKey) {
  const RuleSet rules = *RuleSet::preset("halfmove60");
  const EvalTables tables(rules);
  const auto key = [&](std::string_view text) {
    return Line(Game(rules, *parse_position(text)), tables).table_key();
  };
  EXPECT_EQ(key("7/7/2r4/7/3l3/7/7/5T1/R6 r 0 1"), key("7/7/2r4/7/3l3/7/7/5T1/R6 r 20 9"));
  EXPECT_NE(key("7/7/2r4/7/3l3/7/7/5T1/R6 r 57 9"), key("7/7/2r4/7/3l3/7/7/5T1/R6 r 58 9"));
}

TEST(Line, KnowsTheMovesThatEndTheGame) {
  const RuleSet rules;
  const EvalTables tables(rules);
  const Game den(rules, *parse_position("7/3L3/7/7/7/7/7/6c/7 r 0 1"));
  Line line(den, tables);
  EXPECT_TRUE(
      line.ends_game({.move = *parse_move("d8d9"), .animal = Animal::kLion, .victim = 0, .order = 0}));
  EXPECT_FALSE(
      line.ends_game({.move = *parse_move("d8c8"), .animal = Animal::kLion, .victim = 0, .order = 0}));
  const Game last(rules, *parse_position("7/7/7/7/7/7/7/5Lc/7 r 0 1"));
  Line capture(last, tables);
  EXPECT_TRUE(
      capture.ends_game({.move = *parse_move("f2g2"), .animal = Animal::kLion, .victim = 1 + 1, .order = 0}));
}

}  // namespace
}  // namespace jungle::alphabeta
