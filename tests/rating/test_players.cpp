#include "tests/rating/test_players.hpp"

#include <utility>

#include "core/util/random.hpp"

namespace jungle::test {

namespace {

using Choice = std::function<Move(const Game&, const MoveList&, Rng&)>;

class ChoosingPlayer final : public Player {
 public:
  ChoosingPlayer(std::string name, Choice choice) : name_(std::move(name)), choice_(std::move(choice)) {}
  Decision choose_move(const Game& game, const Limits&, std::stop_token) override {
    MoveList moves;
    game.legal_moves(moves);
    Decision decision;
    decision.move = choice_(game, moves, rng_);
    return decision;
  }
  void set_seed(std::uint64_t seed) override { rng_ = Rng({seed}); }
  std::string name() const override { return name_; }

 private:
  std::string name_;
  Choice choice_;
  Rng rng_{0};
};

class ForfeitingPlayer final : public Player {
 public:
  ForfeitingPlayer(int moves, Forfeit forfeit) : moves_(moves), forfeit_(std::move(forfeit)) {}
  Decision choose_move(const Game& game, const Limits&, std::stop_token) override {
    Decision decision;
    if (left_-- > 0) {
      MoveList moves;
      game.legal_moves(moves);
      decision.move = moves[0];
    } else {
      decision.forfeit = forfeit_;
    }
    return decision;
  }
  void new_game() override { left_ = moves_; }
  std::string name() const override { return "forfeiting"; }

 private:
  int moves_;
  int left_ = 0;
  Forfeit forfeit_;
};

Contestant contestant(const std::string& name, Choice choice) {
  return {.name = name, .limits = {}, .make_player = [=]() -> Result<std::unique_ptr<Player>> {
            return std::unique_ptr<Player>(std::make_unique<ChoosingPlayer>(name, choice));
          }};
}

Move random_move(const MoveList& moves, Rng& rng) {
  return moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))];
}

Move greedy_move(const Game& game, const MoveList& moves, Rng& rng) {
  for (const Move move : moves) {
    if (move.to() == den_square(!game.side_to_move())) return move;
  }
  for (const Move move : moves) {
    if (game.position().piece_at(move.to())) return move;
  }
  return random_move(moves, rng);
}

}  // namespace

Contestant random_contestant() {
  return contestant("random",
                    [](const Game&, const MoveList& moves, Rng& rng) { return random_move(moves, rng); });
}

Contestant greedy_contestant() { return contestant("greedy", greedy_move); }

Contestant first_move_contestant() {
  return contestant("first", [](const Game&, const MoveList& moves, Rng&) { return moves[0]; });
}

Contestant forfeiting_contestant(int moves, Forfeit forfeit) {
  return {.name = "forfeiting", .limits = {}, .make_player = [=]() -> Result<std::unique_ptr<Player>> {
            return std::unique_ptr<Player>(std::make_unique<ForfeitingPlayer>(moves, forfeit));
          }};
}

Contestant watching_contestant(std::function<void(const Game&)> watch) {
  return contestant("watching", [watch = std::move(watch)](const Game& game, const MoveList& moves, Rng&) {
    watch(game);
    return moves[0];
  });
}

}  // namespace jungle::test
