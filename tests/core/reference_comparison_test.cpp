// The generator against the plain reference: 100 000 positions for every preset and every single field value
// changed from wango, half from random games, half placed at random around rivers, traps and dens.

#include <algorithm>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/perft.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"
#include "tests/support/reference_game.hpp"

namespace jungle::test {
namespace {

#ifdef NDEBUG
constexpr int kPositions = 100'000;
#else
constexpr int kPositions = 10'000;  // with assertions and sanitizers each takes ten times as long
#endif
constexpr int kGamePositions = kPositions / 2;
constexpr int kSparsePositions = kPositions * 4 / 10;
constexpr int kCrowdedPositions = kPositions / 10;

// Whether both hold the same animals, turn and counters; compares every set that Position keeps.
bool same(const Position& position, const reference::Board& board) {
  std::array<std::array<Bitboard, kAnimals>, 2> animals{};
  std::array<Bitboard, 2> occupied{};
  for (int i = 0; i < kSquares; ++i) {
    const std::optional<Piece>& cell = board.cells[static_cast<std::size_t>(i)];
    if (!cell) continue;
    const Bitboard square(square_from_index(i));
    animals[static_cast<std::size_t>(index(cell->side))][static_cast<std::size_t>(index(cell->animal))] |=
        square;
    occupied[static_cast<std::size_t>(index(cell->side))] |= square;
  }
  return position.animals(Side::kRed) == animals[0] && position.animals(Side::kBlue) == animals[1] &&
         position.occupied(Side::kRed) == occupied[0] && position.occupied(Side::kBlue) == occupied[1] &&
         position.side_to_move() == board.side_to_move &&
         position.plies_since_capture() == board.plies_since_capture &&
         position.full_move_number() == board.full_move_number;
}

class AgainstReference : public testing::TestWithParam<RuleSet> {
 protected:
  // Everything the generator says of one position. False after a failure, so that a broken build stops at its
  // first position.
  bool agrees(const Position& position) {
    const reference::Board board = reference::Board::of(position);
    const std::vector<Move> expected = reference::legal_moves(board, rules_.fields());
    compare_moves(position, expected);
    compare_queries(position, expected);
    compare_children(position, board, expected);
    EXPECT_EQ(board_outcome(position, rules_), reference::board_outcome(board, rules_.fields()));
    if (positions_ % 4 == 0) {  // the last plies are counted in bulk, not played
      EXPECT_EQ(perft(position, rules_, 2), reference::perft(board, rules_.fields(), 2));
    }
    differs_from_wango_ += reference::legal_moves(board, RuleFields{}) != expected ? 1 : 0;
    ++positions_;
    if (!HasFailure()) return true;
    ADD_FAILURE() << to_string(position) << " under " << rules_.name();
    return false;
  }

  void compare_moves(const Position& position, const std::vector<Move>& expected) {
    MoveList list;
    list.push(Move(square_at(0, 0), square_at(0, 1)));  // whatever it held is replaced
    generate_legal(position, rules_, list);
    EXPECT_EQ(count_legal(position, rules_), static_cast<int>(expected.size()));
    if (list.size() != static_cast<int>(expected.size()) ||
        !std::is_permutation(list.begin(), list.end(), expected.begin())) {
      EXPECT_EQ(sorted_legal_moves(position, rules_), expected);
    }
  }

  // is_legal and legal_targets: from the mover's squares to all squares; every so often from all squares.
  void compare_queries(const Position& position, const std::vector<Move>& expected) {
    std::array<Bitboard, kSquares> targets{};
    for (Move move : expected) targets[static_cast<std::size_t>(index(move.from()))] |= Bitboard(move.to());
    for (Animal animal : kAllAnimals) {
      const Bitboard square = position.animal(position.side_to_move(), animal);
      const Bitboard wanted =
          square.any() ? targets[static_cast<std::size_t>(index(square.first()))] : Bitboard();
      EXPECT_EQ(legal_targets(position, rules_, animal), wanted) << to_string(animal);
    }
    Bitboard from_squares = positions_ % 16 == 0 ? kAllSquares : position.occupied(position.side_to_move());
    while (from_squares.any()) {
      const Square from = from_squares.pop_first();
      Bitboard allowed;
      for (int to = 0; to < kSquares; ++to)
        if (is_legal(position, rules_, Move(from, square_from_index(to))))
          allowed |= Bitboard(square_from_index(to));
      EXPECT_EQ(allowed, targets[static_cast<std::size_t>(index(from))])
          << "is_legal from " << to_string(from);
    }
  }

