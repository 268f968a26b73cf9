#include "app/net_eval.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/evaluator_factory.hpp"
#include "core/notation.hpp"
#include "nn/encoding.hpp"

namespace jungle {
namespace {

EvalRequest request_of(const Game& game, const MoveList& legal_moves) {
  return {&game.position(), &game.rules(), &legal_moves, game.repetitions()};
}

// Indices of the legal moves, likeliest first.
std::vector<int> by_prior(const NetOpinion& opinion) {
  std::vector<int> order(static_cast<std::size_t>(opinion.legal_moves.size()));
  std::iota(order.begin(), order.end(), 0);
  const auto prior = [&](int i) { return opinion.result.priors[static_cast<std::size_t>(i)]; };
  std::ranges::stable_sort(order, [&](int a, int b) { return prior(a) > prior(b); });
  return order;
}

}  // namespace

Result<NetOpinion> net_opinion(const NetWeights& weights, const Game& game) {
  if (!game.outcome().is_ongoing())
    return Error{fmt::format("the game is over ({}, {})", to_string(game.outcome().result),
                             to_string(game.outcome().reason))};
  Result<std::unique_ptr<Evaluator>> evaluator = make_net_evaluator(
      std::make_shared<const Model>(weights), {.precision = Precision::kFloat32, .max_batch = 1});
  if (!evaluator) return Error{evaluator.error()};
  NetOpinion opinion{.game = game, .legal_moves = {}, .result = {}};
  opinion.game.legal_moves(opinion.legal_moves);
  const EvalRequest request = request_of(opinion.game, opinion.legal_moves);
  (*evaluator)->evaluate({&request, 1}, {&opinion.result, 1});
  return opinion;
}

std::string opinion_text(const NetOpinion& opinion) {
  const EvalResult& result = opinion.result;
  const Wdl& wdl = result.wdl_for_side_to_move;
  std::string text =
      fmt::format("position {}\n{} to move: win {:.1f} %, draw {:.1f} %, loss {:.1f} %\nplies left {:.0f}\n",
                  to_string(opinion.game.position()), to_string(opinion.game.side_to_move()), 100 * wdl.win,
                  100 * wdl.draw, 100 * wdl.loss, result.plies_left);
  for (const int i : by_prior(opinion)) {
    text += fmt::format("{} {:.1f} %\n", to_string(opinion.legal_moves[i]),
                        100 * result.priors[static_cast<std::size_t>(i)]);
  }
  return text;
}

nlohmann::ordered_json opinion_json(const NetOpinion& opinion, bool planes) {
  const Game& game = opinion.game;
  const Wdl& wdl = opinion.result.wdl_for_side_to_move;
  nlohmann::ordered_json moves = nlohmann::ordered_json::array();
  for (const int i : by_prior(opinion)) {
    const Move move = opinion.legal_moves[i];
    moves.push_back({{"move", to_string(move)},
                     {"index", policy_index(move, game.side_to_move())},
                     {"prior", opinion.result.priors[static_cast<std::size_t>(i)]}});
  }
  nlohmann::ordered_json json = {{"rules", game.rules().name()},
                                 {"position", to_string(game.position())},
                                 {"side_to_move", to_string(game.side_to_move())},
                                 {"win", wdl.win},
                                 {"draw", wdl.draw},
                                 {"loss", wdl.loss},
                                 {"plies_left", opinion.result.plies_left},
                                 {"moves", std::move(moves)}};
  if (planes) {
    std::array<float, kEncodedSize> encoded{};
    encode(request_of(game, opinion.legal_moves), std::span<float>(encoded));
    json["planes"] = encoded;
  }
  return json;
}

}  // namespace jungle
