#pragma once
// What training needs beside the kernels of nn/winograd/kernels_body.hpp, under the same rules: the adjoints
// of the transforms and sums of outer products.

#include "nn/winograd/kernels_body.hpp"

namespace jungle::winograd {

template <typename Lanes>
struct GradientBody {
  using Vector = typename Lanes::Vector;
  using Board = typename Body<Lanes>::Board;
  static constexpr std::size_t kWidth = Lanes::kWidth;

  static Vector scaled(float factor, Vector x) { return Body<Lanes>::scaled(factor, x); }
  static Vector plus(Vector x, float factor, Vector y) { return Body<Lanes>::plus(x, factor, y); }

  static void from_points(const float* points, std::size_t positions, std::size_t channels, float* images) {
    const std::size_t stride = point_stride(positions * kTiles, channels);
    Board board;
    for (std::size_t position = 0; position < positions; ++position) {
      for (std::size_t channel = 0; channel < channels; channel += kWidth) {
        Body<Lanes>::points_to_board(points + position * kTiles * channels + channel, channels, stride,
                                     board);
        float* image = images + position * kSquares * channels + channel;
        for (std::size_t row = 0; row < kRows; ++row)
          for (std::size_t column = 0; column < kColumns; ++column, image += channels) {
            __builtin_prefetch(image + kSquares * channels, 1);
            Lanes::store(image, board.squares[Body<Lanes>::padded(row, column)]);
          }
      }
    }
  }

  // A y A^T of one tile; `y` has rows of `across` * kTileColumns on. Squares beyond the board are zero.
  static void tile_to_points(const Vector* y, float* out, std::size_t point_stride) {
    Vector t[kPointRows][kTileColumns];
    for (std::size_t j = 0; j < kTileColumns; ++j) {
      const Vector y0 = y[j], y1 = y[kPaddedColumns + j], y2 = y[2 * kPaddedColumns + j];
      const Vector even = Lanes::add(y0, y2);
      t[0][j] = y0;
      t[1][j] = Lanes::add(even, y1);
      t[2][j] = Lanes::sub(even, y1);
      t[3][j] = plus(plus(y0, 2, y1), 4, y2);
      t[4][j] = y2;
    }
    for (std::size_t i = 0; i < kPointRows; ++i, out += kPointColumns * point_stride) {
      const Vector* x = t[i];
      const Vector even = Lanes::add(x[0], x[2]), odd = Lanes::add(x[1], x[3]);
      const Vector far_even = plus(x[0], 4, x[2]), far_odd = scaled(2, plus(x[1], 4, x[3]));
      Lanes::store(out, x[0]);
      Lanes::store(out + point_stride, Lanes::add(even, odd));
      Lanes::store(out + 2 * point_stride, Lanes::sub(even, odd));
      Lanes::store(out + 3 * point_stride, Lanes::add(far_even, far_odd));
      Lanes::store(out + 4 * point_stride, Lanes::sub(far_even, far_odd));
      Lanes::store(out + 5 * point_stride, x[3]);
    }
  }

  static void gradient_to_points(const float* gradients, std::size_t positions, std::size_t channels,
                                 float* points) {
    const std::size_t stride = point_stride(positions * kTiles, channels);
    Board board;
    Body<Lanes>::clear(board);
    for (std::size_t position = 0; position < positions; ++position) {
      for (std::size_t channel = 0; channel < channels; channel += kWidth) {
        Body<Lanes>::load_board(gradients + position * kSquares * channels + channel, channels, board);
        float* out = points + position * kTiles * channels + channel;
        for (std::size_t tile = 0; tile < kTiles; ++tile, out += channels)
          tile_to_points(&board.squares[Body<Lanes>::padded(tile / kTilesAcross * kTileRows,
                                                            tile % kTilesAcross * kTileColumns)],
                         out, stride);
      }
    }
  }

