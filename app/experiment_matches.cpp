#include "app/experiment_matches.hpp"

#include <utility>

#include "app/endgame_tables.hpp"
#include "app/ladder_setup.hpp"

namespace jungle {

Result<ExperimentRatings> play_experiment(const ExperimentMatches& matches, Progress& progress,
                                          const std::stop_token& stop) {
  EndgameTables tables;
  LadderChoice choice;
  choice.pool.rules = matches.rules;
  choice.pool.seed = matches.seed;
  choice.pool.opening_plies = matches.opening_plies;
  choice.pool.players = matches.players;
  choice.concurrency = matches.concurrency;
  const Result<OpenedLadder> opened = open_ladder(choice, tables, stop);
  if (!opened) return Error{opened.error()};
  Result<LadderStore> store = LadderStore::open(matches.store, opened->settings);
  if (!store) return Error{store.error()};
  const Result<std::vector<int>> ids = store->admit(opened->identities);
  if (!ids) return Error{ids.error()};

  LadderConfig config = opened->config;
  config.players = *ids;
  config.anchor = ids->front();
  std::vector<Contestant> contestants;
  for (const OpenedPlayer& player : opened->players.players) contestants.push_back(player.contestant);
  auto played = static_cast<std::int64_t>(store->rated_games().size());
  Ladder ladder(*store, std::move(config), std::move(contestants));
  LadderEnd end = LadderEnd::kBudget;
  if (played < matches.games) {
    const auto on_game = [&](const LadderPair&, const LadderGame&) {
      progress.show(
          {.label = "matches", .done = ++played, .total = matches.games, .unit = "games", .detail = ""});
    };
    const Result<LadderEnd> ended = ladder.play({.games = matches.games - played}, on_game, stop);
    if (!ended) return Error{ended.error()};
    end = *ended;
  }
  progress.clear();

  const std::vector<RatedGame> games = store->rated_games();
  return ExperimentRatings{
      .end = static_cast<std::int64_t>(games.size()) < matches.games ? end : LadderEnd::kBudget,
      .games = static_cast<std::int64_t>(games.size()),
      .fit = fit_pool({.players = static_cast<int>(ids->size()), .anchor = ids->front()}, games)};
}

}  // namespace jungle
