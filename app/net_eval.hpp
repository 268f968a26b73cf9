#pragma once
// What a net says of one position without any search, as text and as JSON.

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/game.hpp"
#include "core/util/result.hpp"
#include "nn/weights.hpp"
#include "search/evaluator.hpp"

namespace jungle {

struct NetOpinion {
  Game game;  // its last position was judged
  MoveList legal_moves;
  EvalResult result;  // for the side to move
};

// In float32. Refuses a game that is over.
Result<NetOpinion> net_opinion(const NetWeights& weights, const Game& game);

std::string opinion_text(const NetOpinion& opinion);  // several lines; likeliest moves first
// `planes`: with the net's input, [square][plane].
nlohmann::ordered_json opinion_json(const NetOpinion& opinion, bool planes);

}  // namespace jungle
