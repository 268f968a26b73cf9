// What the solver says against plain iteration over every position (tests/support/plain_endgames.hpp).

#include "search/tablebase/solver.hpp"

#include <gtest/gtest.h>

#include "core/game.hpp"
#include "core/geometry.hpp"
#include "core/notation.hpp"
#include "core/symmetry.hpp"
#include "core/util/random.hpp"
#include "search/endgame_moves.hpp"
#include "search/tablebase/mirror.hpp"
#include "tests/support/plain_endgames.hpp"

namespace jungle::tablebase {
namespace {

using test::PlainEndgames;

RuleSet preset_with(std::string_view name, std::string_view field, std::string_view value) {
  RuleFields fields = RuleSet::preset(name)->fields();
  EXPECT_TRUE(set_rule_field(fields, field, value).has_value());
  return RuleSet("changed", fields);
}

// Solves all pairs, and some materials of three animals.
class Solved {
 public:
  explicit Solved(const RuleSet& rules, const std::vector<Material>& threes = {})
      : moves_(rules), solver_(rules, moves_) {
    for (const Material& material : canonical_materials(2)) add(material);
    for (const Material& material : threes) add(material);
  }

  EndgameValue value(const Material& material, const Position& position) const {
    std::vector<Square> squares;
    for (const Piece& piece : material.pieces())
      squares.push_back(position.animal(piece.side, piece.animal).first());
    const auto to_move = static_cast<std::size_t>(index(position.side_to_move()));
    return to_value(endings_.find(material)->values[to_move][grid_index(squares)]);
  }

 private:
  void add(const Material& material) {
    EXPECT_TRUE(solver_.solve(material, endings_).has_value());
    endings_.add(material, solver_.ending());
  }

  BoardMoves moves_;
  Solver solver_;
  SolvedEndings endings_;
};

void expect_plain_values(const RuleSet& rules, const Solved& solved, const Material& material) {
  const PlainEndgames plain(rules, material.pieces());
  int positions = 0, differences = 0;
  for (const Position& position : plain.positions()) {
    const bool over = (position.occupied() & (den(Side::kRed) | den(Side::kBlue))).any();
    if (over || material_of(position) != material) continue;
    ++positions;
    const EndgameValue value = solved.value(material, position), expected = *plain.probe(position);
    if (value == expected || ++differences > 3) continue;
    ADD_FAILURE() << rules.name() << " " << to_string(position) << ": " << value.result_for_side_to_move
                  << " in " << value.plies << ", not " << expected.result_for_side_to_move << " in "
                  << expected.plies;
  }
  EXPECT_GT(positions, 4000);
  EXPECT_EQ(differences, 0) << rules.name() << " " << material.name();
}

class SolverOfPreset : public testing::TestWithParam<std::string_view> {};

TEST_P(SolverOfPreset, AllPairsOfAnimalsHaveThePlainValues) {
  const RuleSet rules = *RuleSet::preset(GetParam());
  const Solved solved(rules);
  for (const Material& material : canonical_materials(2)) expect_plain_values(rules, solved, material);
}

TEST_P(SolverOfPreset, ThreeAnimalsHaveThePlainValues) {
  const RuleSet rules = *RuleSet::preset(GetParam());
  Rng rng({0x7ab1e, GetParam().size()});
  const auto materials = canonical_materials(3);
  const Material material = materials[rng.below(materials.size())];
  expect_plain_values(rules, Solved(rules, {material}), material);
}

INSTANTIATE_TEST_SUITE_P(Presets, SolverOfPreset, testing::ValuesIn(RuleSet::preset_names()),
                         [](const auto& test) { return std::string(test.param); });

// Lions and rats: leaps, blockers of either side, water, as leading and as last animals.
TEST(Solver, LeapsOverRatsHaveThePlainValues) {
  const Material lion_and_rat{{0b0100'0001, 0b0010'0000}}, lion_against_rats{{0b0100'0001, 0b0000'0001}};
  for (const auto& [field, value] : {std::pair{"jump_blockers", "enemy_rat"},
                                     {"tiger_jump", "rows"},
                                     {"lion_jump", "columns"},
                                     {"rat_bank_capture", "rats"}}) {
    const RuleSet rules = preset_with("wango", field, value);
    const Solved solved(rules, {lion_and_rat, lion_against_rats});
    expect_plain_values(rules, solved, lion_and_rat);
    expect_plain_values(rules, solved, lion_against_rats);
  }
}

TEST(Solver, OtherEndsOfTheGameHaveThePlainValues) {
  for (const auto& [field, value] :
       {std::pair{"no_move", "draw"}, {"capture_all", "none"}, {"trap_scope", "everyone"}}) {
    const RuleSet rules = preset_with("wango", field, value);
    const Solved solved(rules);
    for (const Material& material : canonical_materials(2)) expect_plain_values(rules, solved, material);
  }
  RuleFields fields;
  fields.no_move = NoMove::kDraw;
  fields.capture_all = CaptureAll::kNone;
  const RuleSet rules("both", fields);
  const Material material{{0b1000'0001, 0b0000'0001}};
  expect_plain_values(rules, Solved(rules, {material}), material);
}

TEST(Solver, CountsPositionsWithTheirMirrorImages) {
  const RuleSet rules;
  const BoardMoves moves(rules);
  Solver solver(rules, moves);
  SolvedEndings none;
  const Material lion_cat{{0b0100'0000, 0b0000'0010}};
  ASSERT_TRUE(solver.solve(lion_cat, none).has_value());
  for (Side side : kSides) {
    const Statistics& statistics = solver.statistics(side);
    EXPECT_EQ(statistics.positions(), 49U * 48U);
  }
}

// Four animals: too many positions for the plain form, so each is held against those after it. Those are,
// with three animals, of endings that the tests above hold against the plain form.
class Endings final : public EndgameTable {
 public:
  explicit Endings(const RuleSet& rules) : moves_(rules), solver_(rules, moves_) {}

