#include "selfplay/rating/openings.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "core/movegen.hpp"
#include "core/util/random.hpp"

namespace jungle {

namespace {

constexpr std::uint64_t kOpeningStream = 0x6f70656e;  // sets these streams apart from others of the same seed
constexpr int kAttempts = 20000;  // for one opening: finds even the last of the 576 of two plies

bool wins_at_once(const Position& position, const RuleSet& rules) {
  MoveList moves;
  generate_legal(position, rules, moves);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    return board_outcome(position.after(move, rules), rules).is_win_for(position.side_to_move());
  });
}

// Random moves; none when the game ended on the way.
Opening random_opening(Game& game, int plies, Rng& rng) {
  MoveList moves;
  while (game.plies() < plies) {
    if (!game.outcome().is_ongoing()) return {};
    game.legal_moves(moves);
    game.play(moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))]);
  }
  return game.moves();
}

}  // namespace

bool decided_within_two_plies(const Position& position, const RuleSet& rules) {
  if (wins_at_once(position, rules)) return true;
  MoveList moves;
  generate_legal(position, rules, moves);
  return std::all_of(moves.begin(), moves.end(), [&](Move move) {
    const Position after = position.after(move, rules);
    const Outcome outcome = board_outcome(after, rules);
    return outcome.is_ongoing() ? wins_at_once(after, rules) : outcome.is_win_for(!position.side_to_move());
  });
}

Result<std::vector<Opening>> make_openings(const RuleSet& rules, const OpeningConfig& config) {
  std::vector<Opening> openings;
  if (config.plies == 0) {
    openings.resize(static_cast<std::size_t>(config.count));
    return openings;
  }
  std::unordered_set<std::uint64_t> seen;
  for (int i = 0; i < config.count; ++i) {
    bool found = false;
    for (int attempt = 0; attempt < kAttempts && !found; ++attempt) {
      Rng rng(
          {config.seed, kOpeningStream, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(attempt)});
      Game game(rules);
      Opening opening = random_opening(game, config.plies, rng);
      if (opening.empty() || !game.outcome().is_ongoing()) continue;
      if (decided_within_two_plies(game.position(), rules)) continue;
      if (!seen.insert(game.position().key()).second) continue;
      openings.push_back(std::move(opening));
      found = true;
    }
    if (!found) {
      return Error{"openings of " + std::to_string(config.plies) + " plies: found only " + std::to_string(i) +
                   " of the " + std::to_string(config.count) +
                   " different ones asked for; take more plies or fewer pairs"};
    }
  }
  return openings;
}

}  // namespace jungle
