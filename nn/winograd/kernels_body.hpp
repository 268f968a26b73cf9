#pragma once
// The kernels of nn/winograd/kernels.hpp over vectors of `Lanes`. Included by one source file for each
// instruction set and compiled there with that set's options: so it calls no inline function of a header,
// which the linker might then take for the whole program, and everything here is a template over a type of
// the including file.

#include <cstddef>

#include "nn/winograd/kernels.hpp"

namespace jungle::winograd {

// Lanes: Vector, kWidth, load, store, broadcast, zero, add, sub, mul, fma(a, b, c) = a * b + c, and max(a,
// b), which is b when either is not a number.
template <typename Lanes>
struct Body {
  using Vector = typename Lanes::Vector;
  static constexpr std::size_t kWidth = Lanes::kWidth;

  // One group of kWidth channels of one board, with its border of zeros.
  struct Board {
    Vector squares[kPaddedSquares];
  };
  static constexpr std::size_t padded(std::size_t row, std::size_t column) {
    return (row + 1) * kPaddedColumns + column + 1;
  }

  static Vector scaled(float factor, Vector x) { return Lanes::mul(Lanes::broadcast(factor), x); }
  static Vector plus(Vector x, float factor, Vector y) { return Lanes::fma(Lanes::broadcast(factor), y, x); }

  static void clear(Board& board) {
    for (Vector& square : board.squares) square = Lanes::zero();
  }

  // Also starts loading the next position's image, which comes from afar in training.
  static void load_board(const float* image, std::size_t channels, Board& board) {
    for (std::size_t row = 0; row < kRows; ++row) {
      for (std::size_t column = 0; column < kColumns; ++column, image += channels) {
        __builtin_prefetch(image + kSquares * channels);
        board.squares[padded(row, column)] = Lanes::load(image);
      }
    }
  }

  // B^T d B of the board's tiles. `points` is at the position's first tile and the group's first channel.
  static void board_to_points(const Board& board, float* points, std::size_t row_stride,
                              std::size_t point_stride) {
    for (std::size_t down = 0; down < kTilesDown; ++down) {
      Vector t[kPointRows][kPaddedColumns];
      for (std::size_t column = 0; column < kPaddedColumns; ++column) {
        const Vector* x = &board.squares[down * kTileRows * kPaddedColumns + column];
        const Vector x1 = x[kPaddedColumns], x2 = x[2 * kPaddedColumns], x3 = x[3 * kPaddedColumns];
        const Vector d = Lanes::sub(x3, x1);
        const Vector two = Lanes::broadcast(2.0F);
        t[0][column] = Lanes::fma(two, Lanes::sub(x[0], x2), d);
        t[1][column] = Lanes::fma(Lanes::broadcast(-2.0F), x1, Lanes::sub(x3, x2));
        t[2][column] = Lanes::fma(two, x1, Lanes::fma(Lanes::broadcast(-3.0F), x2, x3));
        t[3][column] = d;
        t[4][column] = Lanes::fma(Lanes::broadcast(-2.0F), d, Lanes::sub(x[4 * kPaddedColumns], x2));
      }
      for (std::size_t across = 0; across < kTilesAcross; ++across) {
        float* out = points + (down * kTilesAcross + across) * row_stride;
        for (std::size_t i = 0; i < kPointRows; ++i) {
          const Vector* x = &t[i][across * kTileColumns];
          const Vector minus_four = Lanes::broadcast(-4.0F);
          const Vector even = Lanes::fma(minus_four, x[2], x[4]);
          const Vector odd = Lanes::fma(minus_four, x[1], x[3]);
          const Vector far_even = Lanes::sub(x[4], x[2]);
          const Vector far_odd = Lanes::sub(x[3], x[1]);
          const Vector y0 = Lanes::fma(Lanes::broadcast(4.0F), Lanes::sub(x[0], x[2]), far_even);
          const Vector y5 = Lanes::fma(minus_four, far_odd, Lanes::sub(x[5], x[3]));
          Lanes::store(out, y0);
          Lanes::store(out + point_stride, Lanes::add(even, odd));
          Lanes::store(out + 2 * point_stride, Lanes::sub(even, odd));
          Lanes::store(out + 3 * point_stride, Lanes::fma(Lanes::broadcast(2.0F), far_odd, far_even));
          Lanes::store(out + 4 * point_stride, Lanes::fma(Lanes::broadcast(-2.0F), far_odd, far_even));
          Lanes::store(out + 5 * point_stride, y5);
          out += kPointColumns * point_stride;
        }
      }
    }
  }

