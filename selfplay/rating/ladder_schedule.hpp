#pragma once
// Who plays whom next in a ladder. Games go where they tell most: where intervals are wide, and between
// neighbours in rank whose order is open.
//
//   const PoolFit fit = fit_pool({.players = 10}, games);
//   for (const Pairing& pairing : next_round(fit, games, {.players = ids})) ...
//
// Players that no chain of games connects are paired first, in the order given. After that every pairing of a
// round is the one whose two games are expected to tell most, counting on the pairings before it: the largest
//
//   (information of a game between the two) x (variance of their difference)
//
// which is high where an interval is wide, and higher among neighbours, whose results are open. It is the
// D-criterion of optimal design, one step ahead, with the covariance updated after each choice. A player that
// loses all its games is not played for ever: with every loss a further one tells less.
// What is planned depends on the arguments alone.
//
// Thread rule: pure functions.

#include <functional>
#include <span>
#include <vector>

#include "selfplay/rating/pool_fit.hpp"

namespace jungle {

struct Pairing {
  int first = 0;  // the smaller number of the two
  int second = 0;
  bool operator==(const Pairing&) const = default;
};

struct SchedulePool {
  std::vector<int> players;                       // who may play, at least two; others keep their ratings
  std::function<int(const Pairing&)> pairs_left;  // how often a pairing may still be played; empty: for ever
};

// As many pairings as there are players, or fewer where only so many connect them or may be played.
std::vector<Pairing> next_round(const PoolFit& fit, std::span<const RatedGame> games,
                                const SchedulePool& pool);

}  // namespace jungle
