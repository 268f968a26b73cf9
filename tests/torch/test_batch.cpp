#include "test_batch.hpp"

#include "core/util/random.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle::test {

TestBatch::TestBatch(int size, std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(size);
  planes.resize(count * kEncodedSize);
  policy_target.resize(count * kPolicySize);
  legal_mask.resize(count * kPolicySize);
  wdl_target.resize(count * 3);
  plies_left.resize(count);
  weight.assign(count, 1.0F);
  Rng rng({seed});
  const RuleSet rules = *RuleSet::preset("wango");
  const std::vector<SamplePosition> positions = sample_positions(rules, size, seed);
  for (std::size_t i = 0; i < count; ++i) {
    const SamplePosition& sample = positions[i];
    encode(sample.request(rules), std::span(planes).subspan(i * kEncodedSize, kEncodedSize));
    // Nine tenths on one move, the rest shared: what a sharp search would say.
    const int moves = sample.legal_moves.size();
    const auto best = static_cast<int>(rng.below(static_cast<std::uint64_t>(moves)));
    for (int m = 0; m < moves; ++m) {
      const int index = policy_index(sample.legal_moves[m], sample.position.side_to_move());
      const std::size_t at = i * kPolicySize + static_cast<std::size_t>(index);
      legal_mask[at] = 1;
      policy_target[at] = 0.1F / static_cast<float>(moves) + (m == best ? 0.9F : 0.0F);
    }
    wdl_target[i * 3 + rng.below(3)] = 1;
    plies_left[i] = static_cast<float>(rng.below(150));
    add_head_targets(i, sample.request(rules), Rng({seed, i}));
  }
}

void TestBatch::add_head_targets(std::size_t row, const EvalRequest& request, Rng rng) {
  reply.push_back(row % 5 == 4 ? kNoReply : static_cast<std::int16_t>(rng.below(kPolicySize)));
  const bool known = row % 7 != 6;
  later_board.resize(later_board.size() + kSquares, known ? std::uint8_t{0} : kUnknownSquare);
  if (!known) return;
  for (const SparsePlanes::Animal& animal : encode_sparse(request).animals())
    later_board[row * kSquares + animal.square] = static_cast<std::uint8_t>(1 + animal.plane);
}

}  // namespace jungle::test
