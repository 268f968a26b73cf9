#include "selfplay/rating/uci_text.hpp"

#include <string>

#include <gtest/gtest.h>

#include "core/notation.hpp"

namespace jungle {
namespace {

Decision after(const std::vector<std::string>& lines) {
  Decision decision;
  for (const std::string& line : lines) read_uci_info(line, Game(RuleSet()), decision);
  return decision;
}

TEST(UciPosition, IsTheStartAndAllMovesSoThatTheEngineSeesRepetitions) {
  for (const char* preset : {"wango", "panther"}) {
    Game game(*RuleSet::preset(preset));
    EXPECT_EQ(uci_position(game, FenSides::kRedBlue), "position startpos");
    std::string moves;
    for (int i = 0; i < 3; ++i) {
      MoveList legal;
      game.legal_moves(legal);
      moves += ' ' + to_string(legal[0]);
      game.play(legal[0]);
    }
    EXPECT_EQ(uci_position(game, FenSides::kWhiteBlack), "position startpos moves" + moves);
  }
}

TEST(UciPosition, OfAnotherStartIsGivenInTheEnginesLetters) {
  const RuleSet rules;
  Game red(rules, *parse_position("7/7/3r3/7/7/7/7/2T4/7 r 4 12"));
  EXPECT_EQ(uci_position(red, FenSides::kRedBlue), "position fen 7/7/3r3/7/7/7/7/2T4/7 r 4 12");
  red.play(*parse_move("c2c3"));
  EXPECT_EQ(uci_position(red, FenSides::kWhiteBlack), "position fen 7/7/3r3/7/7/7/7/2T4/7 w 4 12 moves c2c3");
  const Game blue(rules, *parse_position("7/7/3r3/7/7/7/7/2T4/7 b 4 12"));
  EXPECT_EQ(uci_position(blue, FenSides::kWhiteBlack), "position fen 7/7/3r3/7/7/7/7/2T4/7 b 4 12");
}

TEST(UciGo, NamesTheLimitsThatAreSet) {
  EXPECT_EQ(uci_go({.movetime_ms = 100}), "go movetime 100");
  EXPECT_EQ(uci_go({.nodes = 5'000'000'000, .depth = 7}), "go depth 7 nodes 5000000000");
}

TEST(UciInfo, GivesDepthNodesOpinionAndVariation) {
  const Decision decision =
      after({"info depth 9 seldepth 12 time 5 nodes 1234 nps 99 score cp 100 pv g3g4 a7a6 g4g5"});
  EXPECT_EQ(decision.depth, 9);
  EXPECT_EQ(decision.nodes, 1234);
  EXPECT_NEAR(decision.wdl_for_side_to_move.win, 0.64, 0.001);  // as 100 points of Elo
  EXPECT_NEAR(decision.wdl_for_side_to_move.loss, 0.36, 0.001);
  ASSERT_EQ(decision.principal_variation.size(), 3U);
  EXPECT_EQ(to_string(decision.principal_variation[2]), "g4g5");
}

TEST(UciInfo, WdlComesBeforeMateAndMateBeforeCentipawns) {
  EXPECT_EQ(after({"info score cp 30 wdl 400 350 250"}).wdl_for_side_to_move, (Wdl{0.4F, 0.35F, 0.25F}));
  EXPECT_EQ(after({"info score cp 30 wdl 400 350 251"}).wdl_for_side_to_move,
            after({"info score cp 30"}).wdl_for_side_to_move);
  const Decision wins = after({"info score mate 3"});
  EXPECT_EQ(wins.wdl_for_side_to_move, (Wdl{1, 0, 0}));
  EXPECT_EQ(wins.plies_left, 5);
  const Decision loses = after({"info score mate -3"});
  EXPECT_EQ(loses.wdl_for_side_to_move, (Wdl{0, 0, 1}));
  EXPECT_EQ(loses.plies_left, 6);
}

TEST(UciInfo, TheLastLineOfTheBestVariationCounts) {
  const Decision decision = after({"info depth 1 nodes 5 pv a3a4", "info depth 2 multipv 1 nodes 9 pv g3g4",
                                   "info depth 2 multipv 2 nodes 8 pv a3a4", "info string depth 99"});
  EXPECT_EQ(decision.depth, 2);
  EXPECT_EQ(decision.nodes, 9);
  EXPECT_EQ(to_string(decision.principal_variation.at(0)), "g3g4");
}

TEST(UciInfo, NonsenseIsPassedOver) {
  for (const char* line :
       {"info", "info depth", "info depth x nodes", "info nodes -5 depth -1", "info score cp 1e9",
        "info score wdl 1 2", "info score mate 99999999999999999999", "info score mate -9223372036854775808",
        "info pv a1a9 g3g4", "info pv", "info depth 99999999999 multipv", "info score wdl -1 1001 0"}) {
    const Decision decision = after({line});
    EXPECT_EQ(decision.depth, 0) << line;
    EXPECT_EQ(decision.nodes, 0) << line;
    EXPECT_EQ(decision.wdl_for_side_to_move, Wdl()) << line;
    EXPECT_TRUE(decision.principal_variation.empty()) << line;
  }
  EXPECT_EQ(after({"info pv g3g4 g3g4 a7a6"}).principal_variation.size(), 1U) << "up to the illegal move";
}

}  // namespace
}  // namespace jungle
