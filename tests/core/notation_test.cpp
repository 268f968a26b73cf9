// Text forms: what is read, what is written, and one message for each way a position can be wrong.

#include "core/notation.hpp"

#include <set>

#include "core/util/random.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"

namespace jungle::test {
namespace {

constexpr std::string_view kStartBoard = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L";

std::string error_of(std::string_view text) {
  const Result<Position> position = parse_position(text);
  return position ? "accepted as " + to_string(*position) : position.error();
}

std::string start_with(std::string_view rest) { return std::string(kStartBoard) + std::string(rest); }

TEST(Notation, WritesAndReadsTheStart) {
  EXPECT_EQ(to_string(Position::start(RuleSet())), start_with(" r 0 1"));
  EXPECT_EQ(position_of(start_with(" r 0 1")), Position::start(RuleSet()));
}

TEST(Notation, FixedPositionsComeBackAsWritten) {
  for (const FixedPosition& fixed : fixed_positions())
    EXPECT_EQ(to_string(position_of(fixed.text)), fixed.text);
}

TEST(Notation, FixedPositionsAreUnfinishedUnderEveryPreset) {
  for (const FixedPosition& fixed : fixed_positions())
    for (std::string_view name : RuleSet::preset_names())
      EXPECT_TRUE(Game(preset(name), fixed.position()).outcome().is_ongoing()) << fixed.name << ' ' << name;
}

TEST(Notation, CountersMayBeMissing) {
  EXPECT_EQ(position_of(start_with(" r")), position_of(start_with(" r 0 1")));
  EXPECT_EQ(position_of(start_with(" b 7")), position_of(start_with(" b 7 1")));
}

TEST(Notation, WhiteIsReadAsRedAndJaguarAsLeopard) {
  EXPECT_EQ(position_of(start_with(" w 0 1")), position_of(start_with(" r 0 1")));
  EXPECT_EQ(position_of("l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L r 0 1"),
            position_of(start_with(" r 0 1")));
}

TEST(Notation, BlanksAroundAndBetweenFieldsDoNotMatter) {
  EXPECT_EQ(position_of("  " + start_with("\t b   3  9 \n")), position_of(start_with(" b 3 9")));
}

TEST(Notation, CountersReachTheirLimits) {
  const Position position = position_of(start_with(" r 65000 65000"));
  EXPECT_EQ(position.plies_since_capture(), 65000);
  EXPECT_EQ(position.full_move_number(), 65000);
  EXPECT_EQ(to_string(position), start_with(" r 65000 65000"));
}

TEST(Notation, FinishedGamesAreValidPositions) {
  EXPECT_TRUE(parse_position("3C2e/7/7/7/7/7/7/7/7 b 0 1"));  // Red on Blue's den
  EXPECT_TRUE(parse_position("7/7/7/7/7/7/7/7/C2r3 r 0 1"));  // Blue on Red's
  EXPECT_TRUE(parse_position("7/7/7/7/7/7/7/7/C6 b 0 1"));    // Blue has nothing left
}

struct BadPosition {
  std::string_view name;
  std::string text;
  std::string_view message;
};

std::vector<BadPosition> bad_positions() {
  const std::string board(kStartBoard);
  return {
      {"Empty", "", "a position has a board, a side to move and up to two counters; found 0 fields"},
      {"NoSide", board, "a position has a board, a side to move and up to two counters; found 1 fields"},
      {"TooManyFields", board + " r 0 1 x", "found 5 fields"},
      {"TooFewRows", "7/7/7/7/7/7/7/C6 r", "the board has 8 rows, not 9"},
      {"TooManyRows", "7/7/7/7/7/7/7/7/7/C6 r", "the board has 10 rows, not 9"},
      {"ShortRow", "e6/7/7/7/7/7/7/7/C5 r", "row 1 'C5' has 6 squares, not 7"},
      {"LongRow", "e6/7/7/7/7/7/7/C7/7 r", "row 2 'C7' has 8 squares, not 7"},
      {"LongRowOfAnimals", "rcd1ptle/7/7/7/7/7/7/7/C6 r", "row 9 'rcd1ptle' has 8 squares, not 7"},
      {"EmptyRow", "e6/7/7/7//7/7/7/C6 r", "row 5 '' has 0 squares, not 7"},
      {"UnknownLetter", "e6/7/7/7/7/7/7/7/K6 r",
       "unknown letter 'K' in row 1 'K6'; animals are R C D W P T L E"},
      {"ZeroGap", "e6/7/7/7/7/7/7/7/C60 r", "unknown letter '0' in row 1 'C60'"},
      {"ControlByte", "e6/7/7/7/7/7/7/7/C5\x01 r", "unknown letter '\\x01' in row 1"},
      {"TwoOfOneAnimal", "e6/7/7/7/7/7/7/7/C5C r", "two of one animal: a second red cat on g1"},
      {"TwoOfOneAnimalBlue", "e5e/7/7/7/7/7/7/7/C6 r", "two of one animal: a second blue elephant on g9"},
      {"TwoLeopardsByBothLetters", "e6/7/7/7/7/7/7/7/J5P r", "two of one animal: a second red leopard on g1"},
      {"LandAnimalInWater", "e6/7/7/7/1L5/7/7/7/7 r", "a land animal in water: red lion on b5"},
      {"OnOwnDenRed", "e6/7/7/7/7/7/7/7/3C3 r", "an animal on its own den: red cat on d1"},
      {"OnOwnDenBlue", "3c3/7/7/7/7/7/7/7/C6 r", "an animal on its own den: blue cat on d9"},
      {"BothDensEntered", "3C3/7/7/7/7/7/7/7/3c3 r", "both dens entered"},
      {"NoAnimal", "7/7/7/7/7/7/7/7/7 r", "no animal at all"},
      {"BadSide", board + " x", "the side to move is 'r' or 'b', not 'x'"},
      {"BadSideCapital", board + " R", "the side to move is 'r' or 'b', not 'R'"},
      {"NegativeClock", board + " r -1 1",
       "plies since the last capture '-1' is not a number from 0 to 65000"},
      {"HugeClock", board + " r 65001 1",
       "plies since the last capture '65001' is not a number from 0 to 65000"},
      {"EndlessClock", board + " r 99999999999999999999 1", "is not a number from 0 to 65000"},
      {"WordClock", board + " r - 1", "plies since the last capture '-' is not a number"},
      {"TrailingClock", board + " r 3x 1", "plies since the last capture '3x' is not a number"},
      {"SignedClock", board + " r +3 1", "plies since the last capture '+3' is not a number"},
      {"ZeroMove", board + " r 0 0", "the full-move number '0' is not a number from 1 to 65000"},
      {"HugeMove", board + " r 0 65001", "the full-move number '65001' is not a number from 1 to 65000"},
      {"FractionMove", board + " r 0 1.5", "the full-move number '1.5' is not a number"},
  };
}

TEST(Notation, EachKindOfBadPositionHasItsOwnMessage) {
  std::set<std::string> messages;
  for (const BadPosition& bad : bad_positions()) {
    const std::string message = error_of(bad.text);
    EXPECT_NE(message.find(bad.message), std::string::npos) << bad.name << ": " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << bad.name;
    EXPECT_TRUE(messages.insert(message).second) << bad.name << " repeats " << message;
  }
}

TEST(Notation, GarbageIsRefusedAndNeverRunsLong) {
  Rng rng({99});
  const std::string alphabet = "RCDWPTLErcdwptle123456789/ rb0\n\t\xff";
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    const auto length = rng.below(60);
    for (std::uint64_t k = 0; k < length; ++k) text += alphabet[rng.below(alphabet.size())];
    // What is accepted must be a real position: it reads back as itself.
    const Result<Position> position = parse_position(text);
    if (!position) continue;
    EXPECT_EQ(position_of(to_string(*position)), *position) << text;
  }
  EXPECT_LT(error_of(std::string(10'000, 'x') + " r").size(), 300U);
}

// One character changed in a good text: refused, or a position that reads back as itself with an honest key.
TEST(Notation, OneChangedCharacterNeverGivesAnInvalidPosition) {
  Rng rng({100});
  const std::string alphabet = "RCDWPTLErcdwptle123456789/ rb0";
  int accepted = 0;
  for (const FixedPosition& fixed : fixed_positions()) {
    for (int i = 0; i < 1000; ++i) {
      std::string text(fixed.text);
      text[rng.below(text.size())] = alphabet[rng.below(alphabet.size())];
      const Result<Position> position = parse_position(text);
      if (!position) continue;
      ++accepted;
      ASSERT_EQ(position_of(to_string(*position)), *position) << text;
      ASSERT_EQ(position->key(), position->recomputed_key()) << text;
    }
  }
  EXPECT_GT(accepted, 1000);
}

TEST(MoveNotation, EveryMoveComesBack) {
  for (int from = 0; from < kSquares; ++from)
    for (int to = 0; to < kSquares; ++to) {
      const Move move(square_from_index(from), square_from_index(to));
      const Result<Move> read = parse_move(to_string(move));
      ASSERT_TRUE(read) << read.error();
      ASSERT_EQ(*read, move);
    }
}

TEST(MoveNotation, SquaresAreNamedByColumnAndRow) {
  EXPECT_EQ(to_string(square_at(0, 0)), "a1");
  EXPECT_EQ(to_string(square_at(6, 8)), "g9");
  EXPECT_EQ(to_string(Move(square_at(0, 4), square_at(3, 4))), "a5d5");
}

TEST(MoveNotation, OtherFormsAreRefused) {
  for (std::string_view text :
       {"", "a1", "a1a", "a1a22", "h1a1", "a0a1", "A1a2", "a1-a2", "a1h2", "a1a:", "0000", "a1 2"}) {
    const Result<Move> move = parse_move(text);
    ASSERT_FALSE(move) << text;
    EXPECT_NE(move.error().find("is not a move; write from and to, like g3g4"), std::string::npos)
        << move.error();
  }
  EXPECT_EQ(parse_legal_move("x", Position::start(RuleSet()), RuleSet()).error(), parse_move("x").error());
}

TEST(Notation, NamesSidesAnimalsAndPieces) {
  EXPECT_EQ(to_string(Side::kRed), "red");
  EXPECT_EQ(to_string(Side::kBlue), "blue");
  std::string names;
  std::string letters;
  for (Animal animal : kAllAnimals) {
    names += std::string(to_string(animal)) + " ";
    letters += to_char({Side::kRed, animal});
    letters += to_char({Side::kBlue, animal});
  }
  EXPECT_EQ(names, "rat cat dog wolf leopard tiger lion elephant ");
  EXPECT_EQ(letters, "RrCcDdWwPpTtLlEe");
}

TEST(Diagram, ShowsAnimalsWaterTrapsAndDens) {
  EXPECT_EQ(board_diagram(position_of("l5t/1d3c1/2p1w1e/7/1r5/7/E1W1P1R/1C3D1/T5L r 0 1")),
            "9 l . ^ * ^ . t\n"
            "8 . d . ^ . c .\n"
            "7 . . p . w . e\n"
            "6 . ~ ~ . ~ ~ .\n"
            "5 . r ~ . ~ ~ .\n"
            "4 . ~ ~ . ~ ~ .\n"
            "3 E . W . P . R\n"
            "2 . C . ^ . D .\n"
            "1 T . ^ * ^ . L\n"
            "  a b c d e f g\n");
}

}  // namespace
}  // namespace jungle::test
