#include "nn/sparse_stem.hpp"

#include <algorithm>

#include "nn/winograd/tiles.hpp"

namespace jungle {
namespace {

using winograd::kTaps;

constexpr int kReach = 1;

// into += factor * from
void accumulate(const float* from, float factor, std::size_t size, float* into) {
  for (std::size_t i = 0; i < size; ++i) into[i] += factor * from[i];
}

// Calls body(tap, square) for the squares that a plane's square adds to.
template <typename Body>
void for_each_tap(int square, const Body& body) {
  const int row = square / kColumns;
  const int column = square % kColumns;
  for (int down = -kReach; down <= kReach; ++down) {
    for (int right = -kReach; right <= kReach; ++right) {
      const int to_row = row + down;
      const int to_column = column + right;
      if (to_row < 0 || to_row >= kRows || to_column < 0 || to_column >= kColumns) continue;
      // The output at (row + down) sees this square through the weight at (1 - down).
      const int tap = (kReach - down) * 3 + (kReach - right);
      body(static_cast<std::size_t>(tap), to_row * kColumns + to_column);
    }
  }
}

}  // namespace

SparseStem::SparseStem(const FoldedConvolution& stem, std::size_t channels)
    : channels_(channels),
      image_size_(kSquares * channels),
      animals_(kAnimalPlanes * kTaps * channels),
      board_(image_size_),
      maps_(kConstantPlanes * image_size_) {
  const auto out = static_cast<std::size_t>(stem.out);
  const auto weight = [&stem](std::size_t channel, std::size_t plane, std::size_t tap) {
    return stem.weights[(channel * kPlanes + plane) * kTaps + tap];
  };
  for (std::size_t square = 0; square < kSquares; ++square)
    std::ranges::copy(stem.bias, &board_.data()[square * channels]);
  for (std::size_t channel = 0; channel < out; ++channel) {
    for (std::size_t plane = 0; plane < kAnimalPlanes; ++plane)
      for (std::size_t tap = 0; tap < kTaps; ++tap)
        animals_.data()[(plane * kTaps + tap) * channels + channel] = weight(channel, plane, tap);
    for (int square = 0; square < kSquares; ++square) {
      const std::span<const float> board = board_planes(square);
      for_each_tap(square, [&](std::size_t tap, int to) {
        const std::size_t at = static_cast<std::size_t>(to) * channels + channel;
        for (std::size_t plane = 0; plane < kBoardPlanes; ++plane)
          board_.data()[at] += board[plane] * weight(channel, kAnimalPlanes + plane, tap);
        for (std::size_t plane = 0; plane < kConstantPlanes; ++plane)
          maps_.data()[plane * image_size_ + at] +=
              weight(channel, kAnimalPlanes + kBoardPlanes + plane, tap);
      });
    }
  }
}

const float* SparseStem::base(std::span<const float> rules) {
  for (const Base& known : bases_)
    if (std::ranges::equal(known.rules, rules)) return known.image.data();
  if (bases_.size() < kMostBases) bases_.push_back({.rules = {}, .image = AlignedFloats(image_size_)});
  Base& base = bases_[next_base_++ % kMostBases];
  std::ranges::copy(rules, base.rules.begin());
  std::ranges::copy(board_.span(), base.image.data());
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i] != 0) accumulate(map(kStatePlanes + i), rules[i], image_size_, base.image.data());
  return base.image.data();
}

void SparseStem::write(const SparsePlanes& planes, float* image) {
  const std::span<const float> constants(planes.constants);
  std::copy_n(base(constants.subspan(kStatePlanes)), image_size_, image);
  for (std::size_t i = 0; i < kStatePlanes; ++i)
    if (constants[i] != 0) accumulate(map(i), constants[i], image_size_, image);
  for (const SparsePlanes::Animal& animal : planes.animals()) {
    const float* taps = &animals_.data()[std::size_t{animal.plane} * kTaps * channels_];
    for_each_tap(animal.square, [&](std::size_t tap, int to) {
      accumulate(taps + tap * channels_, 1, channels_, image + static_cast<std::size_t>(to) * channels_);
    });
  }
  // "Not below" keeps what is not a number: it must show.
  for (std::size_t i = 0; i < image_size_; ++i) image[i] = image[i] < 0 ? 0 : image[i];
}

}  // namespace jungle
