#pragma once
// The inner loops of a net's tower, once for each instruction set. Plain pointers and sizes: see
// nn/winograd_tower.hpp for what they belong to.
//
// Channels are padded to a multiple of kChannelGroup with zeros. Images are [square][channel]. "Points" are
// images after Winograd's input transform: [point][position * kTiles + tile][channel], with
// point_stride(rows, channels) floats from one point to the next.
//
// A position's numbers depend on nothing but its own: every sum has a fixed order, whatever the number of
// positions. Pointers are aligned to 64 bytes. Thread rule: pure functions.

#include <cstddef>

#include "nn/winograd/tiles.hpp"

namespace jungle::winograd {

inline constexpr std::size_t kChannelGroup = 16;
inline constexpr std::size_t kMostChannels = 512;  // NetConfig's limit

// The extra floats keep the points from sharing the same sets of the caches.
// Always inline: what is compiled for one instruction set must not serve the whole program.
[[gnu::always_inline]] constexpr std::size_t point_stride(std::size_t rows, std::size_t channels) {
  return rows * channels + kChannelGroup;
}

// Floats from one point of a filter to the next, likewise.
[[gnu::always_inline]] constexpr std::size_t filter_stride(std::size_t channels) {
  return channels * channels + kChannelGroup;
}

// What becomes of a layer's outputs.
struct LayerEnd {
  const float* bias = nullptr;      // [channel]
  const float* residual = nullptr;  // image to add before the ReLU; null: none
  float* image = nullptr;           // where the image goes; null: nowhere. May be `residual`.
};

// For training: the transforms' adjoints. "Filters" are [row][tap][column], channels times channels.
struct GradientKernels {
  // points -> images.
  void (*from_points)(const float* points, std::size_t positions, std::size_t channels, float* images);
  // Gradients by the images that from_points() wrote -> gradients by its points.
  void (*gradient_to_points)(const float* gradients, std::size_t positions, std::size_t channels,
                             float* points);
  // Gradients by the points that to_points() wrote -> gradients by its images.
  void (*gradient_from_points)(const float* points, std::size_t positions, std::size_t channels,
                               float* gradients);
  // sums[point][l][r] += left[point][row][l] * right[point][row][r], over all rows.
  void (*add_products)(const float* left, const float* right, std::size_t rows, std::size_t channels,
                       float* sums);
  // The gradient by a filter from the gradients by its points, [point][row][column], not packed.
  void (*filter_from_points)(const float* sums, std::size_t channels, float* filter);
};

struct Kernels {
  const char* name;  // "avx512", "avx2"

  // images -> points.
  void (*to_points)(const float* images, std::size_t positions, std::size_t channels, float* points);
  // points -> relu(image + bias + residual), and the points of that in their place unless `last`.
  void (*next_layer)(float* points, std::size_t positions, std::size_t channels, const LayerEnd& end,
                     bool last);
  // Each of the kPoints matrices [rows][channels] times its own [channels][channels], in place. `weights` as
  // filter_to_points() lays them out; `rows` is a multiple of kTiles.
  void (*multiply_points)(float* points, std::size_t rows, std::size_t channels, const float* weights);
  // out[rows][columns] = relu(in[rows][channels] * weights + bias); both columns and channels are padded,
  // rows of `out` are out_stride apart.
  void (*dense)(const float* in, std::size_t rows, std::size_t channels, const float* weights,
                std::size_t columns, const float* bias, float* out, std::size_t out_stride);

  // A filter [channel in][tap][channel out] as multiply_points() wants it: the points of each pair of
  // channels, point after point packed by pack() in panels of `panel` columns.
  void (*filter_to_points)(const float* filter, std::size_t channels, float* packed);
  // pack() with `panel` columns for multiply_points(), with `width` for dense().
  std::size_t panel;
  std::size_t width;

  GradientKernels gradient;
};

// The best set that this processor has and that ONEDNN_MAX_CPU_ISA does not rule out.
const Kernels& best_kernels();
const Kernels& avx2_kernels();
const Kernels& avx512_kernels();  // precondition: the processor has them

// [channels][columns] to panels of `panel` columns, each [channels][panel]; a last one may be narrower.
void pack(const float* matrix, std::size_t channels, std::size_t columns, std::size_t panel, float* packed);

}  // namespace jungle::winograd
