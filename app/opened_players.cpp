#include "app/opened_players.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/options.hpp"
#include "app/player_spec.hpp"
#include "app/resources.hpp"
#include "core/util/available_cores.hpp"

namespace jungle {
namespace {

int choose_concurrency(int wanted, const std::vector<PlayerSpec>& specs) {
  int threads = 1;
  bool timed = false;
  for (const PlayerSpec& spec : specs) {
    threads = std::max(threads, spec.threads);
    timed = timed || spec.limits.movetime_ms > 0;
  }
  if (wanted > 0) {
    warn_about_threads(wanted * threads);
    return wanted;
  }
  return timed ? 1 : std::max(1, available_cores() / threads);
}

}  // namespace

Result<OpenedPlayers> open_players(const std::vector<std::string>& specs, const PlayersWanted& wanted,
                                   const std::stop_token& stop) {
  std::vector<PlayerSpec> parsed;
  for (const std::string& text : specs) {
    Result<PlayerSpec> spec = parse_player_spec(text);
    if (!spec) return Error{spec.error()};
    if (const Status equipped = wanted.tables.equip(*spec, wanted.rules); !equipped)
      return Error{equipped.error()};
    parsed.push_back(std::move(*spec));
  }
  if (!wanted.tables.is_of_use())
    return Error{"--tablebase: no player needs it: none searches itself without naming a folder of its own"};
  OpenedPlayers opened;
  opened.concurrency = choose_concurrency(wanted.concurrency, parsed);
  std::vector<ResourcePart> memory;
  memory.reserve(parsed.size());
  for (const PlayerSpec& spec : parsed) memory.push_back(player_memory(spec, opened.concurrency));
  if (const Status fits = check_memory(memory); !fits) return Error{fits.error()};
  for (const PlayerSpec& spec : parsed) {
    Result<OpenedPlayer> player = open_player(spec, stop);
    if (!player) return Error{player.error()};
    opened.players.push_back(std::move(*player));
  }
  return opened;
}

void announce(const OpenedPlayers& players) {
  for (const OpenedPlayer& player : players.players) {
    if (!player.description.empty())
      fmt::print(stderr, "{}: {}\n", player.contestant.name, player.description);
  }
}

PgnPlayer pgn_player(const Contestant& contestant) {
  return {.name = contestant.name, .movetime_ms = contestant.limits.movetime_ms};
}

}  // namespace jungle
