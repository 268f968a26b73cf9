#pragma once
// A fixed number of floats, zero at first, aligned to a cache line (and to the widest vector).

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace jungle {

class AlignedFloats {
 public:
  static constexpr std::size_t kAlignment = 64;

  AlignedFloats() = default;
  explicit AlignedFloats(std::size_t size)
      : data_(new (std::align_val_t{kAlignment}) float[size]()), size_(size) {}

  float* data() { return data_.get(); }
  const float* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::span<float> span() { return {data_.get(), size_}; }
  std::span<const float> span() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(float* floats) const { ::operator delete[](floats, std::align_val_t{kAlignment}); }
  };
  std::unique_ptr<float[], Free> data_;
  std::size_t size_ = 0;
};

}  // namespace jungle
