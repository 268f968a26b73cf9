#include "selfplay/rating/match.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "core/movegen.hpp"
#include "core/util/check.hpp"
#include "core/util/random.hpp"
#include "core/util/thread_safety.hpp"
#include "selfplay/rating/openings.hpp"

namespace jungle {

namespace {

constexpr std::uint64_t kPlayerStream = 0x706c6179;  // sets these streams apart from others of the same seed

struct Seat {
  std::unique_ptr<Player> player;
  Limits limits;
};
struct Table {
  Seat a;
  Seat b;
};

// What the threads share.
struct Shared {
  Shared(const MatchConfig& match_config, const std::vector<Opening>& match_openings,
         const GameCallback& callback)
      : config(match_config), openings(match_openings), on_game(callback) {}

  const MatchConfig& config;
  const std::vector<Opening>& openings;
  const GameCallback& on_game;
  std::stop_source stop;  // of the whole match: the caller's request, or a failure
  std::atomic<int> next_game = 0;
  Mutex mutex;  // also held while on_game is called
  std::vector<MatchGame> games JUNGLE_GUARDED_BY(mutex);
  std::exception_ptr failure JUNGLE_GUARDED_BY(mutex);
};

Result<Seat> seat(const Contestant& contestant) {
  Result<std::unique_ptr<Player>> player = contestant.make_player();
  if (!player) return Error{contestant.name + ": " + player.error()};
  return Seat{std::move(*player), contestant.limits};
}

Move think(Seat& seat, const Game& game, ThinkingTime& time, std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  const Decision decision = seat.player->choose_move(game, seat.limits, std::move(stop));
  time.nanoseconds += (std::chrono::steady_clock::now() - begin) / std::chrono::nanoseconds(1);
  ++time.moves;
  JUNGLE_CHECK(is_legal(game.position(), game.rules(), decision.move));
  return decision.move;
}

void prepare(Player& player, const MatchConfig& config, int game_index, Side side) {
  Rng stream(
      {config.seed, kPlayerStream, static_cast<std::uint64_t>(game_index), static_cast<std::uint64_t>(side)});
  player.new_game();
  player.set_seed(stream());
}

// Nothing when stopped before the end.
std::optional<MatchGame> play_game(Table& table, const MatchConfig& config, const Opening& opening, int index,
                                   const std::stop_token& stop) {
  const Side first_side = config.rules.fields().first_side;
  MatchGame record;
  record.index = index;
  record.opening_plies = static_cast<int>(opening.size());
  record.side_of_a = index % 2 == 0 ? first_side : !first_side;
  prepare(*table.a.player, config, index, record.side_of_a);
  prepare(*table.b.player, config, index, !record.side_of_a);

  Game game(config.rules);
  for (const Move move : opening) game.play(move);
  while (game.outcome().is_ongoing()) {
    const bool a_to_move = game.side_to_move() == record.side_of_a;
    const Move move =
        a_to_move ? think(table.a, game, record.time_a, stop) : think(table.b, game, record.time_b, stop);
    if (stop.stop_requested()) return std::nullopt;  // the move was chosen in haste
    game.play(move);
  }
  record.moves = game.moves();
  record.outcome = game.outcome();
  return record;
}

void work(Shared& shared, Table table) {
  try {
    const std::stop_token stop = shared.stop.get_token();
    while (!stop.stop_requested()) {
      // relaxed: only who gets which number matters; results are published under the mutex
      const int index = shared.next_game.fetch_add(1, std::memory_order_relaxed);
      if (index >= 2 * shared.config.pairs) return;
      const Opening& opening = shared.openings[static_cast<std::size_t>(index / 2)];
      std::optional<MatchGame> game = play_game(table, shared.config, opening, index, stop);
      if (!game) return;
      const MutexLock lock(shared.mutex);
      if (shared.on_game) shared.on_game(*game);
      shared.games.push_back(std::move(*game));
    }
  } catch (...) {
    const MutexLock lock(shared.mutex);
    if (!shared.failure) shared.failure = std::current_exception();
    shared.stop.request_stop();
  }
}

}  // namespace

RuleSet with_length_limit(const RuleSet& rules) {
  const bool bounded = rules.has_draw_rule() || rules.fields().max_plies > 0;
  return bounded ? rules : rules.with_max_plies(kDefaultMaxPlies);
}

Result<std::vector<MatchGame>> run_match(const MatchConfig& config, const Contestant& a, const Contestant& b,
                                         const GameCallback& on_game, std::stop_token stop) {
  JUNGLE_CHECK(config.pairs >= 1 && config.concurrency >= 1 && config.opening_plies >= 0);
  const Result<std::vector<Opening>> openings = make_openings(
      config.rules, {.plies = config.opening_plies, .seed = config.seed, .count = config.pairs});
  if (!openings) return Error{openings.error()};

  std::vector<Table> tables;
  for (int i = 0; i < std::min(config.concurrency, 2 * config.pairs); ++i) {
    Result<Seat> seat_a = seat(a);
    if (!seat_a) return Error{seat_a.error()};
    Result<Seat> seat_b = seat(b);
    if (!seat_b) return Error{seat_b.error()};
    tables.push_back({std::move(*seat_a), std::move(*seat_b)});
  }

  Shared shared(config, *openings, on_game);
  const std::stop_callback pass_on(std::move(stop), [&shared] { shared.stop.request_stop(); });
  {
    std::vector<std::jthread> threads;
    threads.reserve(tables.size());
    try {
      for (Table& table : tables)
        threads.emplace_back([&shared, mine = std::move(table)]() mutable { work(shared, std::move(mine)); });
    } catch (...) {
      shared.stop.request_stop();  // else the threads would be joined at the end of all games
      throw;
    }
  }
  const MutexLock lock(shared.mutex);  // nobody else is left: for the checker's sake
  if (shared.failure) std::rethrow_exception(shared.failure);
  std::sort(shared.games.begin(), shared.games.end(),
            [](const MatchGame& x, const MatchGame& y) { return x.index < y.index; });
  return std::move(shared.games);
}

}  // namespace jungle
