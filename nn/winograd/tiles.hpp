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

#include <array>

#include "core/square.hpp"

namespace jungle::winograd {

inline constexpr int kTaps = 9;  // of a filter
inline constexpr int kTileRows = 3;
inline constexpr int kTileColumns = 4;
inline constexpr int kTilesAcross = 2;
inline constexpr int kTilesDown = 3;
inline constexpr int kTiles = kTilesDown * kTilesAcross;
inline constexpr int kPointRows = kTileRows + 2;
inline constexpr int kPointColumns = kTileColumns + 2;
inline constexpr int kPoints = kPointRows * kPointColumns;

// The board with the zeros around it that the tiles look at.
inline constexpr int kPaddedRows = kRows + 2;
inline constexpr int kPaddedColumns = kTilesAcross * kTileColumns + 2;
inline constexpr int kPaddedSquares = kPaddedRows * kPaddedColumns;
static_assert(kTilesDown * kTileRows == kRows && kTilesAcross * kTileColumns >= kColumns);

// G of both directions.
inline constexpr std::array<std::array<double, 3>, kPointRows> kFilterRows = {{
    {1.0 / 2, 0, 0},
    {-1.0 / 2, -1.0 / 2, -1.0 / 2},
    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
    {1.0 / 6, 1.0 / 3, 2.0 / 3},
    {0, 0, 1},
}};
inline constexpr std::array<std::array<double, 3>, kPointColumns> kFilterColumns = {{
    {1.0 / 4, 0, 0},
    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
    {1.0 / 24, 1.0 / 12, 1.0 / 6},
    {1.0 / 24, -1.0 / 12, 1.0 / 6},
    {0, 0, 1},
}};

}  // namespace jungle::winograd
