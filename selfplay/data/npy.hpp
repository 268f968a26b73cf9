#pragma once
// One array in NumPy's .npy form, version 1.0
// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html): a magic string, a header that is
// a Python dictionary, the elements in C order. Little-endian only, as everything this program writes.

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

static_assert(std::endian::native == std::endian::little);

template <typename T>
struct NpyType;  // kText: NumPy's name of the element type
template <>
struct NpyType<std::uint8_t> {
  static constexpr std::string_view kText = "|u1";
};
template <>
struct NpyType<std::int8_t> {
  static constexpr std::string_view kText = "|i1";
};
template <>
struct NpyType<std::uint16_t> {
  static constexpr std::string_view kText = "<u2";
};
template <>
struct NpyType<std::uint32_t> {
  static constexpr std::string_view kText = "<u4";
};
template <>
struct NpyType<std::uint64_t> {
  static constexpr std::string_view kText = "<u8";
};
template <>
struct NpyType<float> {
  static constexpr std::string_view kText = "<f4";
};

// The bytes before the elements.
std::string npy_header(std::string_view type, const std::vector<std::uint64_t>& shape);

struct NpyArray {
  std::string_view type;
  std::vector<std::uint64_t> shape;
  std::string_view elements;  // a view into the bytes parsed
};
// Refuses other versions, Fortran order, malformed headers. That `elements` has the size the type and shape
// ask for is the caller's check.
Result<NpyArray> parse_npy(std::string_view bytes);

}  // namespace jungle
