#include "selfplay/data/pgn_reader.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/util/random.hpp"
#include "selfplay/data/pgn.hpp"
#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

PgnRecord only_record(std::string_view text, const std::vector<RuleSet>& rules = {}) {
  auto records = read_pgn(text, rules);
  EXPECT_TRUE(static_cast<bool>(records)) << records.error();
  EXPECT_EQ(records->size(), 1U);
  return records->front();
}

std::string refusal(std::string_view text) {
  const auto records = read_pgn(text, {});
  EXPECT_FALSE(records.has_value());
  return records.has_value() ? "" : records.error();
}

void expect_refused(std::string_view text, std::string_view part) {
  EXPECT_NE(refusal(text).find(part), std::string::npos) << refusal(text);
}

TEST(PgnReader, ReadsBackWhatWasWritten) {
  for (const std::string_view preset : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(preset);
    std::string text;
    std::vector<Game> games;
    for (std::uint32_t i = 0; i < 20; ++i) {
      games.push_back(random_game(rules, 7, i).game);
      text += pgn_text({.game = &games.back(),
                        .first_player = R"(a "quoted" \ name])",
                        .second_player = "b",
                        .round = std::to_string(i)});
    }
    const auto records = read_pgn(text, {rules.with_max_plies(80)});
    ASSERT_TRUE(static_cast<bool>(records)) << records.error();
    ASSERT_EQ(records->size(), games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      const PgnRecord& record = (*records)[i];
      EXPECT_EQ(record.game.moves(), games[i].moves());
      EXPECT_EQ(record.game.outcome(), games[i].outcome());
      EXPECT_EQ(record.tag("White"), R"(a "quoted" \ name])");
      EXPECT_EQ(record.tag("Round"), std::to_string(i));
      EXPECT_EQ(record.tag("Nothing"), "");
    }
  }
}

TEST(PgnReader, TakesRulesAndStartFromTheTags) {
  const PgnRecord record =
      only_record("[RuleSet \"panther\"]\n[FEN \"r6/7/7/7/7/7/7/1R5/7 b 0 1\"]\n[Result \"*\"]\n\n*\n");
  EXPECT_EQ(record.game.rules().name(), "panther");
  EXPECT_EQ(to_string(record.game.start_position().side_to_move()), "blue");
  EXPECT_EQ(record.result, "*");
  EXPECT_EQ(only_record("[Event \"?\"]\n\n1. g3g4 *").game.rules().name(), "wango");
}

TEST(PgnReader, PassesOverWhatPeopleAdd) {
  const PgnRecord record = only_record(
      "% escaped\n[Event \"x\"]\n\n1. g3g4 {a (comment} $14 (1. a3a4 (1. c3c4) a7a6) 1... a7a6!? ; rest "
      "g4g5\n"
      "2.g4g5 a6a5?? 1/2-1/2");
  EXPECT_EQ(record.game.plies(), 4);
  EXPECT_EQ(record.result, "1/2-1/2");  // agreed: the moves go on
}

TEST(PgnReader, ReadsGamesWithoutTags) {
  EXPECT_EQ(only_record("g3g4 a7a6 *").game.plies(), 2);
  EXPECT_EQ(only_record("\xef\xbb\xbf*").game.plies(), 0);
}

TEST(PgnReader, SaysLineAndReasonOfWhatItRefuses) {
  expect_refused("[Event \"x\"]\n\n1. g3g4 a7a6\n2. a1a9 *", "line 4: move 3: ");
  expect_refused("[Event x]\n\n*", "line 1: a tag has the form");
  expect_refused("[Event \"x\n\n*", "a tag has the form");
  expect_refused("[RuleSet \"mine\"]\n\n*", "\"mine\" is no preset");
  expect_refused("[FEN \"8/8\"]\n\n*", "FEN: a position has");
  expect_refused("[Result \"0-1\"]\n\ng3g4 1-0", "its Result tag says 0-1");
  expect_refused("[Event \"x\"]\n\n1. g3g4", "no result at its end");
  expect_refused("[Event \"x\"]\n\n1. g3g4\n[Event \"y\"]\n\n*", "line 4: the game has no result");
  expect_refused(" \n\n", "no game");
}

TEST(PgnReader, RefusesResultsAndMovesThatDontFollow) {
  const std::string won = "[FEN \"7/3R3/7/7/7/7/7/e6/7 r 0 1\"]\n\n1. d8d9 ";
  EXPECT_EQ(only_record(won + "1-0").game.outcome().reason, EndReason::kDen);
  expect_refused(won + "0-1", "the moves lead to 1-0");
  expect_refused(won + "a2a1 1-0", "comes when the game is over (red, den)");
}

TEST(PgnReader, GoesOnAfterABadRecord) {
  PgnReader reader("[Event \"1\"]\n[Event \"1\"]\n\n1. g3g9 a7a6 *\n\n[Event \"2\"]\n\n1. g3g4 *\n", {});
  EXPECT_FALSE(reader.next()->has_value());
  const auto second = reader.next();
  ASSERT_TRUE(second.has_value() && second->has_value());
  EXPECT_EQ((*second)->tag("Event"), "2");
  EXPECT_FALSE(reader.next().has_value());
}

TEST(PgnReader, AGameCutOffDoesNotTakeTheNextOneWithIt) {
  PgnReader reader("[Event \"1\"]\n\n1. g3g4\n\n[Event \"2\"]\n[Round \"7\"]\n\n1. g3g4 *\n", {});
  const auto first = reader.next();
  ASSERT_TRUE(first.has_value() && !first->has_value());
  const auto second = reader.next();
  ASSERT_TRUE(second.has_value() && second->has_value());
  EXPECT_EQ((*second)->tag("Round"), "7");
}

TEST(PgnReader, BracketsInCommentsOfVariationsAreText) {
  EXPECT_EQ(only_record("1. g3g4 (1. a3a4 {good :)} a7a6 ; or ((\n) 1... a7a6 *").game.plies(), 2);
}

// Whatever bytes: an answer, and an end.
TEST(PgnReader, AnyTextIsSafe) {
  const GameRecord game = random_game(RuleSet(), 3, 0);
  const std::string text = pgn_text({.game = &game.game, .first_player = "a", .second_player = "b"});
  Rng rng({11});
  for (int trial = 0; trial < 2000; ++trial) {
    std::string damaged = text.substr(0, rng.below(text.size() + 1));
    for (std::uint64_t i = rng.below(6); i > 0 && !damaged.empty(); --i)
      damaged[rng.below(damaged.size())] = "[]{}();%$\"\\\n a1-*\0"[rng.below(18)];
    PgnReader reader(damaged, {});
    std::size_t records = 0;
    while (reader.next()) ASSERT_LE(++records, damaged.size());
  }
}

}  // namespace
}  // namespace jungle
