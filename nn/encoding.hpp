#pragma once
// What the net sees and how moves become policy indices. The only place that knows planes; versioned, since
// weights depend on it.
//
// The board is turned by half a turn for Blue, so that the side to move always plays upward from the bottom:
// "own" is the side to move. Layout of one encoded position: [square of the turned board, 0..62][plane],
// NHWC.
//
// Planes of version 1 (plane_names() has one name for each; docs/formats.md explains them):
//    0..7   own animal of rank 1..8      8..15  enemy animal of rank 1..8, so both wolf/dog orders look alike
//   16..20  water, own den, enemy den, own traps, enemy traps
//   21      min(repetitions, 2) / 2
//   22      min(plies since the last capture / no-capture limit, 1); 0 when the rule set has no such limit
//   23..35  the rule set, one constant a plane
//
// Thread rule: pure functions.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/move.hpp"
#include "core/piece.hpp"
#include "nn/bfloat16.hpp"
#include "search/evaluator.hpp"

namespace jungle {

inline constexpr int kPlanesVersion = 1;
inline constexpr int kPlanes = 36;
inline constexpr int kEncodedSize = kSquares * kPlanes;

// The same planes in groups, in their order.
inline constexpr std::size_t kAnimalPlanes = 16;    // one square each at most
inline constexpr std::size_t kBoardPlanes = 5;      // the same in every position
inline constexpr std::size_t kConstantPlanes = 15;  // one number on all squares:
inline constexpr std::size_t kStatePlanes = 2;      //   of the game's state,
inline constexpr std::size_t kRulePlanes = 13;      //   of the rule set
static_assert(kAnimalPlanes + kBoardPlanes + kConstantPlanes == kPlanes);
static_assert(kStatePlanes + kRulePlanes == kConstantPlanes);

std::span<const std::string_view> plane_names();  // kPlanes of them

// A policy index is square * 4 + direction, both as the side to move sees them (direction 0 up, 1 down, 2
// left, 3 right). A step and a leap in the same direction share an index: they can't both be legal.
inline constexpr int kPolicySize = kSquares * 4;
int policy_index(Move move, Side side_to_move);
// The way back needs the position's legal moves. Returns Move() when none of them has this index.
Move move_of_policy_index(int policy_index, Side side_to_move, const MoveList& legal_moves);

// Writes every element of `planes`, which has kEncodedSize. The request's legal moves are not looked at.
// About 0.1 us.
void encode(const EvalRequest& request, std::span<float> planes);
void encode(const EvalRequest& request, std::span<Bfloat16> planes);  // the same, each element rounded

// A position's planes without what is the same in every position.
struct SparsePlanes {
  struct Animal {
    std::uint8_t plane;   // of the kAnimalPlanes
    std::uint8_t square;  // of the turned board
  };
  std::array<float, kConstantPlanes> constants{};
  std::array<Animal, kAnimalPlanes> animal_list{};  // the own ones first; `animal_count` of them
  std::size_t animal_count = 0;

  std::span<const Animal> animals() const { return std::span(animal_list).first(animal_count); }
};
SparsePlanes encode_sparse(const EvalRequest& request);
std::span<const float> board_planes(int square);  // kBoardPlanes values on that square of the turned board

}  // namespace jungle
