#include "search/tablebase/solved_endings.hpp"

#include <utility>

#include "core/symmetry.hpp"
#include "core/util/check.hpp"

namespace jungle::tablebase {

void SolvedEndings::add(const Material& material, SolvedEnding ending) {
  JUNGLE_CHECK(material.is_canonical() && endings_[material.key()] == nullptr);
  endings_[material.key()] = std::make_unique<const SolvedEnding>(std::move(ending));
}

const SolvedEnding* SolvedEndings::find(const Material& material) const {
  JUNGLE_CHECK(material.is_canonical());
  return endings_[material.key()].get();
}

void fill_mirror_images(GridValues& values, int animals) {
  JUNGLE_CHECK(animals == 3);  // the most that others are built on
  for (int first = 0; first < kSquares; ++first) {
    const Square square = square_from_index(first);
    if (column(square) >= kColumns / 2) continue;
    const ValueCode* from = &values[static_cast<std::size_t>(first) * kBytesOfPage];
    ValueCode* to = &values[static_cast<std::size_t>(index(mirrored(square))) * kBytesOfPage];
    for (int second = 0; second < kSquares; ++second) {
      const int second_image = index(mirrored(square_from_index(second)));
      for (int third = 0; third < kSquares; ++third)
        to[second_image * 64 + index(mirrored(square_from_index(third)))] = from[second * 64 + third];
    }
  }
}

}  // namespace jungle::tablebase
