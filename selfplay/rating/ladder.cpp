#include "selfplay/rating/ladder.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "core/notation.hpp"
#include "core/util/check.hpp"
#include "core/util/random.hpp"
#include "core/util/thread_safety.hpp"
#include "selfplay/rating/ladder_games.hpp"
#include "selfplay/rating/pool_fit.hpp"

namespace jungle {

namespace {

// Set these streams apart from others of the same seed.
constexpr std::uint64_t kPlayerStream = 0x6c61646470;
constexpr std::uint64_t kOrderStream = 0x6c6164646f;

std::uint64_t player_seed(std::uint64_t seed, std::int64_t pair, int game, bool first) {
  return Rng({seed, kPlayerStream, static_cast<std::uint64_t>(pair), static_cast<std::uint64_t>(game),
              first ? 0U : 1U})();
}

// The opening of a file that two players begin their nth pair with: each has an order of its own.
std::size_t opening_of(std::uint64_t seed, const Pairing& pairing, int nth, std::size_t openings) {
  std::vector<std::size_t> order(openings);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng({seed, kOrderStream, static_cast<std::uint64_t>(pairing.first),
           static_cast<std::uint64_t>(pairing.second)});
  for (std::size_t i = openings; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order[static_cast<std::size_t>(nth)];
}

LadderGame record_of(const LadderPair& pair, int game, const PlayedGame& played) {
  LadderGame record{.pair = pair.id,
                    .game = game,
                    .half_points_of_first = played.half_points_of_a(),
                    .termination = std::string(to_string(played.outcome.reason)),
                    .forfeit = "",
                    .moves = "",
                    .first_ms = played.time_a.nanoseconds / 1'000'000,
                    .second_ms = played.time_b.nanoseconds / 1'000'000};
  if (played.forfeit) {
    record.termination = to_string(played.forfeit->why.reason);
    record.forfeit = played.forfeit->why.text;
  }
  for (auto i = static_cast<std::size_t>(played.opening_plies); i < played.moves.size(); ++i)
    record.moves += (record.moves.empty() ? "" : " ") + to_string(played.moves[i]);
  return record;
}

}  // namespace

// One game to play.
struct Ladder::Task {
  LadderPair pair;
  int game = 0;
  Game start;  // the opening's moves played
};

// What the threads share while they play the games of a round.
struct Ladder::Round {
  Round(const std::vector<Task>& tasks_given, std::chrono::steady_clock::time_point deadline_given,
        const LadderCallback& callback)
      : tasks(tasks_given), deadline(deadline_given), on_game(callback) {}

