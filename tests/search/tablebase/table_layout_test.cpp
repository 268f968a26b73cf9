#include "search/tablebase/table_layout.hpp"

#include <gtest/gtest.h>

#include "core/util/random.hpp"
#include "search/tablebase/board_moves.hpp"
#include "search/tablebase/mirror.hpp"

namespace jungle::tablebase {
namespace {

TEST(TableLayout, IndexAndSquaresAreEachOthersInverse) {
  Rng rng({11});
  for (int animals = 2; animals <= kMaxAnimals; ++animals) {
    for (const Material& material : canonical_materials(animals)) {
      const TableLayout layout(material);
      for (int i = 0; i < 20; ++i) {
        const std::uint64_t at = rng.below(layout.placements());
        std::array<Square, kMaxAnimals> squares{};
        layout.squares(at, squares);
        const auto placed = std::span(squares).first(static_cast<std::size_t>(animals));
        EXPECT_EQ(layout.index(placed), at);
        EXPECT_TRUE(kLeftHalf.contains(squares[0]));
        const auto pieces = material.pieces();
        for (std::size_t k = 0; k < pieces.size(); ++k)
          EXPECT_TRUE(BoardMoves::standing(pieces[k].animal).contains(squares[k]));
      }
    }
  }
}

TEST(TableLayout, HasAPlaceForEveryPlacementOfTheLeftHalf) {
  // Land without dens is 49 squares, 28 of them in columns a to d; rats have 61 and 34.
  EXPECT_EQ(TableLayout(Material{{0b1000'0000, 0b0000'0010}}).placements(), 28U * 49U);
  EXPECT_EQ(TableLayout(Material{{0b0000'0001, 0b0000'0001}}).placements(), 34U * 61U);
  EXPECT_EQ(TableLayout(Material{{0b1000'0001, 0b0100'0001}}).placements(), 28U * 61U * 49U * 61U);
}

}  // namespace
}  // namespace jungle::tablebase
