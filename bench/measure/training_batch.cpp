#include "bench/measure/training_batch.hpp"

#include "bench/measure/requests.hpp"

namespace jungle::bench {
namespace {

std::size_t policy_at(Move move, Side side) { return static_cast<std::size_t>(policy_index(move, side)); }

}  // namespace

TrainingBatch::TrainingBatch(int size) {
  Requests requests;
  Rng rng({5});
  for (const EvalRequest& request : requests.next(static_cast<std::size_t>(size))) add(request, rng);
}

void TrainingBatch::add(const EvalRequest& request, Rng& rng) {
  planes_.resize(planes_.size() + kEncodedSize);
  encode(request, std::span(planes_).last(kEncodedSize));
  policy_.resize(policy_.size() + kPolicySize);
  mask_.resize(mask_.size() + kPolicySize);
  const Side side = request.position->side_to_move();
  const MoveList& moves = *request.legal_moves;
  for (const Move move : moves) mask_[mask_.size() - kPolicySize + policy_at(move, side)] = 1;
  const Move best = moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))];
  policy_[policy_.size() - kPolicySize + policy_at(best, side)] = 1;
  const std::uint64_t outcome = rng.below(3);
  for (std::uint64_t i = 0; i < 3; ++i) wdl_.push_back(i == outcome ? 1.0F : 0.0F);
  plies_left_.push_back(static_cast<float>(1 + rng.below(200)));
  weight_.push_back(1);
}

}  // namespace jungle::bench
