#pragma once
// Finished games of random moves with made-up searches, as the tests of data need them.

#include <cstdint>
#include <utility>
#include <vector>

#include "core/util/random.hpp"
#include "search/endgame_table.hpp"
#include "selfplay/data/game_record.hpp"

namespace jungle {

// Every third move counts as searched in full.
inline GameRecord random_game(const RuleSet& rules, std::uint64_t seed, std::uint32_t index) {
  Rng rng({seed, index});
  GameRecord record{.index = index, .game = Game(rules.with_max_plies(80)), .searches = {}};
  while (record.game.outcome().is_ongoing()) {
    MoveList legal;
    record.game.legal_moves(legal);
    SearchRecord search{.full = record.game.plies() % 3 == 0,
                        .repetitions = record.game.repetitions(),
                        .root_moves = {},
                        .policy = {}};
    search.root_value = static_cast<float>(rng.uniform() * 2 - 1);
    search.raw_value = static_cast<float>(rng.uniform() * 2 - 1);
    for (int i = 0; search.full && i < legal.size(); ++i) {
      search.root_moves.push_back(
          {.move = legal[i], .visits = static_cast<std::uint32_t>(rng.below(50)), .mean_value = 0.25F});
      search.policy.push_back(1.0F / static_cast<float>(legal.size()));
      search.visits += static_cast<int>(search.root_moves.back().visits);
    }
    record.searches.push_back(std::move(search));
    record.game.play(legal[static_cast<int>(rng.below(static_cast<std::uint64_t>(legal.size())))]);
  }
  return record;
}

// The same game, broken off after `plies` moves because a table of endings had its value.
inline GameRecord adjudicated_game(std::uint32_t index, int plies, EndgameValue value) {
  GameRecord record = random_game(*RuleSet::preset("wango"), 1, index);
  while (record.game.plies() > plies) record.game.undo();
  record.searches.resize(static_cast<std::size_t>(plies));
  record.adjudication = value;
  return record;
}

inline std::vector<GameRecord> random_games(int count, std::uint64_t seed = 1) {
  std::vector<GameRecord> games;
  for (int i = 0; i < count; ++i)
    games.push_back(random_game(*RuleSet::preset("wango"), seed, static_cast<std::uint32_t>(i)));
  return games;
}

}  // namespace jungle
