#include "search/mcts/line.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/util/random.hpp"
#include "tests/support/positions.hpp"

namespace jungle {
namespace {

Animal mover(const Position& position, Move move) {
  for (const Animal animal : kAllAnimals)
    if (position.animal(position.side_to_move(), animal).contains(move.from())) return animal;
  ADD_FAILURE() << "nobody moves";
  return Animal::kRat;
}

// Every ending but "no legal move" comes up; few animals, so that boards come again.
TEST(DescentLine, JudgesAsAGameDoes) {
  Rng rng({17});
  std::array<int, kEndReasons> ends{};
  int repeated = 0;
  for (const RuleSet& rules : test::conformance_rule_sets()) {
    for (const char* name : {"ending_race", "ending_lions", "traps_contested", "dens_in_reach"}) {
      Game game(rules, test::fixed_position(name).position());
      MoveList moves;
      while (game.outcome().is_ongoing() && game.plies() < 60) {
        DescentLine line;
        line.start(game);
        Game along = game;
        MoveList judged;
        while (along.outcome().is_ongoing() && along.plies() < game.plies() + 20) {
          along.legal_moves(moves);
          const Move move = moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))];
          line.play(mover(along.position(), move), move);
          along.play(move);
          ASSERT_EQ(line.position(), along.position());
          const DescentLine::Judgement judgement = line.judge(judged);
          ASSERT_EQ(judgement.outcome, along.outcome()) << rules.name();
          if (!along.outcome().is_ongoing()) break;
          ASSERT_EQ(judgement.repetitions, along.repetitions());
          repeated += along.repetitions() > 0;
          along.legal_moves(moves);
          ASSERT_TRUE(std::equal(moves.begin(), moves.end(), judged.begin(), judged.end()));
        }
        ++ends[static_cast<std::size_t>(along.outcome().reason)];
        line.rewind();
        ASSERT_EQ(line.position(), game.position());
        game.legal_moves(moves);
        for (int plies = 0; plies < 7 && game.outcome().is_ongoing(); ++plies) {
          game.legal_moves(moves);
          game.play(moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))]);
        }
      }
    }
  }
  EXPECT_GT(repeated, 100);
  for (const EndReason reason : {EndReason::kNone, EndReason::kDen, EndReason::kCaptureAll,
                                 EndReason::kRepetition, EndReason::kNoCapture, EndReason::kLength})
    EXPECT_GT(ends[static_cast<std::size_t>(reason)], 0) << to_string(reason);
}

TEST(DescentLine, ASideWithoutAMoveIsJudgedByTheRuleSet) {
  for (const NoMove no_move : {NoMove::kLoss, NoMove::kDraw}) {
    const Game game =
        Game(RuleSet("walled", {.no_move = no_move}), *parse_position("c1L4/E6/7/7/7/7/7/7/7 r"));
    const Move move = *parse_move("c9b9");
    Game along = game;
    along.play(move);
    ASSERT_EQ(along.outcome().reason, EndReason::kNoLegalMove);
    DescentLine line;
    line.start(game);
    line.play(mover(game.position(), move), move);
    MoveList moves;
    EXPECT_EQ(line.judge(moves).outcome, along.outcome());
  }
}

}  // namespace
}  // namespace jungle
