#include "app/analyze/game_review.hpp"

#include <algorithm>
#include <array>

#include "app/analyze/position_report.hpp"
#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle {
namespace {

Mark mark_of(double loss) {
  return loss >= kBlunderLoss      ? Mark::kBlunder
         : loss >= kMistakeLoss    ? Mark::kMistake
         : loss >= kInaccuracyLoss ? Mark::kInaccuracy
                                   : Mark::kNone;
}

// What the best line is worth. The search's opinion of the whole position is less: in tree search it is a
// mean over all moves that were tried.
double best_score(const Decision& decision) {
  return score_of(decision.lines.empty() ? decision.wdl_for_side_to_move
                                         : decision.lines.front().wdl_for_side_to_move);
}

// For the side to move in the position that came up after `plies` moves.
double score_at(const Game& game, std::span<const Decision> decisions, int plies) {
  const Outcome outcome = game.outcome();
  if (plies < game.plies() || outcome.is_ongoing())
    return best_score(decisions[static_cast<std::size_t>(plies)]);
  return (1.0 + outcome.value_for(game.side_to_move())) / 2;
}

ReviewedMove review_move(const Game& game, std::span<const Decision> decisions, int plies) {
  const Position& position = game.position_at(plies);
  ReviewedMove reviewed{.side = position.side_to_move(),
                        .move = game.moves()[static_cast<std::size_t>(plies)],
                        .score = 1 - score_at(game, decisions, plies + 1),
                        .best = decisions[static_cast<std::size_t>(plies)].move,
                        .best_score = score_at(game, decisions, plies)};
  const bool best = reviewed.move == reviewed.best || count_legal(position, game.rules()) == 1;
  reviewed.loss = best ? 0 : std::max(reviewed.best_score - reviewed.score, 0.0);
  reviewed.mark = mark_of(reviewed.loss);
  return reviewed;
}

void count(const ReviewedMove& move, SideReview& side) {
  side.mean_loss = (side.mean_loss * side.moves + move.loss) / (side.moves + 1);
  ++side.moves;
  side.best_moves += move.move == move.best ? 1 : 0;
  ++side.marks[static_cast<std::size_t>(move.mark)];
}

}  // namespace

std::string_view to_string(Mark mark) {
  constexpr std::array<std::string_view, 4> kMarks = {"", "?!", "?", "??"};
  return kMarks[static_cast<std::size_t>(mark)];
}

GameReview review_game(const Game& game, std::span<const Decision> decisions) {
  JUNGLE_CHECK(!decisions.empty() && decisions.size() <= game.moves().size() + 1);
  GameReview review;
  for (int plies = 0; plies + 1 < static_cast<int>(decisions.size()); ++plies) {
    review.moves.push_back(review_move(game, decisions, plies));
    count(review.moves.back(), review.sides[static_cast<std::size_t>(index(review.moves.back().side))]);
  }
  return review;
}

}  // namespace jungle
