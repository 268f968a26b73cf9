// Games of players that ask endgame tables: won where the table says so, in as many plies, and no win claimed
// that a draw rule then spoils.

#include <algorithm>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "tests/search/endings/solved_endings.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

using test::Claim;
using test::claim_of;
using test::make_searcher;
using test::random_endings;
using test::SolvedEndings;

class EndgamePlay : public testing::TestWithParam<test::Search> {
 protected:
  static Decision decide(Player& player, const Game& game) { return player.choose_move(game, limits(), {}); }
  static Limits limits() {
    if (GetParam() == test::Search::kAlphaBeta) return {.depth = 3, .search_single_move = true};
    return {.visits = 100, .search_single_move = true};
  }
};

// Any board that stood before in the game; none: no move.
Move back_to_an_old_board(const Game& game) {
  MoveList moves;
  game.legal_moves(moves);
  for (const Move move : moves) {
    const Position next = game.position().after(move, game.rules());
    for (int ply = 0; ply < game.plies(); ++ply)
      if (game.position_at(ply).same_board(next)) return move;
  }
  return {};
}

// As long as it can, or to where the game has been, or anywhere.
Move defend(const SolvedEndings& endings, const Game& game, Rng& rng) {
  const std::uint64_t die = rng.below(3);
  if (die == 0) return endings.best_move(game);
  const Move back = die == 1 ? back_to_an_old_board(game) : Move();
  return back.is_none() ? test::random_move(game.position(), game.rules(), rng) : back;
}

// Some moves at random, often back and forth: a history of boards that stood twice.
Game wander(const RuleSet& rules, const Position& position, int plies, Rng& rng) {
  Game game(rules, position);
  for (int ply = 0; ply < plies && game.outcome().is_ongoing(); ++ply) {
    const Move back = ply >= 2 && rng.below(4) != 0 ? back_to_an_old_board(game) : Move();
    game.play(back.is_none() ? test::random_move(game.position(), rules, rng) : back);
  }
  return game;
}

// One player has claimed a win for `side`: it must come, as soon as was said, whatever the other does.
void expect_win(const SolvedEndings& endings, Game game, Side side, int plies,
                const std::function<Move(const Game&)>& winner, Rng& rng) {
  const std::string where = game.rules().name() + " after " + std::to_string(game.plies()) +
                            " plies: " + to_string(game.position());
  const int last = game.plies() + plies;
  while (game.outcome().is_ongoing() && game.plies() < last) {
    const bool ours = game.side_to_move() == side;
    game.play(ours ? winner(game) : defend(endings, game, rng));
  }
  EXPECT_TRUE(!game.outcome().is_ongoing() && game.outcome().is_win_for(side))
      << where << ": " << to_string(game.outcome().reason) << " after " << game.plies() << ", not " << last;
}

TEST_P(EndgamePlay, WonAndLostPositionsLastAsManyPliesAsTheTableSays) {
  for (const std::string_view preset : {"wango", "leiden"}) {
    const SolvedEndings endings(test::without_draw_rules(preset));
    const auto red = make_searcher(GetParam(), &endings.table());
    const auto blue = make_searcher(GetParam(), &endings.table());
    Rng rng({51});
    int longest = 0;
    for (const Position& position : random_endings(endings.rules(), 50, 3, rng)) {
      Game game(endings.rules(), position);
      const EndgameValue value = endings.value(position);
      if (value.result_for_side_to_move == 0) continue;
      longest = std::max(longest, value.plies);
      for (int left = value.plies; left > 0; --left) {
        ASSERT_TRUE(game.outcome().is_ongoing()) << to_string(position);
        const bool red_moves = game.side_to_move() == Side::kRed;
        const Decision decision = decide(red_moves ? *red : *blue, game);
        const bool winner_moves = left % 2 == 1;
        EXPECT_EQ(claim_of(decision).result, winner_moves ? 1 : -1) << to_string(game.position());
        EXPECT_EQ(claim_of(decision).plies, left) << to_string(game.position());
        game.play(decision.move);
      }
      EXPECT_FALSE(game.outcome().is_ongoing() || game.outcome().is_draw()) << to_string(position);
    }
    EXPECT_GT(longest, 15);
  }
}

