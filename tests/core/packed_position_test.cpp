// Positions in 16 bytes: exact layout, and nothing accepted that no position packs to.

#include "core/packed_position.hpp"

#include "core/notation.hpp"
#include "core/util/random.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"

namespace jungle::test {
namespace {

constexpr int kSideBit = 36;
constexpr int kClockBit = 40;

TEST(PackedPosition, HasTheDocumentedLayout) {
  // Red's cat on a1 (0) and elephant on b1 (1), Blue's rat on g9 (62) and dog on c1 (2); all others are taken
  // (63).
  const PackedPosition packed = pack(position_of("6r/7/7/7/7/7/7/7/CEd4 b 300 77"));
  const auto slot = [](std::uint64_t square, int place) { return square << (6 * place); };
  std::uint64_t low = 0;
  for (int place = 0; place < 10; ++place)
    low |= slot(place == 1 ? 0 : place == 7 ? 1 : place == 8 ? 62 : 63, place);
  std::uint64_t high = 0;
  for (int place = 0; place < 6; ++place) high |= slot(place == 0 ? 2 : 63, place);
  high |= std::uint64_t{1} << kSideBit | std::uint64_t{300} << kClockBit;
  EXPECT_EQ(packed.low, low);
  EXPECT_EQ(packed.high, high);
}

TEST(PackedPosition, TellsSideAndClockApart) {
  const PackedPosition packed = pack(position_of("6e/7/7/7/7/7/7/7/C6 r 4 9"));
  EXPECT_NE(packed, pack(position_of("6e/7/7/7/7/7/7/7/C6 b 4 9")));
  EXPECT_NE(packed, pack(position_of("6e/7/7/7/7/7/7/7/C6 r 5 9")));
  EXPECT_EQ(packed, pack(position_of("6e/7/7/7/7/7/7/7/C6 r 4 10")));
}

TEST(PackedPosition, HoldsTheLargestClock) {
  const Position position = position_of("6e/7/7/7/7/7/7/7/C6 r 65000 1");
  EXPECT_EQ(*unpack(pack(position)), position);
  PackedPosition packed = pack(position);
  packed.high |= std::uint64_t{0xffff} << kClockBit;
  EXPECT_FALSE(unpack(packed));
}

TEST(PackedPosition, EachUnusedBitIsRefused) {
  const PackedPosition good = pack(Position::start(RuleSet()));
  ASSERT_TRUE(unpack(good));
  for (int bit : {60, 61, 62, 63}) {
    PackedPosition bad = good;
    bad.low |= std::uint64_t{1} << bit;
    EXPECT_FALSE(unpack(bad)) << "low bit " << bit;
  }
  for (int bit : {37, 38, 39, 56, 60, 63}) {
    PackedPosition bad = good;
    bad.high |= std::uint64_t{1} << bit;
    EXPECT_FALSE(unpack(bad)) << "high bit " << bit;
  }
}

TEST(PackedPosition, BoardsThatCannotBeAreRefused) {
  const auto with = [](int place, std::uint64_t square) {
    PackedPosition packed = pack(position_of("6r/7/7/7/7/7/7/7/C6 r"));
    packed.low = (packed.low & ~(std::uint64_t{63} << (6 * place))) | square << (6 * place);
    return packed;
  };
  EXPECT_TRUE(unpack(with(2, 1)));                                               // the dog on b1
  EXPECT_FALSE(unpack(with(2, 0)));                                              // where the cat stands
  EXPECT_FALSE(unpack(with(2, 22)));                                             // in the water, b4
  EXPECT_FALSE(unpack(with(2, 3)));                                              // on its own den
  EXPECT_FALSE(unpack(PackedPosition{~std::uint64_t{0} >> 4, 0xfffffffffULL}));  // no animal at all
}

// Random words are refused or are a position that packs to the same words; with few squares set, many are
// accepted.
TEST(PackedPosition, RandomWordsNeverGiveAnInvalidPosition) {
  Rng rng({31});
  int accepted = 0;
  for (int i = 0; i < 300'000; ++i) {
    PackedPosition packed{rng(), rng()};
    if (i % 2 == 0) {
      packed.low = ~std::uint64_t{0} >> 4;
      packed.high = 0xfffffffffULL | (rng() & 0x00ffff1000000000ULL);
      const auto changes = rng.below(6);
      for (std::uint64_t k = 0; k < changes; ++k) {
        std::uint64_t& word = rng.below(2) == 0 ? packed.low : packed.high;
        word ^= (rng() & 63) << (6 * rng.below(6));
      }
    }
    const Result<Position> position = unpack(packed);
    if (!position) continue;
    ++accepted;
    ASSERT_EQ(pack(*position), packed);
    ASSERT_EQ(position->key(), position->recomputed_key());
    ASSERT_TRUE(parse_position(to_string(*position))) << to_string(*position);
  }
  EXPECT_GT(accepted, 50'000);
}

}  // namespace
}  // namespace jungle::test