  void compare_children(const Position& position, const reference::Board& board,
                        const std::vector<Move>& moves) {
    for (Move move : moves) {
      const Position child = position.after(move, rules_);
      if (!same(child, reference::after(board, move, rules_.fields())))
        ADD_FAILURE() << "after " << to_string(move) << ": " << to_string(child);
      if (child != position.after(position.piece_at(move.from())->animal, move, rules_))
        ADD_FAILURE() << "the two forms of after differ for " << to_string(move);
    }
  }

  const RuleSet& rules_ = GetParam();
  int positions_ = 0;
  int differs_from_wango_ = 0;
};

TEST_P(AgainstReference, AgreesOnGamesAndRandomPlacements) {
  Rng rng({2024, static_cast<std::uint64_t>(rules_.name().size())});
  for (const Position& position : random_game_positions(rules_, kGamePositions, rng))
    if (!agrees(position)) return;
  for (int i = 0; i < kSparsePositions; ++i)
    if (!agrees(random_sparse_position(rng))) return;
  for (int i = 0; i < kCrowdedPositions; ++i)
    if (!agrees(random_crowded_position(rng))) return;
  EXPECT_EQ(positions_, kPositions);

  // The positions are such that a changed field is seen: many of them have other moves than under wango.
  const RuleFields& fields = rules_.fields();
  RuleFields same_moves;  // wango with this rule set's fields that change no move
  same_moves.first_side = fields.first_side;
  same_moves.no_move = fields.no_move;
  same_moves.capture_all = fields.capture_all;
  same_moves.repetition = fields.repetition;
  same_moves.no_capture_draw_plies = fields.no_capture_draw_plies;
  same_moves.max_plies = fields.max_plies;
  if (fields == same_moves)
    EXPECT_EQ(differs_from_wango_, 0);
  else
    EXPECT_GT(differs_from_wango_, kPositions / 300);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, AgainstReference, testing::ValuesIn(conformance_rule_sets()),
                         [](const auto& test) { return test_name(test.param.name()); });

TEST(Reference, StartsFromTheSameBoard) {
  for (const RuleSet& rules : conformance_rule_sets()) {
    const Position start = Position::start(rules);
    EXPECT_TRUE(same(start, reference::Board::start(rules.fields()))) << rules.name();
    EXPECT_EQ(to_string(start), reference::Board::start(rules.fields()).text());
  }
}

// Draw rules included: whole random games with short limits, step by step.
TEST(Reference, PlaysTheSameGamesToTheSameEnd) {
  std::array<int, kEndReasons> endings{};
  Rng rng({7, 1});
  for (const RuleSet& base : conformance_rule_sets()) {
    for (int game_number = 0; game_number < 12; ++game_number) {
      RuleFields fields = base.fields();
      if (game_number % 3 == 1) fields.max_plies = 150;
      if (game_number % 3 == 2) fields.no_capture_draw_plies = 30;
      const RuleSet rules(base.name(), fields);
      const Position start = game_number % 2 == 0 ? Position::start(rules) : random_sparse_position(rng);
      Game game(rules, start);
      reference::Game expected(fields, reference::Board::of(start));
      // A player who likes to go back and forth, so that boards come again.
      for (int ply = 0; ply < 400; ++ply) {
        ASSERT_EQ(game.outcome(), expected.outcome()) << rules.name() << " ply " << ply;
        ASSERT_EQ(game.repetitions(), expected.repetitions());
        ASSERT_EQ(to_string(game.position()), expected.board().text());
        MoveList moves;
        game.legal_moves(moves);
        ASSERT_EQ(moves.size(), static_cast<int>(expected.legal_moves().size()));
        if (!game.outcome().is_ongoing()) break;
        Move move = random_move(game.position(), rules, rng);
        if (ply >= 2 && rng.below(2) == 0) {
          const Move back(game.moves()[static_cast<std::size_t>(ply - 2)].to(),
                          game.moves()[static_cast<std::size_t>(ply - 2)].from());
          if (is_legal(game.position(), rules, back)) move = back;
        }
        game.play(move);
        expected.play(move);
      }
      ++endings[static_cast<std::size_t>(game.outcome().reason)];
    }
  }
  for (int reason = static_cast<int>(EndReason::kDen); reason < kEndReasons; ++reason) {
    if (static_cast<EndReason>(reason) == EndReason::kNoLegalMove) continue;  // too rare in random play
    EXPECT_GT(endings[static_cast<std::size_t>(reason)], 0) << to_string(static_cast<EndReason>(reason));
  }
}

}  // namespace
}  // namespace jungle::test
