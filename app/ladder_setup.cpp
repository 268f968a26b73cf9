#include "app/ladder_setup.hpp"

#include <utility>

#include <fmt/format.h>

#include "app/named_net.hpp"
#include "app/player_spec.hpp"
#include "core/notation.hpp"
#include "nn/weights.hpp"
#include "selfplay/config/rules_toml.hpp"
#include "selfplay/data/rules_json.hpp"
#include "selfplay/rating/match.hpp"
#include "selfplay/rating/opening_file.hpp"

namespace jungle {
namespace {

// What is played, from a file or from options.
Result<LadderPool> pool_of(const LadderChoice& choice) {
  Result<LadderPool> pool = choice.config.empty() ? choice.pool : load_ladder_config(choice.config);
  if (!pool) return pool;
  if (choice.config.empty() && choice.pool.players.empty())
    return Error{"who plays? Give --config FILE or --players"};
  if (pool->nets_every > 0) {
    if (choice.run.empty()) return Error{choice.config + ": [nets] needs --run DIR, the run whose nets play"};
    if (const Status added = add_nets(*pool, choice.run); !added) return Error{"--run: " + added.error()};
  }
  if (const Status sound = settle(*pool); !sound) return Error{sound.error()};
  return pool;
}

// A player in the store is a spec and, if it has a net, the net's tensors.
Result<std::vector<LadderPlayer>> identities(const LadderPool& pool) {
  std::vector<LadderPlayer> players;
  for (const std::string& text : pool.players) {
    const Result<PlayerSpec> spec = parse_player_spec(text);
    if (!spec) return Error{spec.error()};
    LadderPlayer player{.spec = text, .net_hash = ""};
    if (!spec->net.empty()) {
      const Result<NamedNet> net = load_named_net(spec->net);
      if (!net) return Error{"net " + net.error()};
      player.net_hash = fmt::format("{:016x}", weights_hash(net->weights));
    }
    players.push_back(std::move(player));
  }
  return players;
}

// What decides which games are played.
LadderSettings settings_of(const LadderPool& pool, const RuleSet& rules,
                           const std::vector<Position>& openings) {
  std::string positions;
  for (const Position& position : openings) positions += to_string(position) + "\n";
  return {{"rules", rules_to_json(rules).dump()},
          {"seed", std::to_string(pool.seed)},
          {"opening_plies", openings.empty() ? std::to_string(pool.opening_plies) : ""},
          {"openings", positions},
          {"anchor", pool.anchor},
          {"anchor_elo", fmt::format("{}", pool.anchor_elo)}};
}

}  // namespace

Result<OpenedLadder> open_ladder(const LadderChoice& choice, EndgameTables& tables,
                                 const std::stop_token& stop) {
  const Result<LadderPool> pool = pool_of(choice);
  if (!pool) return Error{pool.error()};
  const Result<RuleSet> rules = load_rules(pool->rules);
  if (!rules) return Error{rules.error()};
  OpenedLadder opened{.config = {.rules = with_length_limit(*rules),
                                 .seed = pool->seed,
                                 .opening_plies = pool->opening_plies,
                                 .players = {}},
                      .players = {},
                      .identities = {},
                      .settings = {}};
  if (!pool->opening_file.empty()) {
    Result<std::vector<Position>> openings = read_opening_file(pool->opening_file, opened.config.rules);
    if (!openings) return Error{openings.error()};
    opened.config.openings = *std::move(openings);
  }
  Result<OpenedPlayers> players =
      open_players(pool->players,
                   {.rules = opened.config.rules, .tables = tables, .concurrency = choice.concurrency}, stop);
  if (!players) return Error{players.error()};
  opened.players = *std::move(players);
  opened.config.concurrency = opened.players.concurrency;
  Result<std::vector<LadderPlayer>> named = identities(*pool);
  if (!named) return Error{named.error()};
  opened.identities = *std::move(named);
  opened.settings = settings_of(*pool, opened.config.rules, opened.config.openings);
  return opened;
}

}  // namespace jungle
