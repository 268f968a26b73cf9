#include "selfplay/rating/match.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "core/util/check.hpp"
#include "core/util/random.hpp"
#include "core/util/thread_safety.hpp"
#include "selfplay/rating/openings.hpp"

namespace jungle {

namespace {

constexpr std::uint64_t kPlayerStream = 0x706c6179;  // sets these streams apart from others of the same seed

struct Table {
  Seat a;
  Seat b;
};

// Random openings by pair, drawn in the order of the pairs whoever asks first.
class DrawnOpenings {
 public:
  explicit DrawnOpenings(const MatchConfig& config)
      : source_(config.rules, {.plies = config.opening_plies, .seed = config.seed}) {}

  Result<Opening> of_pair(std::size_t pair) {
    const MutexLock lock(mutex_);
    while (drawn_.size() <= pair) {
      Result<Opening> opening = source_.next();
      if (!opening) return opening;
      drawn_.push_back(std::move(*opening));
    }
    return drawn_[pair];
  }

 private:
  Mutex mutex_;
  RandomOpenings source_ JUNGLE_GUARDED_BY(mutex_);
  std::vector<Opening> drawn_ JUNGLE_GUARDED_BY(mutex_);
};

// What the threads share.
struct Shared {
  Shared(const MatchConfig& match_config, DrawnOpenings& drawn_openings, const GameCallback& callback)
      : config(match_config), openings(drawn_openings), on_game(callback) {}

  const MatchConfig& config;
  DrawnOpenings& openings;
  const GameCallback& on_game;
  std::stop_source stop;  // of the whole match: the caller's request, or a failure
  std::atomic<int> next_game = 0;
  Mutex mutex;  // also held while on_game is called
  std::vector<MatchGame> games JUNGLE_GUARDED_BY(mutex);
  std::exception_ptr failure JUNGLE_GUARDED_BY(mutex);
};

std::uint64_t player_seed(const MatchConfig& config, int game_index, Side side) {
  return Rng({config.seed, kPlayerStream, static_cast<std::uint64_t>(game_index),
              static_cast<std::uint64_t>(side)})();
}

// Nothing when stopped before the end, or when there is no opening left.
std::optional<MatchGame> play(Table& table, const MatchConfig& config, DrawnOpenings& openings, int index,
                              const std::stop_token& stop) {
  const Side first_side = config.rules.fields().first_side;
  const Side side_of_a = index % 2 == 0 ? first_side : !first_side;
  GameSetup setup{.start = Game(config.rules),
                  .side_of_a = side_of_a,
                  .seed_a = player_seed(config, index, side_of_a),
                  .seed_b = player_seed(config, index, !side_of_a)};
  std::optional<Position> start;
  const auto pair = static_cast<std::size_t>(index / 2);
  if (config.openings.empty()) {
    const Result<Opening> opening = openings.of_pair(pair);
    if (!opening) return std::nullopt;
    for (const Move move : *opening) setup.start.play(move);
  } else {
    start = config.openings[pair];
    setup.start = Game(config.rules, *start);
  }
  std::optional<PlayedGame> played = play_game(table.a, table.b, setup, stop);
  if (!played) return std::nullopt;
  return MatchGame{std::move(*played), index, start};
}

void work(Shared& shared, Table table) {
  try {
    const std::stop_token stop = shared.stop.get_token();
    while (!stop.stop_requested()) {
      // relaxed: only who gets which number matters; results are published under the mutex
      const int index = shared.next_game.fetch_add(1, std::memory_order_relaxed);
      if (index >= 2 * shared.config.pairs) return;
      std::optional<MatchGame> game = play(table, shared.config, shared.openings, index, stop);
      if (!game) return;
      if (game->forfeit && game->forfeit->why.player_gone) shared.stop.request_stop();
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
  JUNGLE_CHECK(config.openings.empty() || static_cast<int>(config.openings.size()) >= config.pairs);
  DrawnOpenings openings(config);
  const bool random = config.openings.empty() && !config.pairs_may_end_early;
  for (int pair = 0; random && pair < config.pairs; ++pair) {
    if (stop.stop_requested()) return std::vector<MatchGame>();
    const Result<Opening> opening = openings.of_pair(static_cast<std::size_t>(pair));
    if (!opening) return Error{opening.error()};
  }

  std::vector<Table> tables;
  for (int i = 0; i < std::min(config.concurrency, 2 * config.pairs); ++i) {
    Result<Seat> seat_a = take_seat(a);
    if (!seat_a) return Error{seat_a.error()};
    Result<Seat> seat_b = take_seat(b);
    if (!seat_b) return Error{seat_b.error()};
    tables.push_back({std::move(*seat_a), std::move(*seat_b)});
  }

  Shared shared(config, openings, on_game);
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

const MatchGame* game_that_ended_the_match(std::span<const MatchGame> games) {
  const auto game = std::find_if(games.begin(), games.end(), [](const MatchGame& one) {
    return one.forfeit && one.forfeit->why.player_gone;
  });
  return game == games.end() ? nullptr : &*game;
}

}  // namespace jungle
