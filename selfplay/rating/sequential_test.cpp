#include "selfplay/rating/sequential_test.hpp"

#include <cstddef>

namespace jungle {

SprtDecision SequentialTest::add(const MatchGame& game) {
  waiting_.emplace(game.index, static_cast<std::size_t>(game.half_points_of_a()));
  while (decision_ == SprtDecision::kUndecided) {
    const auto first = waiting_.find(2 * pairs_), second = waiting_.find(2 * pairs_ + 1);
    if (first == waiting_.end() || second == waiting_.end()) break;
    look_at(first->second, second->second);
    waiting_.erase(first);
    waiting_.erase(second);
  }
  return decision_;
}

void SequentialTest::look_at(std::size_t first_half_points, std::size_t second_half_points) {
  ++pairs_;
  ++pair_counts_[first_half_points + second_half_points];
  ++game_counts_[first_half_points];
  ++game_counts_[second_half_points];
  llr_ = plan_.counts == SprtCounts::kPentanomial ? log_likelihood_ratio(pair_counts_, plan_.test)
                                                  : log_likelihood_ratio(game_counts_, plan_.test);
  decision_ = decide(llr_, plan_.test);
}

}  // namespace jungle
