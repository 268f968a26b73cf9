#include "selfplay/rating/tally.hpp"

#include <set>
#include <vector>

#include "selfplay/data/pgn.hpp"

namespace jungle {

namespace {

void add(ThinkingTime& sum, const ThinkingTime& time) {
  sum.nanoseconds += time.nanoseconds;
  sum.moves += time.moves;
}

void count_result(MatchTally& tally, const MatchGame& game) {
  const int half_points = game.half_points_of_a();
  ++(half_points == 2 ? tally.wins : half_points == 1 ? tally.draws : tally.losses);
  const bool a_moves_first = game.index % 2 == 0;
  if (!game.outcome.is_draw() && (half_points == 2) == a_moves_first) ++tally.first_side_wins;
  ++tally.endings[static_cast<std::size_t>(game.outcome.reason)];
}

}  // namespace

MatchTally tally_match(std::span<const MatchGame> games) {
  MatchTally tally;
  std::set<std::vector<std::uint16_t>> different;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const MatchGame& game = games[i];
    count_result(tally, game);
    tally.plies += static_cast<std::int64_t>(game.moves.size());
    add(tally.time_a, game.time_a);
    add(tally.time_b, game.time_b);
    if (i > 0 && games[i - 1].pair() == game.pair()) {
      const int half_points = games[i - 1].half_points_of_a() + game.half_points_of_a();
      ++tally.pairs[static_cast<std::size_t>(half_points)];
    }
    std::vector<std::uint16_t> moves;
    moves.reserve(game.moves.size());
    for (const Move move : game.moves) moves.push_back(move.bits());
    different.insert(std::move(moves));
  }
  tally.unique_games = static_cast<std::int64_t>(different.size());
  return tally;
}

std::string match_game_pgn(const MatchGame& game, const RuleSet& rules, const std::string& name_a,
                           const std::string& name_b) {
  Game replayed(rules);
  for (const Move move : game.moves) replayed.play(move);
  const bool a_moves_first = game.side_of_a == rules.fields().first_side;
  return pgn_text({.game = &replayed,
                   .first_player = a_moves_first ? name_a : name_b,
                   .second_player = a_moves_first ? name_b : name_a,
                   .event = name_a + " - " + name_b,
                   .round = std::to_string(game.pair() + 1) + '.' + std::to_string(game.index % 2 + 1),
                   .more_tags = {{"OpeningPlies", std::to_string(game.opening_plies)}}});
}

}  // namespace jungle