  // A^T m A of all tiles; squares beyond the last column are left alone.
  static void points_to_board(const float* points, std::size_t row_stride, std::size_t point_stride,
                              Board& board) {
    for (std::size_t tile = 0; tile < kTiles; ++tile) {
      const float* in = points + tile * row_stride;
      Vector t[kTileRows][kPointColumns];
      for (std::size_t j = 0; j < kPointColumns; ++j) {
        const float* m = in + j * point_stride;
        const std::size_t step = kPointColumns * point_stride;
        const Vector m1 = Lanes::load(m + step), m2 = Lanes::load(m + 2 * step);
        const Vector m3 = Lanes::load(m + 3 * step);
        const Vector sum = Lanes::add(m1, m2);
        t[0][j] = Lanes::add(Lanes::add(Lanes::load(m), sum), m3);
        t[1][j] = Lanes::fma(Lanes::broadcast(2.0F), m3, Lanes::sub(m1, m2));
        t[2][j] = Lanes::fma(Lanes::broadcast(4.0F), m3, Lanes::add(sum, Lanes::load(m + 4 * step)));
      }
      const std::size_t across = tile % kTilesAcross;
      Vector* out = &board.squares[padded(tile / kTilesAcross * kTileRows, across * kTileColumns)];
      for (std::size_t i = 0; i < kTileRows; ++i, out += kPaddedColumns) {
        const Vector s1 = Lanes::add(t[i][1], t[i][2]), d1 = Lanes::sub(t[i][1], t[i][2]);
        const Vector s2 = Lanes::add(t[i][3], t[i][4]), d2 = Lanes::sub(t[i][3], t[i][4]);
        out[0] = Lanes::add(Lanes::add(t[i][0], s1), s2);
        out[1] = Lanes::fma(Lanes::broadcast(2.0F), d2, d1);
        out[2] = Lanes::fma(Lanes::broadcast(4.0F), s2, s1);
        if (across == 0) out[3] = Lanes::add(Lanes::fma(Lanes::broadcast(8.0F), d2, d1), t[i][5]);
      }
    }
  }

  static void to_points(const float* images, std::size_t positions, std::size_t channels, float* points) {
    const std::size_t stride = point_stride(positions * kTiles, channels);
    Board board;
    clear(board);
    for (std::size_t position = 0; position < positions; ++position) {
      for (std::size_t channel = 0; channel < channels; channel += kWidth) {
        load_board(images + position * kSquares * channels + channel, channels, board);
        board_to_points(board, points + position * kTiles * channels + channel, channels, stride);
      }
    }
  }

  static void finish(Board& board, const LayerEnd& end, std::size_t offset, std::size_t channel,
                     std::size_t channels) {
    const Vector bias = Lanes::load(end.bias + channel);
    const float* residual = end.residual == nullptr ? nullptr : end.residual + offset;
    float* image = end.image == nullptr ? nullptr : end.image + offset;
    for (std::size_t row = 0; row < kRows; ++row) {
      for (std::size_t column = 0; column < kColumns; ++column) {
        Vector& square = board.squares[padded(row, column)];
        Vector sum = Lanes::add(square, bias);
        if (residual != nullptr) {
          sum = Lanes::add(sum, Lanes::load(residual));
          residual += channels;
        }
        square = Lanes::max(Lanes::zero(), sum);  // the second operand where it is not a number: it must show
        if (image != nullptr) {
          Lanes::store(image, square);
          image += channels;
        }
      }
    }
  }

