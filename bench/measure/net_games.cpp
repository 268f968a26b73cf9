#include "bench/measure/net_games.hpp"

#include "bench/measure/positions.hpp"
#include "selfplay/start_position.hpp"

namespace jungle::bench {
namespace {

constexpr int kOpeningPlies = 8;
constexpr int kLongestGame = 200;

Game begin_game(Rng& rng) {
  Game game(rules());
  play_random_opening(game, kOpeningPlies, rng);
  return game;
}

Move draw(const EvalResult& result, const MoveList& moves, Rng& rng) {
  double left = rng.uniform();
  for (int i = 0; i + 1 < moves.size(); ++i) {
    left -= static_cast<double>(result.priors[static_cast<std::size_t>(i)]);
    if (left < 0) return moves[i];
  }
  return moves[moves.size() - 1];
}

}  // namespace

std::vector<test::SamplePosition> net_game_positions(Evaluator& evaluator, int count) {
  Rng rng({8});
  std::vector<Game> games;
  games.reserve(kNetGamesAtOnce);
  for (int i = 0; i < kNetGamesAtOnce; ++i) games.push_back(begin_game(rng));
  std::vector<test::SamplePosition> positions;
  positions.reserve(static_cast<std::size_t>(count) + kNetGamesAtOnce);  // requests point into it
  std::vector<EvalRequest> requests;
  std::vector<EvalResult> results(games.size());
  while (std::ssize(positions) < count) {
    requests.clear();
    for (const Game& game : games) {
      test::SamplePosition& sample = positions.emplace_back(test::SamplePosition{
          .position = game.position(), .legal_moves = {}, .repetitions = game.repetitions()});
      game.legal_moves(sample.legal_moves);
      requests.push_back(sample.request(rules()));
    }
    evaluator.evaluate(requests, results);
    for (std::size_t i = 0; i < games.size(); ++i) {
      games[i].play(draw(results[i], *requests[i].legal_moves, rng));
      if (!games[i].outcome().is_ongoing() || games[i].plies() >= kLongestGame) games[i] = begin_game(rng);
    }
  }
  positions.erase(positions.begin() + count, positions.end());
  return positions;
}

}  // namespace jungle::bench
