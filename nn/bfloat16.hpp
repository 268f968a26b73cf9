#pragma once
// The upper half of a float32: 8 bits of exponent, 7 of fraction. A storage format only; arithmetic is done
// in float.

#include <bit>
#include <cstdint>

namespace jungle {

struct Bfloat16 {
  std::uint16_t bits = 0;
  constexpr bool operator==(const Bfloat16&) const = default;
};
static_assert(sizeof(Bfloat16) == 2);

// Rounds to nearest, ties to even. Precondition: finite.
constexpr Bfloat16 to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return {static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16 & 1)) >> 16)};
}
constexpr float to_float(Bfloat16 value) { return std::bit_cast<float>(std::uint32_t{value.bits} << 16); }

static_assert(to_bfloat16(1.0F).bits == 0x3f80 && to_float(to_bfloat16(-2.5F)) == -2.5F);
static_assert(to_float(to_bfloat16(1.00390625F)) == 1.0F &&
              to_float(to_bfloat16(1.01171875F)) == 1.015625F);  // ties

}  // namespace jungle
