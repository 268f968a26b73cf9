#include "nn/winograd_tower.hpp"

#include <algorithm>

namespace jungle {
namespace {

using namespace winograd;

std::size_t padded(int channels) {
  return (static_cast<std::size_t>(channels) + kChannelGroup - 1) / kChannelGroup * kChannelGroup;
}

int chunk_that_fits_the_cache(std::size_t channels) {
  constexpr std::size_t kCacheBytes = 512 << 10;  // of the points, beside a layer's weights
  const std::size_t bytes_per_position = kPoints * kTiles * channels * sizeof(float);
  return static_cast<int>(std::clamp<std::size_t>(kCacheBytes / bytes_per_position, 1, 16));
}

}  // namespace

WinogradTower::WinogradTower(const FoldedNet& net, const Kernels& kernels)
    : kernels_(kernels),
      channels_(padded(net.config.channels)),
      largest_chunk_(chunk_that_fits_the_cache(channels_)),
      stem_(net.tower.front(), channels_),
      policy_(make_dense(net.head, 0, net.config.channels)),
      value_(make_dense(net.head, net.config.channels, net.config.value_channels)),
      planes_(static_cast<std::size_t>(largest_chunk_)) {
  for (std::size_t i = 1; i < net.tower.size(); ++i) layers_.push_back(make_layer(net.tower[i]));
  const auto chunk = static_cast<std::size_t>(largest_chunk_);
  images_ = AlignedFloats(chunk * kSquares * channels_);
  points_ = AlignedFloats(kPoints * point_stride(chunk * kTiles, channels_));
  policy_rows_ = AlignedFloats(2 * chunk * kAnimals * channels_);
  features_ = AlignedFloats(chunk * kSquares * layout().row);
}

WinogradTower::Layer WinogradTower::make_layer(const FoldedConvolution& convolution) const {
  Layer layer{AlignedFloats(kPoints * filter_stride(channels_)), AlignedFloats(channels_)};
  std::ranges::copy(convolution.bias, layer.bias.data());
  AlignedFloats filter(channels_ * kTaps * channels_);  // [in][tap][out]
  const float* weight = convolution.weights.data();
  for (std::size_t out = 0; out < static_cast<std::size_t>(convolution.out); ++out)
    for (std::size_t in = 0; in < static_cast<std::size_t>(convolution.in); ++in)
      for (std::size_t tap = 0; tap < kTaps; ++tap)
        filter.data()[(in * kTaps + tap) * channels_ + out] = *weight++;
  kernels_.filter_to_points(filter.data(), channels_, layer.weights.data());
  return layer;
}

// A 1 x 1 convolution's channels [first, first + count).
WinogradTower::Dense WinogradTower::make_dense(const FoldedConvolution& convolution, int first,
                                               int count) const {
  const std::size_t columns = padded(count);
  Dense dense{columns, AlignedFloats(channels_ * columns), AlignedFloats(columns)};
  AlignedFloats matrix(channels_ * columns);
  for (std::size_t column = 0; column < static_cast<std::size_t>(count); ++column) {
    const std::size_t out = static_cast<std::size_t>(first) + column;
    dense.bias.data()[column] = convolution.bias[out];
    for (std::size_t in = 0; in < static_cast<std::size_t>(convolution.in); ++in)
      matrix.data()[in * columns + column] =
          convolution.weights[out * static_cast<std::size_t>(convolution.in) + in];
  }
  pack(matrix.data(), channels_, columns, kernels_.width, dense.weights.data());
  return dense;
}

int WinogradTower::next_chunk(int waiting) const { return std::min(waiting, largest_chunk_); }

FeatureLayout WinogradTower::layout() const {
  return {.row = policy_.columns + value_.columns, .value = policy_.columns};
}

std::string WinogradTower::description() const { return std::string("winograd, float32, ") + kernels_.name; }

void WinogradTower::encode(std::span<const EvalRequest> chunk) {
  for (std::size_t i = 0; i < chunk.size(); ++i) planes_[i] = encode_sparse(chunk[i]);
}

std::span<const float> WinogradTower::forward(std::span<const EvalRequest> chunk) {
  const std::size_t positions = chunk.size();
  float* images = images_.data();
  for (std::size_t i = 0; i < positions; ++i) stem_.write(planes_[i], images + i * kSquares * channels_);
  kernels_.to_points(images, positions, channels_, points_.data());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    kernels_.multiply_points(points_.data(), positions * kTiles, channels_, layer.weights.data());
    const bool ends_block = i % 2 == 1;
    kernels_.next_layer(points_.data(), positions, channels_,
                        {.bias = layer.bias.data(),
                         .residual = ends_block ? images : nullptr,
                         .image = ends_block ? images : nullptr},
                        i + 1 == layers_.size());
  }
  kernels_.dense(images, positions * kSquares, channels_, value_.weights.data(), value_.columns,
                 value_.bias.data(), features_.data() + layout().value, layout().row);
  read_policy_features(positions);
  return features_.span().first(positions * kSquares * layout().row);
}

// Only where the side to move has animals.
void WinogradTower::read_policy_features(std::size_t positions) {
  float* const rows = policy_rows_.data();
  std::size_t count = 0;
  const auto for_each_mover = [&](const auto& body) {
    for (std::size_t i = 0; i < positions; ++i)
      for (const SparsePlanes::Animal& animal : planes_[i].animals())
        if (animal.plane < kAnimals) body(i * kSquares + animal.square);
  };
  for_each_mover([&](std::size_t square) {
    std::copy_n(images_.data() + square * channels_, channels_, rows + count++ * channels_);
  });
  float* const features = rows + count * channels_;
  kernels_.dense(rows, count, channels_, policy_.weights.data(), policy_.columns, policy_.bias.data(),
                 features, policy_.columns);
  count = 0;
  for_each_mover([&](std::size_t square) {
    std::copy_n(features + count++ * policy_.columns, policy_.columns,
                features_.data() + square * layout().row);
  });
}

}  // namespace jungle
