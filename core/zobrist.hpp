#pragma once
// Zobrist keys, made at compile time from a fixed seed: the same in every build, so keys may be stored in
// files.

#include <array>
#include <cstdint>

#include "core/piece.hpp"
#include "core/square.hpp"
#include "core/util/random.hpp"

namespace jungle::zobrist {

struct Keys {
  std::array<std::array<std::array<std::uint64_t, kSquares>, kAnimals>, 2> piece{};
  std::uint64_t blue_to_move = 0;
};

constexpr Keys make_keys() {
  Keys keys;
  std::uint64_t state = 0x4a756e676c65ULL;
  for (auto& side : keys.piece)
    for (auto& animal : side)
      for (auto& key : animal) key = splitmix64(state);
  keys.blue_to_move = splitmix64(state);
  return keys;
}
inline constexpr Keys kKeys = make_keys();

constexpr std::uint64_t piece(Side side, Animal animal, Square square) {
  return kKeys.piece[static_cast<std::size_t>(index(side))][static_cast<std::size_t>(index(animal))]
                    [static_cast<std::size_t>(index(square))];
}

}  // namespace jungle::zobrist
