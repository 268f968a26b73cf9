#pragma once
// Plays one game between two players and keeps their time. Matches and ladders are made of these.
//
//   Result<Seat> a = take_seat(contestant_a), b = take_seat(contestant_b);   // once, then game after game
//   Game game(rules);                                                        // and its opening's moves
//   const auto played = play_game(*a, *b, {.start = game, .side_of_a = Side::kRed, .seed_a = 1, .seed_b = 2},
//                                 stop_token);
//
// A forfeit of a player (search/forfeit.hpp) ends the game and the other side has won. Thread rule: players
// are hostile, so each thread takes seats of its own.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"
#include "search/player.hpp"

namespace jungle {

struct Contestant {
  std::string name;
  Limits limits;  // of every move
  std::function<Result<std::unique_ptr<Player>>()>
      make_player;  // called once per thread, from the calling thread
};

struct Seat {
  std::unique_ptr<Player> player;
  Limits limits;
};

Result<Seat> take_seat(const Contestant& contestant);  // a refusal names the contestant

// The wall-clock time of a player's moves. The margins against a limit: movetime - longest is what the
// tightest move left, below 0 by how much the worst one overran.
struct ThinkingTime {
  std::int64_t nanoseconds = 0;
  std::int64_t moves = 0;
  std::int64_t longest_nanoseconds = 0;  // of one move
  std::int64_t moves_over = 0;           // that took more than the limit in time, if there is one

  void add_move(std::int64_t move_nanoseconds, const Limits& limits);
  void add(const ThinkingTime& other);
};

struct GameSetup {
  Game start;  // ongoing, the moves of its opening already played
  Side side_of_a = Side::kRed;
  std::uint64_t seed_a = 0;
  std::uint64_t seed_b = 0;
};

struct PlayedGame {
  std::vector<Move> moves;  // from the start position of the setup, the opening's first
  int opening_plies = 0;
  Outcome outcome;  // after a forfeit its reason is EndReason::kNone
  std::optional<GameForfeit> forfeit;
  Side side_of_a = Side::kRed;
  ThinkingTime time_a;
  ThinkingTime time_b;

  int half_points_of_a() const { return outcome.value_for(side_of_a) + 1; }  // 0, 1, 2
  bool forfeited_by_a() const { return forfeit && forfeit->loser == side_of_a; }
  bool forfeited_by_b() const { return forfeit && forfeit->loser != side_of_a; }
};

// Nothing when stopped before the end. Lets exceptions of players through.
std::optional<PlayedGame> play_game(Seat& a, Seat& b, const GameSetup& setup, const std::stop_token& stop);

}  // namespace jungle
