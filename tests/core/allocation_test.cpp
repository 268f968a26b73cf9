// Hot paths never allocate: operator new counts, and stays still while moves are generated, played and taken
// back.

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/movegen.hpp"
#include "core/packed_position.hpp"
#include "core/perft.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"

namespace {
std::atomic<long> allocations{0};
}

// GCC sees free() in an inlined delete and does not see that new is malloc().
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);  // a counter alone, nothing is published by it
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace jungle::test {
namespace {

template <typename Work>
long allocations_of(Work work) {
  const long before = allocations.load();
  work();
  return allocations.load() - before;
}

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
