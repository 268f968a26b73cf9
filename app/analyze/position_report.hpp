#pragma once
// An analysed position as text and as JSON (docs/formats.md, "analyze --json"). Values are for the side to
// move; a score is an expected score, win + draw / 2.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/game.hpp"
#include "search/player.hpp"

namespace jungle {

double score_of(const Wdl& wdl);  // in [0, 1], of the side whose distribution it is

nlohmann::ordered_json lines_json(const std::vector<SearchLine>& lines);
// `decision` is about the game's present position.
nlohmann::ordered_json analysis_json(const Game& game, const Decision& decision);
std::string analysis_text(const Game& game, const Decision& decision);

}  // namespace jungle
