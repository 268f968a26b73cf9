// Hot paths never allocate: operator new counts, and stays still while moves are generated, played and taken
// back.

#include "core/movegen.hpp"
#include "core/packed_position.hpp"
#include "core/perft.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/positions.hpp"

namespace jungle::test {
namespace {

TEST(Allocation, TheCounterCounts) {
  EXPECT_GT(allocations_of([] { std::vector<Position>(3, Position::start(RuleSet())); }), 0);
}

TEST(Allocation, GeneratingCountingAndJudgingNeedNone) {
  const RuleSet rules;
  const Position position = fixed_position("middle_crowded").position();
  MoveList moves;
  std::uint64_t nodes = 0;
  EXPECT_EQ(allocations_of([&] {
              generate_legal(position, rules, moves);
              for (Move move : moves) {
                const Position child = position.after(move, rules);
                nodes += static_cast<std::uint64_t>(count_legal(child, rules)) + pack(child).low % 2;
                nodes += board_outcome(child, rules).is_ongoing() && is_legal(position, rules, move) ? 1 : 0;
              }
              nodes += perft(position, rules, 3);
            }),
            0);
  EXPECT_GT(nodes, 0U);
}

TEST(Allocation, AGameWithReservedRoomPlaysAndUndoesWithoutAny) {
  Game game{RuleSet()};
  game.reserve(64);
  EXPECT_EQ(allocations_of([&] {
              for (int round = 0; round < 3; ++round) {
                MoveList moves;
                for (int ply = 0; ply < 64 && game.outcome().is_ongoing(); ++ply) {
                  game.legal_moves(moves);
                  game.play(moves[(ply * 7 + round) % moves.size()]);
                }
                while (game.plies() > 0) game.undo();
              }
            }),
            0);
}

}  // namespace
}  // namespace jungle::test