  const std::vector<Task>& tasks;
  std::chrono::steady_clock::time_point deadline;
  const LadderCallback& on_game;
  std::stop_source stop;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> player_gone = false;
  Mutex making;  // players: one after another, while games of others end
  Mutex mutex;   // of the store and the callback
  std::int64_t games JUNGLE_GUARDED_BY(mutex) = 0;
  std::string refusal JUNGLE_GUARDED_BY(mutex);
  std::exception_ptr failure JUNGLE_GUARDED_BY(mutex);
};

Ladder::Ladder(LadderStore& store, LadderConfig config, std::vector<Contestant> contestants)
    : store_(store),
      config_(std::move(config)),
      seats_(static_cast<std::size_t>(config_.concurrency)),
      random_openings_(config_.rules, {.plies = config_.opening_plies, .seed = config_.seed}),
      pairs_(store.pairs()) {
  JUNGLE_CHECK(config_.players.size() >= 2 && contestants.size() == config_.players.size());
  for (std::size_t i = 0; i < contestants.size(); ++i)
    contestants_.emplace(config_.players[i], std::move(contestants[i]));
  for (const LadderPair& pair : pairs_) ++pairs_played_[{pair.first, pair.second}];
  // The openings that were given out; a shortage would have been said when they were.
  if (config_.openings.empty()) {
    for (std::size_t i = 0; i < pairs_.size(); ++i) static_cast<void>(random_openings_.next());
  }
}

// Of the pairs that are planned, where both players are still in the pool.
Result<std::vector<Ladder::Task>> Ladder::open_games() const {
  const std::set<std::pair<std::int64_t, int>> played = store_.finished();
  std::vector<Task> tasks;
  for (const LadderPair& pair : pairs_) {
    if (!contestants_.contains(pair.first) || !contestants_.contains(pair.second)) continue;
    for (const int game : {0, 1}) {
      if (played.contains({pair.id, game})) continue;
      Result<Game> start = opening_of_pair(pair, config_.rules);
      if (!start) return Error{store_.path().string() + ": " + start.error()};
      tasks.push_back({.pair = pair, .game = game, .start = std::move(*start)});
    }
  }
  return tasks;
}

int Ladder::openings_left(const Pairing& pairing) const {
  const auto played = pairs_played_.find({pairing.first, pairing.second});
  return static_cast<int>(config_.openings.size()) - (played == pairs_played_.end() ? 0 : played->second);
}

Result<LadderPair> Ladder::plan_pair(const Pairing& pairing, int round) {
  LadderPair pair{.id = static_cast<std::int64_t>(pairs_.size()) + 1,
                  .round = round,
                  .first = pairing.first,
                  .second = pairing.second,
                  .start = "",
                  .opening = ""};
  const int nth = pairs_played_[{pairing.first, pairing.second}]++;
  if (!config_.openings.empty()) {
    pair.start = to_string(config_.openings[opening_of(config_.seed, pairing, nth, config_.openings.size())]);
    return pair;
  }
  const Result<Opening> opening = random_openings_.next();
  if (!opening) return Error{opening.error()};
  for (const Move move : *opening) pair.opening += (pair.opening.empty() ? "" : " ") + to_string(move);
  return pair;
}

// False when nobody may play any more.
Result<bool> Ladder::plan_round() {
  const std::vector<RatedGame> games = store_.rated_games();
  const PoolFit fit =
      fit_pool({.players = static_cast<int>(store_.players().size()), .anchor = config_.anchor}, games);
  SchedulePool pool{.players = config_.players, .pairs_left = {}};
  if (!config_.openings.empty())
    pool.pairs_left = [this](const Pairing& pairing) { return openings_left(pairing); };
  const int round = pairs_.empty() ? 1 : pairs_.back().round + 1;
  const std::size_t planned_before = pairs_.size();
  for (const Pairing& pairing : next_round(fit, games, pool)) {
    Result<LadderPair> pair = plan_pair(pairing, round);
    if (!pair) return Error{pair.error()};
    pairs_.push_back(std::move(*pair));
  }
  store_.plan(std::span(pairs_).subspan(planned_before));
  return pairs_.size() > planned_before;
}

// Null when the player can't be made; the round then ends.
Seat* Ladder::seat_of(int player, Seats& seats, Round& round) {
  if (const auto found = seats.find(player); found != seats.end()) return &found->second;
  Result<Seat> seat = [&] {
    const MutexLock lock(round.making);
    return take_seat(contestants_.at(player));
  }();
  if (seat) return &seats.emplace(player, std::move(*seat)).first->second;
  const MutexLock lock(round.mutex);
  if (round.refusal.empty()) round.refusal = seat.error();
  round.stop.request_stop();
  return nullptr;
}

void Ladder::work(Round& round, Seats& seats) {
  try {
    const std::stop_token stop = round.stop.get_token();
    while (!stop.stop_requested() && std::chrono::steady_clock::now() < round.deadline) {
      // relaxed: only who gets which game matters; results are published under the mutex
      const std::size_t index = round.next.fetch_add(1, std::memory_order_relaxed);
      if (index >= round.tasks.size()) return;
      const Task& task = round.tasks[index];
      const bool swapped = task.game == 1;
      Seat* const first = seat_of(swapped ? task.pair.second : task.pair.first, seats, round);
      Seat* const second =
          first == nullptr ? nullptr : seat_of(swapped ? task.pair.first : task.pair.second, seats, round);
      if (second == nullptr) return;
      const std::optional<PlayedGame> played =
          play_game(*first, *second,
                    {.start = task.start,
                     .side_of_a = config_.rules.fields().first_side,
                     .seed_a = player_seed(config_.seed, task.pair.id, task.game, true),
                     .seed_b = player_seed(config_.seed, task.pair.id, task.game, false)},
                    stop);
      if (!played) return;
      const LadderGame record = record_of(task.pair, task.game, *played);
      const MutexLock lock(round.mutex);
      store_.add_game(record);
      ++round.games;
      if (round.on_game) round.on_game(task.pair, record);
      if (played->forfeit && played->forfeit->why.player_gone) {
        round.player_gone = true;
        round.stop.request_stop();
      }
    }
  } catch (...) {
    const MutexLock lock(round.mutex);
    if (!round.failure) round.failure = std::current_exception();
    round.stop.request_stop();
  }
}

void Ladder::play_round(Round& round) {
  std::vector<std::jthread> threads;
  threads.reserve(seats_.size());
  try {
    for (Seats& seats : seats_) threads.emplace_back([this, &round, &seats] { work(round, seats); });
  } catch (...) {
    round.stop.request_stop();  // else the threads would be joined at the end of all games
    throw;
  }
}

Result<LadderEnd> Ladder::play(const LadderBudget& budget, const LadderCallback& on_game,
                               const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline =
      budget.time.count() > 0 ? Clock::now() + budget.time : Clock::time_point::max();
  std::int64_t games = 0;
  while (Clock::now() < deadline && (budget.games == 0 || games < budget.games)) {
    Result<std::vector<Task>> tasks = open_games();
    if (!tasks) return Error{tasks.error()};
    if (tasks->empty()) {
      const Result<bool> planned = plan_round();
      if (!planned) return Error{planned.error()};
      if (!*planned) return LadderEnd::kNoOpeningsLeft;
      continue;
    }
    if (budget.games > 0) {
      const auto left = static_cast<std::size_t>(budget.games - games);
      tasks->erase(tasks->begin() + static_cast<std::ptrdiff_t>(std::min(left, tasks->size())), tasks->end());
    }
    Round round(*tasks, deadline, on_game);
    {
      const std::stop_callback pass_on(stop, [&round] { round.stop.request_stop(); });
      play_round(round);
    }
    const MutexLock lock(round.mutex);  // nobody else is left: for the checker's sake
    if (round.failure) std::rethrow_exception(round.failure);
    games += round.games;
    // First: what a stop interrupts, such as the start of an engine, refuses and fails because of it.
    if (stop.stop_requested()) return LadderEnd::kStopped;
    if (!round.refusal.empty()) return Error{round.refusal};
    if (round.player_gone) return LadderEnd::kPlayerGone;
  }
  return LadderEnd::kBudget;
}

}  // namespace jungle