  // Adds B v B^T of one tile to the squares it looked at.
  static void add_tile(const float* in, std::size_t point_stride, Vector* squares) {
    Vector t[kPointRows][kPointColumns];
    for (std::size_t j = 0; j < kPointColumns; ++j) {
      const float* v = in + j * point_stride;
      const std::size_t step = kPointColumns * point_stride;
      const Vector v0 = Lanes::load(v), v1 = Lanes::load(v + step), v2 = Lanes::load(v + 2 * step);
      const Vector v3 = Lanes::load(v + 3 * step), v4 = Lanes::load(v + 4 * step);
      const Vector ends = Lanes::sub(v0, v4);
      t[0][j] = scaled(2, v0);
      t[1][j] = plus(plus(Lanes::sub(scaled(-2, v1), v3), 2, v2), 2, v4);
      t[1][j] = Lanes::sub(t[1][j], v0);
      t[2][j] = Lanes::sub(plus(plus(scaled(-2, v0), -3, v2), -1, v1), v4);
      t[3][j] = Lanes::add(plus(ends, -1, v4), Lanes::add(Lanes::add(v1, v2), v3));
      t[4][j] = v4;
    }
    for (std::size_t i = 0; i < kPointRows; ++i, squares += kPaddedColumns) {
      const Vector* v = t[i];
      const Vector near_sum = Lanes::add(v[1], v[2]), near_difference = Lanes::sub(v[1], v[2]);
      const Vector far_sum = Lanes::add(v[3], v[4]), far_difference = Lanes::sub(v[3], v[4]);
      squares[0] = plus(squares[0], 4, v[0]);
      squares[1] =
          Lanes::add(squares[1], plus(scaled(4, Lanes::sub(v[5], near_difference)), -2, far_difference));
      squares[2] = Lanes::sub(squares[2], plus(Lanes::add(scaled(5, v[0]), far_sum), 4, near_sum));
      squares[3] = Lanes::add(squares[3], plus(plus(near_difference, 2, far_difference), -5, v[5]));
      squares[4] = Lanes::add(squares[4], Lanes::add(v[0], Lanes::add(near_sum, far_sum)));
      squares[5] = Lanes::add(squares[5], v[5]);
    }
  }

  static void gradient_from_points(const float* points, std::size_t positions, std::size_t channels,
                                   float* gradients) {
    const std::size_t stride = point_stride(positions * kTiles, channels);
    for (std::size_t position = 0; position < positions; ++position) {
      for (std::size_t channel = 0; channel < channels; channel += kWidth) {
        Board board;
        Body<Lanes>::clear(board);
        const float* in = points + position * kTiles * channels + channel;
        for (std::size_t tile = 0; tile < kTiles; ++tile, in += channels)
          add_tile(in, stride,
                   &board.squares[tile / kTilesAcross * kTileRows * kPaddedColumns +
                                  tile % kTilesAcross * kTileColumns]);
        float* gradient = gradients + position * kSquares * channels + channel;
        for (std::size_t row = 0; row < kRows; ++row)
          for (std::size_t column = 0; column < kColumns; ++column, gradient += channels) {
            Lanes::store(gradient, board.squares[Body<Lanes>::padded(row, column)]);
          }
      }
    }
  }

  // sums[l][r] += left[row][l] * right[row][r] over rows, for kLeft and kRight vectors of columns.
  template <std::size_t kLeft, std::size_t kRight>
  static void add_block(const float* left, const float* right, std::size_t rows, std::size_t channels,
                        float* sums) {
    Vector block[kLeft][kRight];
    for (std::size_t l = 0; l < kLeft; ++l)
      for (std::size_t r = 0; r < kRight; ++r) block[l][r] = Lanes::load(sums + l * channels + r * kWidth);
    for (std::size_t row = 0; row < rows; ++row, left += channels, right += channels) {
      Vector x[kRight];
      for (std::size_t r = 0; r < kRight; ++r) x[r] = Lanes::load(right + r * kWidth);
      for (std::size_t l = 0; l < kLeft; ++l) {
        const Vector a = Lanes::broadcast(left[l]);
        for (std::size_t r = 0; r < kRight; ++r) block[l][r] = Lanes::fma(a, x[r], block[l][r]);
      }
    }
    for (std::size_t l = 0; l < kLeft; ++l)
      for (std::size_t r = 0; r < kRight; ++r) Lanes::store(sums + l * channels + r * kWidth, block[l][r]);
  }