  // With all that captures leave.
  void solve(const Material& material) {
    if (smaller_.find(material.canonical()) != nullptr || material.canonical() == last_) return;
    for (const Piece& piece : material.pieces())
      if (const Material left = material.without(piece); left.count(piece.side) > 0) solve(left);
    ASSERT_TRUE(solver_.solve(material.canonical(), smaller_).has_value());
    if (material.count() < kMaxAnimals) return smaller_.add(material.canonical(), solver_.ending());
    last_ = material.canonical();
  }
  const Statistics& statistics(Side side) const { return solver_.statistics(side); }

  int max_animals() const override { return kMaxAnimals; }
  std::optional<EndgameValue> probe(const Position& original) const override {
    const Material material = material_of(original);
    const Position position = material.is_canonical() ? original : side_swapped(original);
    if (const Outcome over = board_outcome_but_moves(position, RuleSet()); !over.is_ongoing())
      return EndgameValue{over.value_for(position.side_to_move()), 0};
    std::vector<Square> squares;
    for (const Piece& piece : material.canonical().pieces())
      squares.push_back(position.animal(piece.side, piece.animal).first());
    const auto to_move = static_cast<std::size_t>(index(position.side_to_move()));
    if (const auto* ending = smaller_.find(material.canonical()))
      return to_value(ending->values[to_move][grid_index(squares)]);
    if (!kLeftHalf.contains(squares[0]))
      for (Square& square : squares) square = ::jungle::mirrored(square);
    return to_value(solver_.values(position.side_to_move())[grid_index(squares)]);
  }

 private:
  BoardMoves moves_;
  Solver solver_;
  SolvedEndings smaller_;
  Material last_;
};

TEST(Solver, ValuesOfFourAnimalsFollowFromThoseOfThePositionsAfter) {
  const RuleSet rules = preset_with("panther", "jump_blockers", "enemy_rat");
  Rng rng({0x4a});
  for (const Material& material :
       {Material{{0b0100'0001, 0b0010'0001}}, Material{{0b1110'0000, 0b0000'0001}}}) {
    Endings endings(rules);
    endings.solve(material);
    int checked = 0;
    while (checked < 20'000) {
      PositionBuilder builder;
      bool placed = true;
      for (const Piece& piece : material.pieces())
        placed &= builder.place(piece, square_from_index(static_cast<int>(rng.below(kSquares)))).has_value();
      const auto position = builder.side_to_move(kSides[rng.below(2)]).build();
      if (!placed || !position || !board_outcome(*position, rules).is_ongoing()) continue;
      ++checked;
      const auto moves = valued_moves(endings, *position, rules);
      ASSERT_EQ(endings.probe(*position), moves->front().value) << to_string(*position);
    }
  }
}

TEST(Mirror, ReversesEveryRow) {
  Rng rng({4});
  for (int i = 0; i < 100; ++i) {
    const Bitboard set(rng() & kAllSquares.bits());
    for (int square = 0; square < kSquares; ++square)
      EXPECT_EQ(mirrored(set).contains(::jungle::mirrored(square_from_index(square))),
                set.contains(square_from_index(square)));
  }
}

}  // namespace
}  // namespace jungle::tablebase
