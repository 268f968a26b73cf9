#include "search/tablebase/tablebase.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/notation.hpp"
#include "core/symmetry.hpp"
#include "core/util/file.hpp"
#include "core/util/random.hpp"
#include "search/tablebase/builder.hpp"
#include "search/tablebase/table_writer.hpp"
#include "tests/support/plain_endgames.hpp"
#include "tests/support/random_positions.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

// Tables of three animals, made once for all tests.
class TablebaseTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    ASSERT_TRUE(*build_tablebase(folder_->path(), RuleSet(), {.animals = 3, .threads = 2}, {}, {}));
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::shared_ptr<const Tablebase> open(TablebaseOptions options = {}) {
    auto tablebase = Tablebase::open(folder_->path(), RuleSet(), std::move(options));
    EXPECT_TRUE(tablebase.has_value());
    return *tablebase;
  }

  static std::unique_ptr<TemporaryFolder> folder_;
};
std::unique_ptr<TemporaryFolder> TablebaseTest::folder_;

std::vector<Position> random_endings(int count, int animals, std::uint64_t seed) {
  Rng rng({seed});
  std::vector<Position> positions;
  while (static_cast<int>(positions.size()) < count)
    if (const Position position = test::random_sparse_position(rng); position.occupied().count() <= animals)
      positions.push_back(position);
  return positions;
}

TEST_F(TablebaseTest, KnowsEveryPositionOfItsAnimalsAsThePlainFormDoes) {
  const auto tablebase = open();
  for (const auto& [strong, weak, third] :
       {std::tuple{Piece{Side::kRed, Animal::kLion}, Piece{Side::kBlue, Animal::kRat},
                   Piece{Side::kBlue, Animal::kTiger}},
        {Piece{Side::kBlue, Animal::kElephant}, Piece{Side::kRed, Animal::kRat},
         Piece{Side::kBlue, Animal::kRat}}}) {
    const test::PlainEndgames plain(RuleSet(), {strong, weak, third});
    for (const Position& position : plain.positions())
      ASSERT_EQ(tablebase->probe(position), plain.probe(position)) << to_string(position);
  }
}

TEST_F(TablebaseTest, SymmetriesHaveTheSameValue) {
  const auto tablebase = open();
  for (const Position& position : random_endings(2000, 3, 5)) {
    const auto value = tablebase->probe(position);
    ASSERT_TRUE(value.has_value()) << to_string(position);
    EXPECT_EQ(tablebase->probe(mirrored(position)), value) << to_string(position);
    EXPECT_EQ(tablebase->probe(side_swapped(position)), value) << to_string(position);
  }
}

TEST_F(TablebaseTest, KnowsNothingOfMoreAnimals) {
  const auto tablebase = open();
  EXPECT_EQ(tablebase->max_animals(), 3);
  EXPECT_FALSE(tablebase->probe(Position::start(RuleSet())).has_value());
  EXPECT_FALSE(tablebase->probe(*parse_position("7/7/3r3/7/3E3/7/R6/6c/7 r")).has_value());
}

TEST_F(TablebaseTest, FinishedGamesHaveTheirOutcome) {
  const auto tablebase = open();
  const auto value_of = [&](const char* text) { return *tablebase->probe(*parse_position(text)); };
  EXPECT_EQ(value_of("3E3/7/7/7/7/7/7/7/r6 b"), (EndgameValue{-1, 0}));
  EXPECT_EQ(value_of("3E3/7/7/7/7/7/7/7/r6 r"), (EndgameValue{1, 0}));
  EXPECT_EQ(value_of("7/7/7/7/7/7/7/7/r6 r"), (EndgameValue{-1, 0}));
}

TEST_F(TablebaseTest, ASmallCacheSharedByThreadsGivesTheSameValues) {
  const auto large = open();
  const auto small = open({.cache_bytes = 1, .on_damage = {}});
  const auto positions = random_endings(400, 3, 9);
  std::atomic<int> differences = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        for (std::size_t k = 0; k < positions.size(); ++k) {
          const Position& position =
              positions[(k * 7 + static_cast<std::size_t>(i) * 101) % positions.size()];
          if (small->probe(position) != large->probe(position)) differences.fetch_add(1);
        }
      });
  }
  EXPECT_EQ(differences.load(), 0);
}

