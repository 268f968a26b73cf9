#pragma once
// The endings with fewer animals, in memory, for captures to lead into.
//
// Memory: 8 KiB a material of two animals, 0.5 MiB of three. Thread rule: compatible; add() is called between
// the parallel parts, or for different materials at once.

#include <array>
#include <memory>
#include <vector>

#include "search/tablebase/grid.hpp"
#include "search/tablebase/material.hpp"

namespace jungle::tablebase {

// All placements of a material, of both sides to move, mirror images included.
struct SolvedEnding {
  std::array<GridValues, 2> values;  // by side to move; of squares occupied twice: anything
};

class SolvedEndings {
 public:
  // Precondition: canonical, not there yet.
  void add(const Material& material, SolvedEnding ending);
  // Null when it is not there. Precondition: canonical.
  const SolvedEnding* find(const Material& material) const;

 private:
  std::vector<std::unique_ptr<const SolvedEnding>> endings_ =
      std::vector<std::unique_ptr<const SolvedEnding>>(Material::kKeys);
};

// Copies the pages with the first animal in columns a to c to their mirror images. Precondition: three
// animals.
void fill_mirror_images(GridValues& values, int animals);

}  // namespace jungle::tablebase
