#pragma once
// A net's convolutions, from positions to the features that the output heads read. Each way of computing them
// is a Tower: nn/winograd_tower.hpp (float32), nn/onednn_tower.hpp (bfloat16).
//
//   const int count = tower.next_chunk(waiting);
//   tower.encode(requests.first(count));
//   heads.read(tower.forward(requests.first(count)), requests.first(count), results.first(count));
//
// A position's features depend, in every bit, on that position, the net and the instruction set alone: not on
// its neighbours or their number. Thread rule: hostile; one may be made in one thread and used in another.

#include <cstddef>
#include <span>
#include <string>

#include "search/evaluator.hpp"

namespace jungle {

// Features lie as [position][square of the turned board][`row` floats], the policy's channels from 0, the
// value's from `value`. Policy channels are there for the squares of the side to move's animals at least: no
// other square has a move.
struct FeatureLayout {
  std::size_t row = 0;
  std::size_t value = 0;
};

class Tower {
 public:
  virtual ~Tower() = default;

  virtual int next_chunk(int waiting) const = 0;  // how many of `waiting` positions to send next
  virtual void encode(std::span<const EvalRequest> chunk) = 0;
  virtual std::span<const float> forward(
      std::span<const EvalRequest> chunk) = 0;  // of the chunk last encoded
  virtual FeatureLayout layout() const = 0;
  virtual std::string description() const = 0;  // "winograd, float32, avx512"
};

}  // namespace jungle