  static void add_products(const float* left, const float* right, std::size_t rows, std::size_t channels,
                           float* sums) {
    constexpr std::size_t kLeft = 4;
    constexpr std::size_t kWide = Lanes::kPanelVectors;
    const std::size_t stride = point_stride(rows, channels);
    for (std::size_t point = 0; point < kPoints;
         ++point, left += stride, right += stride, sums += filter_stride(channels)) {
      std::size_t r = 0;
      for (; r + kWide * kWidth <= channels; r += kWide * kWidth)
        for (std::size_t l = 0; l < channels; l += kLeft)
          add_block<kLeft, kWide>(left + l, right + r, rows, channels, sums + l * channels + r);
      for (; r + 2 * kWidth <= channels; r += 2 * kWidth)
        for (std::size_t l = 0; l < channels; l += 2 * kLeft)
          add_block<2 * kLeft, 2>(left + l, right + r, rows, channels, sums + l * channels + r);
      for (; r < channels; r += kWidth)
        for (std::size_t l = 0; l < channels; l += 2 * kLeft)
          add_block<2 * kLeft, 1>(left + l, right + r, rows, channels, sums + l * channels + r);
    }
  }

  // G^T u G: sums [point][row][column] to [row][tap][column].
  static void filter_from_points(const float* sums, std::size_t channels, float* filter) {
    const std::size_t stride = filter_stride(channels);
    for (std::size_t row = 0; row < channels; ++row) {
      for (std::size_t column = 0; column < channels; column += kWidth) {
        const float* u = sums + row * channels + column;
        Vector t[3][kPointColumns];
        for (std::size_t j = 0; j < kPointColumns; ++j) {
          const float* v = u + j * stride;
          const std::size_t step = kPointColumns * stride;
          const Vector v1 = Lanes::load(v + step), v2 = Lanes::load(v + 2 * step);
          const Vector v3 = Lanes::load(v + 3 * step);
          const Vector half = scaled(-1.0F / 2, v1), sixth = scaled(1.0F / 6, v2);
          t[0][j] = plus(plus(Lanes::sub(half, sixth), 1.0F / 2, Lanes::load(v)), 1.0F / 6, v3);
          t[1][j] = plus(Lanes::add(half, sixth), 1.0F / 3, v3);
          t[2][j] = plus(Lanes::add(Lanes::sub(half, sixth), Lanes::load(v + 4 * step)), 2.0F / 3, v3);
        }
        float* out = filter + row * kTaps * channels + column;
        for (std::size_t i = 0; i < 3; ++i, out += 3 * channels) {
          const Vector* v = t[i];
          const Vector near_sum = Lanes::add(v[1], v[2]), near_difference = Lanes::sub(v[2], v[1]);
          const Vector far_sum = Lanes::add(v[3], v[4]), far_difference = Lanes::sub(v[3], v[4]);
          Lanes::store(out, plus(plus(scaled(1.0F / 4, v[0]), -1.0F / 6, near_sum), 1.0F / 24, far_sum));
          Lanes::store(out + channels, plus(scaled(1.0F / 6, near_difference), 1.0F / 12, far_difference));
          Lanes::store(out + 2 * channels, plus(plus(v[5], -1.0F / 6, near_sum), 1.0F / 6, far_sum));
        }
      }
    }
  }

  static constexpr GradientKernels table() {
    return {from_points, gradient_to_points, gradient_from_points, add_products, filter_from_points};
  }
};

}  // namespace jungle::winograd
