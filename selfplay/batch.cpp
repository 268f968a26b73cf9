#include "selfplay/batch.hpp"

#include <algorithm>

#include "core/packed_position.hpp"
#include "core/symmetry.hpp"
#include "nn/encoding.hpp"

namespace jungle {
namespace {

template <typename T>
std::span<T> row_of(std::vector<T>& storage, int row, int width) {
  return std::span(storage).subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(width),
                                    static_cast<std::size_t>(width));
}

// What stands where, as `viewer` sees it.
void write_board(const Position& position, const RuleSet& rules, Side viewer,
                 std::span<std::uint8_t> squares) {
  const MoveList none;
  const SparsePlanes planes =
      encode_sparse({.position = &position, .rules = &rules, .legal_moves = &none, .repetitions = 0});
  const bool turn = position.side_to_move() != viewer;  // it was encoded for the other side
  constexpr auto kSide = kAnimalPlanes / 2;
  std::ranges::fill(squares, std::uint8_t{0});
  for (const SparsePlanes::Animal& animal : planes.animals()) {
    const std::size_t plane = turn ? (animal.plane + kSide) % kAnimalPlanes : animal.plane;
    const auto square = static_cast<std::size_t>(animal.square);
    squares[turn ? squares.size() - 1 - square : square] = static_cast<std::uint8_t>(1 + plane);
  }
}

}  // namespace

ExtraTargets extra_targets(const TrainConfig& config) {
  return {.reply = config.trainer.reply_weight > 0,
          .later_plies = config.trainer.later_weight > 0 ? config.learn.later_plies : 0};
}

BatchBuffer::BatchBuffer(int batch_size, const ExtraTargets& extra) : extra_(extra) {
  const auto size = static_cast<std::size_t>(batch_size);
  planes_.resize(size * kEncodedSize);
  policy_target_.resize(size * kPolicySize);
  legal_mask_.resize(size * kPolicySize);
  wdl_target_.resize(size * 3);
  plies_left_.resize(size);
  weight_.resize(size);
  if (extra.reply) reply_.resize(size);
  if (extra.later_plies > 0) later_board_.resize(size * kSquares);
}

void BatchBuffer::set(int row, const SampleRef& sample, const ValueTargetParams& params, bool mirror) {
  const Shard& shard = *sample.shard;
  const SampleColumns& samples = shard.samples;
  const std::size_t at = sample.row;

  const Result<Position> stored = unpack(samples.position[at]);  // read_shard() has seen that it is one
  const Position position = mirror ? mirrored(*stored) : *stored;
  const auto policy = row_of(policy_target_, row, kPolicySize);
  const auto mask = row_of(legal_mask_, row, kPolicySize);
  std::fill(policy.begin(), policy.end(), 0.0F);
  std::fill(mask.begin(), mask.end(), 0.0F);
  MoveList legal;
  for (std::size_t m = shard.move_begin(at); m < shard.move_end(at); ++m) {
    const Move move =
        mirror ? mirrored(Move::from_bits(shard.moves.move[m])) : Move::from_bits(shard.moves.move[m]);
    const auto slot = static_cast<std::size_t>(policy_index(move, position.side_to_move()));
    policy[slot] = shard.moves.policy[m];
    mask[slot] = 1.0F;
    legal.push(move);
  }
  encode({.position = &position,
          .rules = &shard.rule_sets[samples.rule_set[at]],
          .legal_moves = &legal,
          .repetitions = samples.repetitions[at]},
         row_of(planes_, row, kEncodedSize));

  const Wdl target =
      value_target(samples.outcome[at], samples.plies_left[at], samples.root_value[at], params);
  const auto wdl = row_of(wdl_target_, row, 3);
  wdl[0] = target.win;
  wdl[1] = target.draw;
  wdl[2] = target.loss;
  plies_left_[static_cast<std::size_t>(row)] = samples.plies_left[at];
  weight_[static_cast<std::size_t>(row)] = samples.weight[at];
  set_extra(row, sample, *stored, mirror);
}

void BatchBuffer::set_extra(int row, const SampleRef& sample, const Position& position, bool mirror) {
  const auto played = sample.shard->played_from(sample.row);
  const Side viewer = position.side_to_move();
  if (extra_.reply) {
    std::int16_t& reply = reply_[static_cast<std::size_t>(row)];
    reply = kNoReply;
    if (played.size() > 1) {
      const Move move = Move::from_bits(played[1]);
      reply = static_cast<std::int16_t>(policy_index(mirror ? mirrored(move) : move, !viewer));
    }
  }
  if (extra_.later_plies > 0) {
    const auto board = row_of(later_board_, row, kSquares);
    if (played.empty()) {
      std::ranges::fill(board, kUnknownSquare);
      return;
    }
    const RuleSet& rules = sample.shard->rule_sets[sample.shard->samples.rule_set[sample.row]];
    Position later = position;
    for (const std::uint16_t bits :
         played.first(std::min(played.size(), static_cast<std::size_t>(extra_.later_plies))))
      later = later.after(Move::from_bits(bits), rules);
    write_board(mirror ? mirrored(later) : later, rules, viewer, board);
  }
}

TrainBatch BatchBuffer::view() const {
  return {.planes = planes_,
          .policy_target = policy_target_,
          .legal_mask = legal_mask_,
          .wdl_target = wdl_target_,
          .plies_left = plies_left_,
          .weight = weight_,
          .reply = reply_,
          .later_board = later_board_};
}

void draw_batch(const ReplayBuffer& replay, const ValueTargetParams& params, bool mirror, Rng& rng,
                BatchBuffer& buffer) {
  for (int row = 0; row < buffer.size(); ++row) {
    const auto number = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(replay.size())));
    const bool flip = (rng() >> 63) != 0 && mirror;
    buffer.set(row, replay[number], params, flip);
  }
}

}  // namespace jungle
