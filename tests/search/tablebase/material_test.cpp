#include "search/tablebase/material.hpp"

#include <set>

#include <gtest/gtest.h>

#include "core/notation.hpp"

namespace jungle::tablebase {
namespace {

TEST(Material, OneOfEachPairOfSwappedMaterialsIsCanonical) {
  // 64, 448 and 1680 materials of 2, 3 and 4 animals; those alike on both sides are their own partner.
  const std::array<std::size_t, 5> expected = {0, 0, (64 + 8) / 2, 448 / 2, (1680 + 28) / 2};
  for (int animals = 2; animals <= kMaxAnimals; ++animals) {
    const auto materials = canonical_materials(animals);
    EXPECT_EQ(materials.size(), expected[static_cast<std::size_t>(animals)]);
    std::set<std::string> names;
    for (const Material& material : materials) {
      EXPECT_TRUE(material.is_canonical());
      EXPECT_EQ(material.side_swapped().is_canonical(), material.is_symmetric());
      EXPECT_EQ(material.side_swapped().canonical(), material);
      EXPECT_EQ(material.count(), animals);
      names.insert(material.name());
    }
    EXPECT_EQ(names.size(), materials.size());
  }
}

TEST(Material, IsNamedByItsAnimalsFromTheStrongestDown) {
  const Material material = material_of(*parse_position("7/7/3r3/7/3E3/7/R6/6c/7 r"));
  EXPECT_EQ(material.name(), "ER-cr");
  EXPECT_EQ(material.without({Side::kBlue, Animal::kCat}).name(), "ER-r");
  EXPECT_EQ(material.side_swapped().name(), "CR-er");
  EXPECT_TRUE(material.has({Side::kRed, Animal::kElephant}));
  EXPECT_FALSE(material.has({Side::kBlue, Animal::kElephant}));
}

}  // namespace
}  // namespace jungle::tablebase
