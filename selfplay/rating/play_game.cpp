#include "selfplay/rating/play_game.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle {

namespace {

constexpr std::int64_t kNanosecondsPerMillisecond = 1'000'000;

void prepare(Player& player, std::uint64_t seed, const std::stop_token& stop) {
  player.new_game();
  player.set_seed(seed);
  player.get_ready(stop);
}

Decision think(Seat& seat, const Game& game, ThinkingTime& time, const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  Decision decision = seat.player->choose_move(game, seat.limits, stop);
  time.add_move((std::chrono::steady_clock::now() - begin) / std::chrono::nanoseconds(1), seat.limits);
  return decision;
}

}  // namespace

void ThinkingTime::add_move(std::int64_t move_nanoseconds, const Limits& limits) {
  nanoseconds += move_nanoseconds;
  ++moves;
  longest_nanoseconds = std::max(longest_nanoseconds, move_nanoseconds);
  const std::int64_t limit = limits.movetime_ms * kNanosecondsPerMillisecond;
  if (limit > 0 && move_nanoseconds > limit) ++moves_over;
}

void ThinkingTime::add(const ThinkingTime& other) {
  nanoseconds += other.nanoseconds;
  moves += other.moves;
  longest_nanoseconds = std::max(longest_nanoseconds, other.longest_nanoseconds);
  moves_over += other.moves_over;
}

Result<Seat> take_seat(const Contestant& contestant) {
  Result<std::unique_ptr<Player>> player = contestant.make_player();
  if (!player) return Error{contestant.name + ": " + player.error()};
  return Seat{std::move(*player), contestant.limits};
}

std::optional<PlayedGame> play_game(Seat& a, Seat& b, const GameSetup& setup, const std::stop_token& stop) {
  JUNGLE_CHECK(setup.start.outcome().is_ongoing());
  prepare(*a.player, setup.seed_a, stop);
  prepare(*b.player, setup.seed_b, stop);
  Game game = setup.start;
  PlayedGame played;
  played.opening_plies = game.plies();
  played.side_of_a = setup.side_of_a;
  while (game.outcome().is_ongoing() && !played.forfeit) {
    const Side mover = game.side_to_move();
    Decision decision =
        mover == setup.side_of_a ? think(a, game, played.time_a, stop) : think(b, game, played.time_b, stop);
    if (stop.stop_requested()) return std::nullopt;  // the move was chosen in haste
    if (decision.forfeit) {
      played.forfeit = GameForfeit{.loser = mover, .why = std::move(*decision.forfeit)};
    } else {
      JUNGLE_CHECK(is_legal(game.position(), game.rules(), decision.move));
      game.play(decision.move);
    }
  }
  played.moves = game.moves();
  played.outcome = played.forfeit ? win_for(!played.forfeit->loser, EndReason::kNone) : game.outcome();
  return played;
}

}  // namespace jungle
