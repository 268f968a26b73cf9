#pragma once
// Where the value of a placement lies while tables are made: a byte for every choice of squares, occupied
// twice or not, with the last two animals in a page of 64 x 64 so that a set of squares of the last one is
// one 64-bit word.
//
//   index = ((square0 * 63 + square1) * 64 + square2) * 64 + square3        four animals
//   index =               (square0 * 64 + square1) * 64 + square2           three
//   index =                             square0 * 64 + square1              two
//
// A *page* is what the leading animals (all but the last two) choose; a *word* one choice of all but the
// last. By the mirror symmetry only pages whose first animal stands in columns a to d are computed.

#include <cstddef>
#include <span>
#include <vector>

#include "core/square.hpp"
#include "search/tablebase/value_code.hpp"

namespace jungle::tablebase {

inline constexpr std::size_t kWordsOfPage = 64;
inline constexpr std::size_t kBytesOfPage = kWordsOfPage * 64;

// How far apart the values of neighbouring squares of an animal are, counted from the last animal.
constexpr std::size_t grid_stride(int animals_after) {
  std::size_t stride = 1;
  if (animals_after >= 1) stride *= 64;
  if (animals_after >= 2) stride *= 64;
  for (int i = 3; i <= animals_after; ++i) stride *= kSquares;
  return stride;
}

constexpr std::size_t grid_pages(int animals) {
  return animals <= 2 ? 1 : grid_stride(animals) / kBytesOfPage;
}

constexpr std::size_t grid_index(std::span<const Square> squares) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < squares.size(); ++i)
    at += static_cast<std::size_t>(index(squares[i])) * grid_stride(static_cast<int>(squares.size() - 1 - i));
  return at;
}

static_assert(grid_pages(2) == 1 && grid_pages(3) == 63 && grid_pages(4) == std::size_t{63} * 63);

// Of one side to move.
using GridValues = std::vector<ValueCode>;

}  // namespace jungle::tablebase
