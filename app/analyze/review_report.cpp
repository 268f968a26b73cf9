#include "app/analyze/review_report.hpp"

#include <string_view>

#include <fmt/format.h>

#include "app/analyze/position_report.hpp"
#include "core/notation.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

int marked(const SideReview& side, Mark mark) { return side.marks[static_cast<std::size_t>(mark)]; }

std::string side_text(Side name, const SideReview& side) {
  if (side.moves == 0) return fmt::format("{}: no moves\n", to_string(name));
  return fmt::format("{}: {} moves, {} of them the best, mean loss {:.1f} %, {} ?!, {} ?, {} ??\n",
                     to_string(name), side.moves, side.best_moves, 100 * side.mean_loss,
                     marked(side, Mark::kInaccuracy), marked(side, Mark::kMistake),
                     marked(side, Mark::kBlunder));
}

Json side_json(const SideReview& side) {
  return {{"moves", side.moves},
          {"best_moves", side.best_moves},
          {"mean_loss", side.mean_loss},
          {"inaccuracies", marked(side, Mark::kInaccuracy)},
          {"mistakes", marked(side, Mark::kMistake)},
          {"blunders", marked(side, Mark::kBlunder)}};
}

}  // namespace

std::string review_text(const GameReview& review, const Game& game, const std::string& title) {
  std::string text = title + "\n ply side  move    score  best  score   loss\n";
  int ply = 0;
  for (const ReviewedMove& move : review.moves) {
    text += fmt::format("{:>4} {:<4}  {}{:<2} {:>6.1f}  {} {:>6.1f} {:>6.1f}\n", ++ply, to_string(move.side),
                        to_string(move.move), to_string(move.mark), 100 * move.score, to_string(move.best),
                        100 * move.best_score, 100 * move.loss);
  }
  text += fmt::format("outcome {} {}\n", to_string(game.outcome().result), to_string(game.outcome().reason));
  for (const Side side : kSides) text += side_text(side, review.sides[static_cast<std::size_t>(index(side))]);
  return text;
}

Json review_json(const GameReview& review, const Game& game, std::span<const Decision> decisions) {
  Json json = {{"rules", game.rules().name()},
               {"start", to_string(game.start_position())},
               {"outcome", to_string(game.outcome().result)},
               {"reason", to_string(game.outcome().reason)},
               {"moves", Json::array()}};
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const ReviewedMove& move = review.moves[i];
    json["moves"].push_back({{"move", to_string(move.move)},
                             {"side", to_string(move.side)},
                             {"score", move.score},
                             {"best", to_string(move.best)},
                             {"best_score", move.best_score},
                             {"loss", move.loss},
                             {"mark", to_string(move.mark)},
                             {"lines", lines_json(decisions[i].lines)}});
  }
  for (const Side side : kSides)
    json[std::string(to_string(side))] = side_json(review.sides[static_cast<std::size_t>(index(side))]);
  return json;
}

}  // namespace jungle
