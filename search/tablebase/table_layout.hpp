#pragma once
// Where the value of a placement lies in a table file: the squares of each animal counted where it may stand,
// the last animal's running fastest, the first one's over columns a to d alone (mirror.hpp).
//
//   index = ((number0 * size1 + number1) * size2 + number2) * size3 + number3
//
// Placements with a square occupied twice have an index too. Thread rule: immutable.

#include <array>
#include <cstdint>
#include <span>

#include "core/square.hpp"
#include "search/tablebase/material.hpp"

namespace jungle::tablebase {

class TableLayout {
 public:
  explicit TableLayout(const Material& material);

  int animals() const { return animals_; }
  std::uint64_t placements() const { return placements_; }

  // Precondition: a square an animal, in the order of Material::pieces(), where it may stand; the first in
  // columns a to d.
  std::uint64_t index(std::span<const Square> squares) const {
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < squares.size(); ++i)
      at += std::uint64_t{animal_[i].number[static_cast<std::size_t>(jungle::index(squares[i]))]} *
            animal_[i].stride;
    return at;
  }

  // The other way; fills as many squares as there are animals. Precondition: at < placements().
  void squares(std::uint64_t at, std::span<Square> squares) const;

  // Where animal `i` may stand, in the order of the index.
  std::span<const std::uint8_t> squares_of(std::size_t i) const {
    return std::span(animal_[i].square).first(animal_[i].size);
  }

 private:
  struct OfAnimal {
    std::uint32_t stride = 0;
    std::uint8_t size = 0;
    std::array<std::uint8_t, kSquares> number{};  // of a square
    std::array<std::uint8_t, kSquares> square{};  // of a number
  };
  int animals_;
  std::uint64_t placements_ = 1;
  std::array<OfAnimal, kMaxAnimals> animal_;
};

}  // namespace jungle::tablebase