// The same players all the time: what they remember of one game must not mislead them in another.
TEST_P(EndgamePlay, NoWinIsClaimedThatADrawRuleSpoils) {
  const SolvedEndings endings((RuleSet()));
  for (const std::string_view preset : {"wango", "kawu", "halfmove60"}) {  // one board for the table
    const RuleSet rules = *RuleSet::preset(preset);
    const RuleSet short_rules = rules.with_max_plies(40);
    const auto player = make_searcher(GetParam(), &endings.table());
    const auto winner = make_searcher(GetParam(), &endings.table());
    Rng rng({52});
    int claims = 0;
    int held_back = 0;
    for (int i = 0; i < 120; ++i) {
      Position position = random_endings(rules, 1, 3, rng).front();
      std::string text = to_string(position);
      text.resize(text.find(' ') + 2);  // board and side
      const int limit = rules.fields().no_capture_draw_plies;
      if (limit > 0) text += " " + std::to_string(limit - 1 - static_cast<int>(rng.below(50))) + " 150";
      const Game game = wander(i % 3 == 0 ? short_rules : rules, *parse_position(text),
                               static_cast<int>(rng.below(24)), rng);
      if (!game.outcome().is_ongoing()) continue;
      const Claim claim = claim_of(decide(*player, game));
      const EndgameValue value = endings.value(game.position());
      if (claim.result == 0) {
        held_back += value.result_for_side_to_move != 0 ? 1 : 0;
        continue;
      }
      ++claims;
      EXPECT_EQ(claim.result, value.result_for_side_to_move);
      const Side side = claim.result > 0 ? game.side_to_move() : !game.side_to_move();
      expect_win(
          endings, game, side, claim.plies, [&](const Game& now) { return decide(*winner, now).move; }, rng);
    }
    EXPECT_GT(claims, 20) << preset;
    EXPECT_GT(held_back, 3) << preset;
  }
}

// With the same board at one clock after the other, in any order.
TEST_P(EndgamePlay, AClaimFollowsTheClock) {
  const RuleSet rules = *RuleSet::preset("halfmove60");
  const SolvedEndings endings(rules);
  const auto player = make_searcher(GetParam(), &endings.table());
  Rng rng({53});
  int positions = 0;
  while (positions < 20) {
    const Position position = random_endings(rules, 1, 2, rng).front();
    const EndgameValue value = endings.value(position);
    if (value.result_for_side_to_move == 0 || value.plies < 5 || value.plies > 50) continue;
    ++positions;
    std::string text = to_string(position);
    text.resize(text.find(' ') + 2);
    for (const int left : {value.plies + 5, value.plies - 1, value.plies, value.plies - 3, value.plies + 1}) {
      const Game game(rules, *parse_position(text + " " + std::to_string(60 - left) + " 150"));
      const int claimed = claim_of(decide(*player, game)).result;
      EXPECT_EQ(claimed, left >= value.plies ? value.result_for_side_to_move : 0) << text << " " << left;
    }
  }
}

// Boards have stood twice, so nothing is proven at first; the winner comes nearer all the same. Now and then
// a third visit saves the loser.
TEST_P(EndgamePlay, AWinThatIsNotProvenIsNearlyAlwaysWonAllTheSame) {
  const RuleSet rules = *RuleSet::preset("wango");
  const SolvedEndings endings(rules);
  const auto player = make_searcher(GetParam(), &endings.table());
  Rng rng({54});
  int games = 0;
  int won = 0;
  while (games < 40) {
    Game game = wander(rules, random_endings(rules, 1, 3, rng).front(), 16, rng);
    if (!game.outcome().is_ongoing() || game.repetitions() == 0) continue;
    const EndgameValue value = endings.value(game.position());
    if (value.result_for_side_to_move <= 0 || value.plies < 9) continue;
    ++games;
    const Side side = game.side_to_move();
    for (int ply = 0; ply < 300 && game.outcome().is_ongoing(); ++ply)
      game.play(ply % 2 == 0 ? decide(*player, game).move : endings.best_move(game));
    if (!game.outcome().is_ongoing() && game.outcome().is_win_for(side)) ++won;
  }
  EXPECT_GE(won, 34);
}

INSTANTIATE_TEST_SUITE_P(Players, EndgamePlay,
                         testing::Values(test::Search::kAlphaBeta, test::Search::kTree,
                                         test::Search::kTreeOfTwoThreads),
                         [](const auto& player) { return std::string(test::name_of(player.param)); });

}  // namespace
}  // namespace jungle
