#pragma once
// Which animals are on the board, and which of the materials alike has the table.
//
// The side swap (core/symmetry.hpp) makes the same ending of "Red has E, Blue has r and c" and "Red has R and
// C, Blue has e". One of the two is canonical and has a table file; Red has the more animals there, or the
// larger set.
//
//   Material material = material_of(position);          // "E-rc"
//   material.canonical();                               // "RC-e": read with sides swapped
//   for (const Material& each : canonical_materials(3)) ...

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/piece.hpp"
#include "core/position.hpp"

namespace jungle::tablebase {

inline constexpr int kMaxAnimals = 4;  // both sides together

struct Material {
  std::array<std::uint8_t, 2> animals{};  // per side: bit i is the animal of index i

  int count(Side side) const;
  int count() const { return count(Side::kRed) + count(Side::kBlue); }
  bool has(Piece piece) const;
  Material without(Piece piece) const;
  Material side_swapped() const { return {{animals[1], animals[0]}}; }
  bool is_canonical() const;
  Material canonical() const { return is_canonical() ? *this : side_swapped(); }
  // The side swap maps the material to itself: Blue to move is Red to move of another placement.
  bool is_symmetric() const { return animals[0] == animals[1]; }

  // For tables by material.
  static constexpr std::size_t kKeys = std::size_t{1} << 2 * kAnimals;
  std::size_t key() const { return std::size_t{animals[0]} << kAnimals | animals[1]; }

  // Red's from the strongest down, then Blue's: the order of squares in a table.
  std::vector<Piece> pieces() const;
  std::string name() const;  // "RC-e"; of files, too

  bool operator==(const Material&) const = default;
};

Material material_of(const Position& position);

// All canonical materials of so many animals, at least one a side, in a fixed order.
std::vector<Material> canonical_materials(int animals);

}  // namespace jungle::tablebase
