#pragma once
// An SPRT (selfplay/rating/sprt.hpp) over the games of a match that end in any order. It looks at pairs in
// the order of the match, each once all before it are finished, so that the verdict does not depend on which
// game ended first, and it is final once reached.
//
//   SequentialTest test({.test = {.elo0 = 0, .elo1 = 20}});
//   if (test.add(game) != SprtDecision::kUndecided) stop.request_stop();
//   // Games from 2 * test.pairs() on are no part of the verdict.
//
// Thread rule: hostile.

#include <cstddef>
#include <map>

#include "selfplay/rating/match.hpp"
#include "selfplay/rating/sprt.hpp"

namespace jungle {

enum class SprtCounts { kPentanomial, kTrinomial };

struct SprtPlan {
  SprtTest test;
  SprtCounts counts = SprtCounts::kPentanomial;
};

class SequentialTest {
 public:
  explicit SequentialTest(const SprtPlan& plan) : plan_(plan) {}

  SprtDecision add(const MatchGame& game);

  const SprtPlan& plan() const { return plan_; }
  SprtDecision decision() const { return decision_; }
  double llr() const { return llr_; }
  int pairs() const { return pairs_; }  // looked at; the verdict is about these

 private:
  void look_at(std::size_t first_half_points, std::size_t second_half_points);

  SprtPlan plan_;
  std::map<int, std::size_t> waiting_;  // half points of A by game index, from 2 * pairs_ on
  PairCounts pair_counts_{};
  GameCounts game_counts_{};
  int pairs_ = 0;
  double llr_ = 0;
  SprtDecision decision_ = SprtDecision::kUndecided;
};

}  // namespace jungle
