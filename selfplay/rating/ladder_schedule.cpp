#include "selfplay/rating/ladder_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace jungle {

namespace {

constexpr int kGamesOfAPairing = 2;

std::size_t slot(int player) { return static_cast<std::size_t>(player); }

// Players by the group that games connect them to (union-find with path halving).
class Groups {
 public:
  explicit Groups(std::size_t players) : parent_(players) { std::iota(parent_.begin(), parent_.end(), 0); }
  int of(int player) {
    while (parent_[slot(player)] != player) {
      parent_[slot(player)] = parent_[slot(parent_[slot(player)])];
      player = parent_[slot(player)];
    }
    return player;
  }
  void join(int a, int b) { parent_[slot(of(a))] = of(b); }

 private:
  std::vector<int> parent_;
};

bool allowed(const SchedulePool& pool, const Pairing& pairing, const std::vector<Pairing>& chosen) {
  return !pool.pairs_left || std::count(chosen.begin(), chosen.end(), pairing) < pool.pairs_left(pairing);
}

Pairing pairing_of(int a, int b) { return {.first = std::min(a, b), .second = std::max(a, b)}; }

std::vector<Pairing> connecting(const PoolFit& fit, std::span<const RatedGame> games,
                                const SchedulePool& pool) {
  Groups groups(fit.ratings.size());
  for (const RatedGame& game : games) groups.join(game.first, game.second);
  std::vector<Pairing> pairings;
  for (std::size_t i = 1; i < pool.players.size(); ++i) {
    const Pairing pairing = pairing_of(pool.players[i - 1], pool.players[i]);
    if (groups.of(pairing.first) == groups.of(pairing.second) || !allowed(pool, pairing, pairings)) continue;
    groups.join(pairing.first, pairing.second);
    pairings.push_back(pairing);
  }
  return pairings;
}

// What is known of the ratings, and what more games would add.
class Design {
 public:
  explicit Design(const PoolFit& fit) : fit_(fit), covariance_(fit.inverse_information) {}

  // By how much a pair of games between these two is expected to lower log det of the covariance.
  double gain(const Pairing& pairing) const {
    const std::size_t a = slot(pairing.first), b = slot(pairing.second);
    const double variance = covariance_(a, a) + covariance_(b, b) - 2 * covariance_(a, b);
    return std::log1p(information(pairing) * std::max(variance, 0.0));
  }

  // Counts on them, by Sherman and Morrison: C - C d d' C / (1 / information + d' C d).
  void add(const Pairing& pairing) {
    std::vector<double> change(covariance_.size());
    for (std::size_t i = 0; i < change.size(); ++i)
      change[i] = covariance_(i, slot(pairing.first)) - covariance_(i, slot(pairing.second));
    const double variance = change[slot(pairing.first)] - change[slot(pairing.second)];
    const double factor = information(pairing) / (1 + information(pairing) * variance);
    for (std::size_t i = 0; i < change.size(); ++i) {
      for (std::size_t j = i; j < change.size(); ++j) covariance_.add(i, j, -factor * change[i] * change[j]);
    }
  }

 private:
  double information(const Pairing& pairing) const {
    return kGamesOfAPairing * fit_.information_of_game(pairing.first, pairing.second);
  }

  const PoolFit& fit_;
  SymmetricMatrix covariance_;
};

}  // namespace

std::vector<Pairing> next_round(const PoolFit& fit, std::span<const RatedGame> games,
                                const SchedulePool& pool) {
  std::vector<Pairing> pairings = connecting(fit, games, pool);
  if (!pairings.empty()) return pairings;
  Design design(fit);
  while (pairings.size() < pool.players.size()) {
    Pairing best;
    double best_gain = -1;
    for (std::size_t i = 0; i < pool.players.size(); ++i) {
      for (std::size_t j = i + 1; j < pool.players.size(); ++j) {
        const Pairing pairing = pairing_of(pool.players[i], pool.players[j]);
        if (!allowed(pool, pairing, pairings)) continue;
        const double gain = design.gain(pairing);
        if (gain > best_gain) {
          best_gain = gain;
          best = pairing;
        }
      }
    }
    if (best_gain < 0) break;
    pairings.push_back(best);
    design.add(best);
  }
  return pairings;
}

}  // namespace jungle
