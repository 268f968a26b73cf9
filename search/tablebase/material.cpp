#include "search/tablebase/material.hpp"

#include <bit>

#include "core/notation.hpp"

namespace jungle::tablebase {
namespace {

std::size_t slot(Side side) { return static_cast<std::size_t>(index(side)); }
std::uint8_t bit(Animal animal) { return static_cast<std::uint8_t>(1U << index(animal)); }

}  // namespace

int Material::count(Side side) const { return std::popcount(animals[slot(side)]); }

bool Material::has(Piece piece) const { return (animals[slot(piece.side)] & bit(piece.animal)) != 0; }

Material Material::without(Piece piece) const {
  Material rest = *this;
  rest.animals[slot(piece.side)] &= static_cast<std::uint8_t>(~bit(piece.animal));
  return rest;
}

bool Material::is_canonical() const {
  const int red = count(Side::kRed), blue = count(Side::kBlue);
  return red != blue ? red > blue : animals[0] >= animals[1];
}

std::vector<Piece> Material::pieces() const {
  std::vector<Piece> pieces;
  for (Side side : kSides)
    for (auto animal = kAllAnimals.rbegin(); animal != kAllAnimals.rend(); ++animal)
      if (has({side, *animal})) pieces.push_back({side, *animal});
  return pieces;
}

std::string Material::name() const {
  std::string name;
  for (const Piece& piece : pieces()) {
    if (piece.side == Side::kBlue && name.find('-') == name.npos) name += '-';
    name += to_char(piece);
  }
  return name;
}

Material material_of(const Position& position) {
  Material material;
  for (Side side : kSides)
    for (Animal animal : kAllAnimals)
      if (position.animal(side, animal).any()) material.animals[slot(side)] |= bit(animal);
  return material;
}

std::vector<Material> canonical_materials(int animals) {
  std::vector<Material> materials;
  constexpr int kSets = 1 << kAnimals;
  for (int red = 1; red < kSets; ++red) {
    for (int blue = 1; blue < kSets; ++blue) {
      const Material material{{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(blue)}};
      if (material.count() == animals && material.is_canonical()) materials.push_back(material);
    }
  }
  return materials;
}

}  // namespace jungle::tablebase
