#pragma once
// An analysed position as text and as JSON (docs/formats.md, "analyze --json"). Values are for the side to
// move; a score is an expected score, win + draw / 2.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/game.hpp"
#include "search/endgame_table.hpp"
#include "search/player.hpp"

namespace jungle {

double score_of(const Wdl& wdl);  // in [0, 1], of the side whose distribution it is

nlohmann::ordered_json lines_json(const std::vector<SearchLine>& lines);
// `decision` and `table` are about the game's present position; nothing: no table holds it.
nlohmann::ordered_json analysis_json(const Game& game, const Decision& decision,
                                     const std::optional<EndgameValue>& table);
std::string analysis_text(const Game& game, const Decision& decision,
                          const std::optional<EndgameValue>& table);

}  // namespace jungle
