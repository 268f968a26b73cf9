#include "app/analyze/query.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/game_text.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"
#include "selfplay/config/rules_toml.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostMilliseconds = 24 * 3600 * 1000;
constexpr int kDeepest = 96;
constexpr std::int64_t kMostCount = 1'000'000'000'000;

Result<Json> parse_object(std::string_view text) {
  if (json_nesting(text) > kMostJsonNesting) return Error{"the JSON nests too deep"};
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{"not JSON"};
  if (!json.is_object()) return Error{"not a JSON object"};
  return json;
}

bool is_id(const Json& json) { return json.is_string() || json.is_number_integer(); }

Status check_keys(const Json& object, const std::vector<std::string_view>& known, std::string_view where) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) == known.end()) {
      const std::string hint = did_you_mean(key, known);
      return Error{fmt::format("unknown key \"{}{}\"{}", where, printable(key),
                               hint.empty() ? fmt::format("; known: {}", fmt::join(known, ", ")) : hint)};
    }
  }
  return Done{};
}

Result<std::int64_t> whole_number(const Json& value, std::string_view name, std::int64_t high) {
  const bool whole = value.is_number_integer();
  const bool fits =
      whole && !(value.is_number_unsigned() &&
                 value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()});
  const std::int64_t number = fits ? value.get<std::int64_t>() : 0;
  if (number < 1 || number > high)
    return Error{fmt::format("{} is not a whole number from 1 to {}", name, high)};
  return number;
}

// A text of moves, or a list of them.
Result<std::string> moves_text(const Json& moves) {
  if (moves.is_string()) return moves.get<std::string>();
  std::string text;
  if (!moves.is_array()) return Error{"moves: neither a text nor a list"};
  for (const Json& move : moves) {
    if (!move.is_string()) return Error{"moves: the list has something else than texts"};
    text += move.get<std::string>() + " ";
  }
  return text;
}

Result<Game> parse_game(const Json& query, const QueryDefaults& defaults) {
  RuleSet rules = defaults.rules;
  if (const auto found = query.find("rules"); found != query.end()) {
    if (!found->is_string()) return Error{"rules: not a text"};
    const Result<RuleSet> loaded = load_rules(found->get<std::string>());
    if (!loaded) return Error{loaded.error()};
    if (const Status served = defaults.tables.serve(*loaded); !served)
      return Error{"rules: " + served.error()};
    rules = *loaded;
  }
  std::string fen;
  if (const auto found = query.find("fen"); found != query.end()) {
    if (!found->is_string() || found->get<std::string>().empty()) return Error{"fen: not a text"};
    fen = found->get<std::string>();
  }
  const Result<Position> start = position_or_start(fen, rules);
  if (!start) return Error{"fen: " + start.error()};
  const auto moves = query.find("moves");
  const Result<std::string> text = moves == query.end() ? Result<std::string>("") : moves_text(*moves);
  if (!text) return Error{text.error()};
  Result<Game> game = play_moves(rules, *start, *text);
  if (!game) return Error{"moves: " + game.error()};
  return game;
}

// Those that mean something to the player.
std::vector<std::string_view> limit_names(PlayerKind kind) {
  if (kind == PlayerKind::kMcts) return {"visits", "movetime"};
  return {"depth", "nodes", "movetime"};
}

Result<Limits> parse_limits(const Json& query, const PlayerSpec& player) {
  const auto found = query.find("limits");
  if (found == query.end()) return player.limits;
  if (!found->is_object() || found->empty()) return Error{"limits: not an object with limits"};
  if (const Status known = check_keys(*found, limit_names(player.kind), "limits."); !known)
    return Error{known.error()};
  Limits limits;
  for (const auto& [key, value] : found->items()) {
    const std::int64_t high = key == "depth" ? kDeepest : key == "movetime" ? kMostMilliseconds : kMostCount;
    const Result<std::int64_t> number = whole_number(value, "limits." + key, high);
    if (!number) return Error{number.error()};
    if (key == "depth") limits.depth = static_cast<int>(*number);
    if (key == "movetime") limits.movetime_ms = static_cast<int>(*number);
    if (key == "nodes") limits.nodes = *number;
    if (key == "visits") limits.visits = *number;
  }
  return limits;
}

}  // namespace

Json id_of(std::string_view text) {
  const Result<Json> json = parse_object(text);
  if (!json) return nullptr;
  const auto id = json->find("id");
  return id != json->end() && is_id(*id) ? *id : Json(nullptr);
}

Result<Query> parse_query(std::string_view text, const QueryDefaults& defaults) {
  const Result<Json> json = parse_object(text);
  if (!json) return Error{json.error()};
  if (const Status known = check_keys(*json, {"id", "rules", "fen", "moves", "multipv", "limits"}, "");
      !known)
    return Error{known.error()};
  const auto id = json->find("id");
  if (id == json->end() || !is_id(*id)) return Error{"id: neither a text nor a whole number"};
  Result<Game> game = parse_game(*json, defaults);
  if (!game) return Error{game.error()};
  const Result<Limits> limits = parse_limits(*json, defaults.player);
  if (!limits) return Error{limits.error()};
  Query query{.id = *id, .game = std::move(*game), .limits = *limits, .lines = defaults.lines};
  if (const auto lines = json->find("multipv"); lines != json->end()) {
    const Result<std::int64_t> number = whole_number(*lines, "multipv", kMaxMoves);
    if (!number) return Error{number.error()};
    query.lines = static_cast<int>(*number);
  }
  return query;
}

}  // namespace jungle
