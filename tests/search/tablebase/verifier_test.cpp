#include "search/tablebase/verifier.hpp"

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/util/file.hpp"
#include "search/endgame_moves.hpp"
#include "search/tablebase/board_rules.hpp"
#include "search/tablebase/table_writer.hpp"
#include "tests/support/plain_endgames.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;
using test::SmallTablebase;

VerifyResult verify(const SmallTablebase& tables) {
  return verify_tablebase(**Tablebase::open(tables.path()), {.threads = 2}, {}, {});
}

TEST(VerifyTablebase, FindsNothingInWhatWasBuilt) {
  const VerifyResult result = verify(SmallTablebase());
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.tables, 36);
  EXPECT_GT(result.positions, 90'000U);
}

TEST(VerifyTablebase, FindsValuesThatDoNotFollow) {
  const SmallTablebase tables;
  // The elephant against the rat as under rules by which it may take the rat.
  const RuleSet others = *RuleSet::preset("leiden");
  const tablebase::BoardMoves moves(others);
  tablebase::Solver solver(others, moves);
  const tablebase::Material material{{0b1000'0000, 0b0000'0001}};
  ASSERT_TRUE(solver.solve(material, {}).has_value());
  tablebase::TableWriter(tablebase::board_rules_key(RuleFields{}))
      .write(fs::path(tables.path()) / tablebase::table_file_name(material), material, solver);
  const VerifyResult result = verify(tables);
  EXPECT_FALSE(result.ok());
  EXPECT_GT(result.wrong, 20U);
  EXPECT_EQ(result.problems.size(), 20U);
  EXPECT_NE(result.problems[0].find("but its moves make it"), std::string::npos) << result.problems[0];
}

TEST(VerifyTablebase, NamesDamageAndSaysNothingOfWhatLeadsThere) {
  const SmallTablebase tables(RuleSet(), 3);
  std::string bytes = *read_file(tables.path() + "/L-c.jtb", 1 << 20);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  write_file_atomically(tables.path() + "/L-c.jtb", bytes);
  const VerifyResult result = verify(tables);
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.problems, std::vector<std::string>{tables.path() + "/L-c.jtb: a damaged block"});
  EXPECT_EQ(result.wrong, 0U);
}

TEST(OnePly, MovesAreInTheOrderOfTheirValueAndTheLineTakesAsManyPliesAsTheTableSays) {
  const RuleSet rules;
  const test::PlainEndgames table(rules, {{Side::kRed, Animal::kLion}, {Side::kBlue, Animal::kCat}});
  int won = 0;
  for (const Position& position : table.positions()) {
    const auto moves = valued_moves(table, position, rules);
    ASSERT_TRUE(moves.has_value());
    const EndgameValue value = *table.probe(position);
    if (moves->empty()) continue;
    EXPECT_EQ(moves->front().value, value) << to_string(position);
    for (std::size_t i = 1; i < moves->size(); ++i)
      EXPECT_FALSE(is_better((*moves)[i].value, (*moves)[i - 1].value)) << to_string(position);
    if (value.result_for_side_to_move == 0) continue;
    ++won;
    EXPECT_EQ(best_line(table, position, rules, 300).size(), static_cast<std::size_t>(value.plies));
  }
  EXPECT_GT(won, 1000);
}

}  // namespace
}  // namespace jungle
