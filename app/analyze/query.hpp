#pragma once
// A question of `jungle analyze --stdin`: one JSON object on a line (docs/formats.md).
//
//   {"id": 7, "rules": "kawu", "fen": "...", "moves": ["g3g4"], "multipv": 3, "limits": {"visits": 400}}
//
// Thread rule: pure functions; `rules` may name a file, which is read.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/endgame_tables.hpp"
#include "app/player_spec.hpp"
#include "core/game.hpp"
#include "core/util/result.hpp"

namespace jungle {

struct Query {
  nlohmann::ordered_json id;  // as it came: text or a whole number
  Game game;
  Limits limits;
  int lines = 1;
};

struct QueryDefaults {
  RuleSet rules;
  const EndgameTables& tables;  // have to serve the rules of every query
  PlayerSpec player;            // its limits; and which ones a query may set
  int lines = 1;
};

// The id of a query that may be wrong in other ways; null when there is none. Never throws, whatever the
// text.
nlohmann::ordered_json id_of(std::string_view text);

Result<Query> parse_query(std::string_view text, const QueryDefaults& defaults);

}  // namespace jungle