  static void next_layer(float* points, std::size_t positions, std::size_t channels, const LayerEnd& end,
                         bool last) {
    const std::size_t stride = point_stride(positions * kTiles, channels);
    Board board;
    clear(board);
    for (std::size_t position = 0; position < positions; ++position) {
      for (std::size_t channel = 0; channel < channels; channel += kWidth) {
        float* mine = points + position * kTiles * channels + channel;
        points_to_board(mine, channels, stride, board);
        finish(board, end, position * kSquares * channels + channel, channel, channels);
        if (!last) board_to_points(board, mine, channels, stride);
      }
    }
  }

  // out[r][...] for kRowsAtOnce rows and kVectors vectors of columns, all of `in` read before `out` is
  // written.
  template <std::size_t kRowsAtOnce, std::size_t kVectors>
  static inline void product(const float* in, std::size_t channels, const float* weights,
                             Vector (&sums)[kRowsAtOnce][kVectors]) {
    for (std::size_t k = 0; k < channels; ++k, weights += kVectors * kWidth) {
      Vector w[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) w[v] = Lanes::load(weights + v * kWidth);
      for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
        const Vector a = Lanes::broadcast(in[r * channels + k]);
        for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = Lanes::fma(a, w[v], sums[r][v]);
      }
    }
  }

  // A whole matrix whose columns are one panel of kVectors vectors: in place.
  template <std::size_t kRowsAtOnce, std::size_t kVectors>
  static std::size_t one_panel(float* matrix, std::size_t rows, std::size_t channels, const float* weights) {
    std::size_t row = 0;
    for (; row + kRowsAtOnce <= rows; row += kRowsAtOnce) {
      Vector sums[kRowsAtOnce][kVectors];
      for (auto& of_row : sums)
        for (Vector& sum : of_row) sum = Lanes::zero();
      float* at = matrix + row * channels;
      product<kRowsAtOnce, kVectors>(at, channels, weights, sums);
      for (std::size_t r = 0; r < kRowsAtOnce; ++r)
        for (std::size_t v = 0; v < kVectors; ++v) Lanes::store(at + r * channels + v * kWidth, sums[r][v]);
    }
    return row;
  }

  // kTiles rows from a copy, so that the panels may write over the matrix one after the other.
  template <std::size_t kVectors>
  static const float* panel_of_rows(const float* copy, std::size_t channels, const float* weights,
                                    float* out) {
    Vector sums[kTiles][kVectors];
    for (auto& of_row : sums)
      for (Vector& sum : of_row) sum = Lanes::zero();
    product<kTiles, kVectors>(copy, channels, weights, sums);
    for (std::size_t r = 0; r < kTiles; ++r)
      for (std::size_t v = 0; v < kVectors; ++v) Lanes::store(out + r * channels + v * kWidth, sums[r][v]);
    return weights + channels * kVectors * kWidth;
  }

  static constexpr std::size_t kPanelVectors = Lanes::kPanelVectors;

  static void many_panels(float* matrix, std::size_t rows, std::size_t channels, const float* weights) {
    alignas(64) float copy[kTiles * kMostChannels];
    for (std::size_t row = 0; row < rows; row += kTiles) {
      float* at = matrix + row * channels;
      for (std::size_t i = 0; i < kTiles * channels; i += kWidth) Lanes::store(copy + i, Lanes::load(at + i));
      const float* panel = weights;
      std::size_t left = channels / kWidth;
      float* out = at;
      for (; left >= kPanelVectors; left -= kPanelVectors, out += kPanelVectors * kWidth)
        panel = panel_of_rows<kPanelVectors>(copy, channels, panel, out);
      if (left == 3) panel_of_rows<3>(copy, channels, panel, out);
      if (left == 2) panel_of_rows<2>(copy, channels, panel, out);
      if (left == 1) panel_of_rows<1>(copy, channels, panel, out);
    }
  }

  static void multiply_points(float* points, std::size_t rows, std::size_t channels, const float* weights) {
    const std::size_t stride = point_stride(rows, channels);
    for (std::size_t point = 0; point < kPoints;
         ++point, points += stride, weights += filter_stride(channels)) {
      if (channels == 4 * kWidth && kPanelVectors == 4) {
        one_panel<6, 4>(points, rows, channels, weights);
      } else if (channels == 2 * kWidth) {
        constexpr std::size_t kTall = kPanelVectors == 4 ? 12 : 6;
        const std::size_t done = one_panel<kTall, 2>(points, rows, channels, weights);
        one_panel<6, 2>(points + done * channels, rows - done, channels, weights);
      } else {
        many_panels(points, rows, channels, weights);
      }
    }
  }

