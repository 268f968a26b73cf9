#pragma once
// How a 3 x 3 convolution of the 9 x 7 board is cut up for Winograd's minimal filtering (Lavin and Gray 2015,
// "Fast algorithms for convolutional neural networks"): in tiles of 3 rows by 4 columns of output, three
// times two of them, each from 5 x 6 squares of input. The tile's 12 outputs then cost 30 products a pair of
// channels instead of 108: 180 for the whole board instead of 567 (the last column of tiles hangs over by
// one).
//
//   output = A^T [ (G g G^T) * (B^T d B) ] A        * element by element, summed over input channels
//
// with the points 0, 1, -1, 2, infinity along columns (tiles of 3) and 0, 1, -1, 2, -2, infinity along rows
// (tiles of 4). Between transforms everything is a product of matrices: for each of the 30 points,
// [tiles][channels in] times [channels in][channels out].

#include <cstddef>

#include "core/square.hpp"

namespace jungle::winograd {

inline constexpr std::size_t kTaps = 9;  // of a filter
inline constexpr std::size_t kTileRows = 3;
inline constexpr std::size_t kTileColumns = 4;
inline constexpr std::size_t kTilesAcross = 2;
inline constexpr std::size_t kTilesDown = 3;
inline constexpr std::size_t kTiles = kTilesDown * kTilesAcross;
inline constexpr std::size_t kPointRows = kTileRows + 2;
inline constexpr std::size_t kPointColumns = kTileColumns + 2;
inline constexpr std::size_t kPoints = kPointRows * kPointColumns;

// The board with the zeros around it that the tiles look at.
inline constexpr std::size_t kPaddedRows = kRows + 2;
inline constexpr std::size_t kPaddedColumns = kTilesAcross * kTileColumns + 2;
inline constexpr std::size_t kPaddedSquares = kPaddedRows * kPaddedColumns;
static_assert(kTilesDown * kTileRows == kRows && kTilesAcross * kTileColumns >= kColumns);

}  // namespace jungle::winograd