TEST_F(TablebaseTest, OtherRulesMissingFilesAndDamageAreRefusedInOneLine) {
  const auto refusal = [](const fs::path& folder, std::string_view rules = "wango") {
    const auto tablebase = Tablebase::open(folder, *RuleSet::preset(rules));
    return tablebase ? std::string("opened") : tablebase.error();
  };
  EXPECT_EQ(refusal(folder_->path(), "halfmove60"), "opened");
  EXPECT_NE(refusal(folder_->path(), "panther").find("tables of other rules than panther"),
            std::string::npos);
  EXPECT_NE(refusal(folder_->path() / "none").find("no such folder"), std::string::npos);

  const TemporaryFolder copy;
  EXPECT_NE(refusal(copy.path()).find("no tables here"), std::string::npos);
  fs::copy(folder_->path(), copy.path(), fs::copy_options::recursive);
  const fs::path file = copy.path() / "EL-r.jtb";
  const std::string bytes = *read_file(file, std::uint64_t{1} << 20);
  copy.write("EL-r.jtb", bytes.substr(0, 100));
  EXPECT_NE(refusal(copy.path()).find("EL-r.jtb: not a table file"), std::string::npos)
      << refusal(copy.path());
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_NE(refusal(copy.path()).find("EL-r.jtb: not a table file"), std::string::npos)
      << refusal(copy.path());
  fs::remove(file);
  fs::copy_file(copy.path() / "EL-c.jtb", file, fs::copy_options::overwrite_existing);
  EXPECT_NE(refusal(copy.path()).find("another material"), std::string::npos) << refusal(copy.path());
  fs::remove(file);
  EXPECT_NE(refusal(copy.path()).find("EL-r.jtb: not there"), std::string::npos) << refusal(copy.path());
}

TEST_F(TablebaseTest, ADamagedBlockIsToldOnceAndThenNothingIsKnown) {
  const TemporaryFolder copy;
  fs::copy(folder_->path(), copy.path(), fs::copy_options::recursive);
  std::string bytes = *read_file(copy.path() / "E-r.jtb", std::uint64_t{1} << 20);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  copy.write("E-r.jtb", bytes);
  std::vector<std::string> told;
  const auto tablebase = *Tablebase::open(
      copy.path(), RuleSet(), {.on_damage = [&](const std::string& line) { told.push_back(line); }});
  EXPECT_TRUE(tablebase->probe(*parse_position("7/7/7/7/7/7/r6/7/L6 r")).has_value());
  EXPECT_FALSE(tablebase->probe(*parse_position("7/7/7/7/7/7/r6/7/E6 r")).has_value());
  EXPECT_FALSE(tablebase->probe(*parse_position("7/7/7/7/7/7/r6/7/L6 r")).has_value());
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("E-r.jtb: a damaged block"), std::string::npos) << told[0];
}

TEST(Tablebase, WithoutAnEndByCaptureTheSideWithoutAnimalsIsToMove) {
  RuleFields fields;
  fields.capture_all = CaptureAll::kNone;
  fields.no_move = NoMove::kDraw;
  const RuleSet rules("none", fields);
  const TemporaryFolder folder;
  ASSERT_TRUE(*build_tablebase(folder.path(), rules, {.animals = 2, .threads = 1}, {}, {}));
  const auto tablebase = *Tablebase::open(folder.path(), rules);
  const auto value_of = [&](const char* text) { return *tablebase->probe(*parse_position(text)); };
  EXPECT_EQ(value_of("7/7/7/7/7/7/7/7/L6 b"), (EndgameValue{0, 0}));
  EXPECT_EQ(value_of("7/7/7/7/7/7/7/7/L6 r"), (EndgameValue{0, 0}));
  EXPECT_EQ(value_of("7/3L3/7/7/7/7/7/7/7 r"), (EndgameValue{1, 1}));
}

}  // namespace
}  // namespace jungle
