#pragma once
// What judges positions for a search. The search owns the interface; nets, constants, caches and batchers
// implement it.
//
// A request is a view of a position with its legal moves; a result is a win/draw/loss distribution for the
// side to move and priors *parallel to the legal moves*. No planes, logits or tensors cross this border.

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

// A distribution over the ends of the game, as seen by the side to move; the three sum to 1.
struct Wdl {
  float win = 0;
  float draw = 1;
  float loss = 0;

  float value() const { return win - loss; }  // in [-1, 1], for the side to move
  Wdl flipped() const { return {loss, draw, win}; }
  bool operator==(const Wdl&) const = default;
};

struct EvalRequest {
  const Position* position = nullptr;  // not over; its clock is position->plies_since_capture()
  const RuleSet* rules = nullptr;
  const MoveList* legal_moves = nullptr;  // not empty
  int repetitions = 0;  // how often this board stood before in the game and the line searched
};

struct EvalResult {
  Wdl wdl_for_side_to_move;
  float plies_left = 0;  // expected plies to the end of the game; 0 from evaluators that don't know
  std::array<float, kMaxMoves>
      priors{};  // parallel to the legal moves, non-negative, summing to 1; the rest is unspecified
};

// What an evaluator did since it was made, for status lines. Each implementation fills what it knows; a
// decorator adds its own figures to those of what it decorates.
struct EvaluatorStats {
  std::int64_t encode_ns = 0;  // positions into planes
  std::int64_t infer_ns = 0;   // the net
  std::int64_t cache_lookups = 0;
  std::int64_t cache_hits = 0;
};

// Thread rule: hostile unless an implementation says otherwise: one evaluator per thread.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Fills results[i] for requests[i]. Precondition: equal sizes, 1 <= size <= max_batch(). A result does not
  // depend, in any bit, on its neighbours in the batch. Every number of it is finite: an evaluator that can't
  // give such throws a std::exception, which ends the search.
  virtual void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) = 0;

  virtual int max_batch() const = 0;
  virtual std::uint64_t id() const = 0;  // equal ids give equal results bit for bit: part of every cache key
  virtual EvaluatorStats stats() const { return {}; }
  virtual std::string description()
      const = 0;  // for start-up lines: "winograd, float32, avx512, c32b4 gen-0007"
};

}  // namespace jungle
