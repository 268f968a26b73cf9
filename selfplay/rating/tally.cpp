#include "selfplay/rating/tally.hpp"

#include <set>
#include <utility>
#include <vector>

#include "core/notation.hpp"
#include "selfplay/data/pgn.hpp"

namespace jungle {

namespace {

void count_result(MatchTally& tally, const MatchGame& game) {
  const int half_points = game.half_points_of_a();
  ++(half_points == 2 ? tally.wins : half_points == 1 ? tally.draws : tally.losses);
  const bool a_moves_first = game.index % 2 == 0;
  if (!game.outcome.is_draw() && (half_points == 2) == a_moves_first) ++tally.first_side_wins;
  ++tally.endings[static_cast<std::size_t>(game.outcome.reason)];
  if (!game.forfeit) return;
  ForfeitCounts& forfeits = game.forfeited_by_a() ? tally.forfeits_a : tally.forfeits_b;
  ++forfeits[static_cast<std::size_t>(game.forfeit->why.reason)];
}

// PGN has no word for a time for each move: "0.1/move", in seconds, is what other programs write.
std::string time_control(int movetime_ms) {
  if (movetime_ms == 0) return "-";  // no clock (section 9.6.1)
  std::string seconds = std::to_string(movetime_ms / 1000);
  std::string fraction = std::to_string(1000 + movetime_ms % 1000).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (!fraction.empty()) seconds += '.' + fraction;
  return seconds + "/move";
}

using Tags = std::vector<std::pair<std::string, std::string>>;

void add_time_control(Tags& tags, const PgnPlayer& white, const PgnPlayer& black) {
  if (white.movetime_ms == black.movetime_ms) {
    tags.emplace_back("TimeControl", time_control(white.movetime_ms));
  } else {
    tags.emplace_back("WhiteTimeControl", time_control(white.movetime_ms));
    tags.emplace_back("BlackTimeControl", time_control(black.movetime_ms));
  }
}

}  // namespace

MatchTally tally_match(std::span<const MatchGame> games) {
  MatchTally tally;
  std::set<std::pair<std::string, std::vector<std::uint16_t>>> different;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const MatchGame& game = games[i];
    count_result(tally, game);
    tally.plies += static_cast<std::int64_t>(game.moves.size());
    tally.time_a.add(game.time_a);
    tally.time_b.add(game.time_b);
    if (i > 0 && games[i - 1].pair() == game.pair()) {
      const int half_points = games[i - 1].half_points_of_a() + game.half_points_of_a();
      ++tally.pairs[static_cast<std::size_t>(half_points)];
    }
    std::vector<std::uint16_t> moves;
    moves.reserve(game.moves.size());
    for (const Move move : game.moves) moves.push_back(move.bits());
    different.emplace(game.start ? to_string(*game.start) : std::string(), std::move(moves));
  }
  tally.unique_games = static_cast<std::int64_t>(different.size());
  return tally;
}

std::string match_game_pgn(const MatchGame& game, const RuleSet& rules, const PgnPlayer& a,
                           const PgnPlayer& b) {
  Game replayed = game.start ? Game(rules, *game.start) : Game(rules);
  for (const Move move : game.moves) replayed.play(move);
  const bool a_moves_first = game.side_of_a == rules.fields().first_side;
  const PgnPlayer& white = a_moves_first ? a : b;
  const PgnPlayer& black = a_moves_first ? b : a;
  Tags tags = {{"OpeningPlies", std::to_string(game.opening_plies)}};
  add_time_control(tags, white, black);
  return pgn_text({.game = &replayed,
                   .first_player = white.name,
                   .second_player = black.name,
                   .event = a.name + " - " + b.name,
                   .round = std::to_string(game.pair() + 1) + '.' + std::to_string(game.index % 2 + 1),
                   .forfeit = game.forfeit,
                   .more_tags = std::move(tags)});
}

}  // namespace jungle
