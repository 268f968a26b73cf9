#pragma once
// A reviewed game as text and as JSON (docs/formats.md, "analyze --game --json").

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "app/analyze/game_review.hpp"

namespace jungle {

// `title` says which game it is, e.g. "game 3: A - B, 1-0". Game and decisions are those of the review.
std::string review_text(const GameReview& review, const Game& game, const std::string& title);
nlohmann::ordered_json review_json(const GameReview& review, const Game& game,
                                   std::span<const Decision> decisions);

}  // namespace jungle
