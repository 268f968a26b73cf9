#include "selfplay/rating/openings.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/movegen.hpp"
#include "core/util/random.hpp"

namespace jungle {

namespace {

constexpr std::uint64_t kOpeningStream = 0x6f70656e;  // sets these streams apart from others of the same seed
constexpr std::uint64_t kAttempts = 20000;  // for one opening: finds even the last of the 576 of two plies

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

Result<Opening> RandomOpenings::next() {
  if (config_.plies == 0) return Opening{};
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    Rng rng({config_.seed, kOpeningStream, made_, attempt});
    Game game(rules_);
    Opening opening = random_opening(game, config_.plies, rng);
    if (opening.empty() || !game.outcome().is_ongoing()) continue;
    if (decided_within_two_plies(game.position(), rules_)) continue;
    if (!seen_.insert(game.position().key()).second) continue;
    ++made_;
    return opening;
  }
  return Error{"openings of " + std::to_string(config_.plies) + " plies: found only " +
               std::to_string(made_) + " different ones; take more plies or fewer pairs"};
}

}  // namespace jungle
