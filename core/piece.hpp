#pragma once
// Sides and animals. A side has at most one of each animal, so a piece is named by the two.

#include <array>
#include <cstdint>

namespace jungle {

enum class Side : std::uint8_t { kRed, kBlue };  // Red plays upward from row 1, Blue downward from row 9
inline constexpr std::array<Side, 2> kSides = {Side::kRed, Side::kBlue};

constexpr int index(Side side) { return static_cast<int>(side); }
constexpr Side operator!(Side side) { return side == Side::kRed ? Side::kBlue : Side::kRed; }

// In the order of rank when the wolf outranks the dog; RuleSet::rank() gives the rank in force.
enum class Animal : std::uint8_t { kRat, kCat, kDog, kWolf, kLeopard, kTiger, kLion, kElephant };
inline constexpr int kAnimals = 8;
inline constexpr std::array<Animal, kAnimals> kAllAnimals = {Animal::kRat,  Animal::kCat,     Animal::kDog,
                                                             Animal::kWolf, Animal::kLeopard, Animal::kTiger,
                                                             Animal::kLion, Animal::kElephant};

constexpr int index(Animal animal) { return static_cast<int>(animal); }

struct Piece {
  Side side;
  Animal animal;
  constexpr bool operator==(const Piece&) const = default;
};

}  // namespace jungle