  template <std::size_t kRowsAtOnce>
  static void dense_rows(const float* in, std::size_t channels, const float* weights, const float* bias,
                         float* out, std::size_t out_stride) {
    Vector sums[kRowsAtOnce][1];
    for (auto& of_row : sums) of_row[0] = Lanes::load(bias);
    product<kRowsAtOnce, 1>(in, channels, weights, sums);
    for (std::size_t r = 0; r < kRowsAtOnce; ++r)
      Lanes::store(out + r * out_stride, Lanes::max(Lanes::zero(), sums[r][0]));
  }

  static void dense(const float* in, std::size_t rows, std::size_t channels, const float* weights,
                    std::size_t columns, const float* bias, float* out, std::size_t out_stride) {
    for (std::size_t column = 0; column < columns; column += kWidth, weights += channels * kWidth) {
      std::size_t row = 0;
      for (; row + 8 <= rows; row += 8)
        dense_rows<8>(in + row * channels, channels, weights, bias + column, out + row * out_stride + column,
                      out_stride);
      for (; row < rows; ++row)
        dense_rows<1>(in + row * channels, channels, weights, bias + column, out + row * out_stride + column,
                      out_stride);
    }
  }

  // G g G^T for rows of [row][tap][column], packed for multiply_points().
  static void filter_to_points(const float* filter, std::size_t channels, float* packed) {
    constexpr std::size_t kPanel = kPanelVectors * kWidth;
    for (std::size_t row = 0; row < channels; ++row) {
      for (std::size_t column = 0; column < channels; column += kWidth) {
        const float* g = filter + row * kTaps * channels + column;
        Vector t[kPointRows][3];
        for (std::size_t j = 0; j < 3; ++j) {
          const Vector g0 = Lanes::load(g + j * channels), g1 = Lanes::load(g + (3 + j) * channels);
          const Vector g2 = Lanes::load(g + (6 + j) * channels);
          const Vector sum = Lanes::add(g0, g2);
          t[0][j] = scaled(1.0F / 2, g0);
          t[1][j] = scaled(-1.0F / 2, Lanes::add(sum, g1));
          t[2][j] = scaled(-1.0F / 6, Lanes::sub(sum, g1));
          t[3][j] = scaled(1.0F / 6, plus(plus(g0, 2, g1), 4, g2));
          t[4][j] = g2;
        }
        const std::size_t panel = column / kPanel * kPanel;
        const std::size_t panel_width = channels - panel < kPanel ? channels - panel : kPanel;
        float* out = packed + panel * channels + row * panel_width + (column - panel);
        for (std::size_t i = 0; i < kPointRows; ++i) {
          const Vector g0 = t[i][0], g1 = t[i][1], g2 = t[i][2];
          const Vector sum = Lanes::add(g0, g2), far_sum = plus(g0, 4, g2), twice = scaled(2, g1);
          const Vector points[kPointColumns] = {scaled(1.0F / 4, g0),
                                                scaled(-1.0F / 6, Lanes::add(sum, g1)),
                                                scaled(-1.0F / 6, Lanes::sub(sum, g1)),
                                                scaled(1.0F / 24, Lanes::add(far_sum, twice)),
                                                scaled(1.0F / 24, Lanes::sub(far_sum, twice)),
                                                g2};
          for (const Vector& point : points) {
            Lanes::store(out, point);
            out += filter_stride(channels);
          }
        }
      }
    }
  }

  static constexpr Kernels table(const char* name, const GradientKernels& gradient) {
    return {.name = name,
            .to_points = to_points,
            .next_layer = next_layer,
            .multiply_points = multiply_points,
            .dense = dense,
            .filter_to_points = filter_to_points,
            .panel = kPanelVectors * kWidth,
            .width = kWidth,
            .gradient = gradient};
  }
};

}  // namespace jungle::winograd
