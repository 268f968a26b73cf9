#include "search/random_player.hpp"

namespace jungle {

RandomPlayer::RandomPlayer(std::uint64_t seed, std::string name)
    : name_(std::move(name)), seed_(seed), rng_({seed, game_}) {}

Decision RandomPlayer::choose_move(const Game& game, const Limits&, std::stop_token) {
  MoveList moves;
  game.legal_moves(moves);
  JUNGLE_CHECK(!moves.empty());
  Decision decision;
  decision.move = moves[static_cast<int>(rng_.below(static_cast<std::uint64_t>(moves.size())))];
  return decision;
}

void RandomPlayer::new_game() { rng_ = Rng({seed_, ++game_}); }

void RandomPlayer::set_seed(std::uint64_t seed) {
  seed_ = seed;
  game_ = 0;
  rng_ = Rng({seed_, game_});
}

}  // namespace jungle
