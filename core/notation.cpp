#include "core/notation.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "core/geometry.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr std::string_view kLetters = "RCDWPTLE";  // in the order of Animal

char lower(char letter) {
  return static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}
char upper(char letter) {
  return static_cast<char>(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
}

std::optional<Piece> piece_of_letter(char letter) {
  const char capital = upper(letter) == 'J' ? 'P' : upper(letter);
  const std::size_t found = kLetters.find(capital);
  if (found == std::string_view::npos) return std::nullopt;
  return Piece{letter == upper(letter) ? Side::kRed : Side::kBlue, kAllAnimals[found]};
}

std::optional<Square> parse_square(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'g' || text[1] < '1' || text[1] > '9')
    return std::nullopt;
  return square_at(text[0] - 'a', text[1] - '1');
}

// One row of the board field; `row` counts from 0 at the bottom.
Status parse_row(std::string_view text, int row, PositionBuilder& builder) {
  const std::string where = "row " + std::to_string(row + 1) + " '" + printable(text) + "'";
  int column = 0;
  for (char letter : text) {
    if (letter >= '1' && letter <= '9') {
      column += letter - '0';
    } else {
      const std::optional<Piece> piece = piece_of_letter(letter);
      if (!piece)
        return Error{"unknown letter '" + printable({&letter, 1}) + "' in " + where +
                     "; animals are R C D W P T L E"};
      if (column < kColumns)
        if (Status placed = builder.place(*piece, square_at(column, row)); !placed) return placed;
      ++column;
    }
  }
  if (column != kColumns) return Error{where + " has " + std::to_string(column) + " squares, not 7"};
  return Done{};
}

Status parse_board(std::string_view text, PositionBuilder& builder) {
  const std::vector<std::string_view> rows = split(text, '/');
  if (rows.size() != kRows) return Error{"the board has " + std::to_string(rows.size()) + " rows, not 9"};
  for (int i = 0; i < kRows; ++i)
    if (Status status = parse_row(rows[static_cast<std::size_t>(i)], kRows - 1 - i, builder); !status)
      return status;
  return Done{};
}

Result<int> parse_counter(std::string_view text, std::string_view what, int lowest) {
  int number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() || number < lowest || number > kMaxCounter)
    return Error{std::string(what) + " '" + printable(text) + "' is not a number from " +
                 std::to_string(lowest) + " to " + std::to_string(kMaxCounter)};
  return number;
}

}  // namespace

std::string to_string(Square square) {
  return {static_cast<char>('a' + column(square)), static_cast<char>('1' + row(square))};
}

std::string to_string(Move move) { return to_string(move.from()) + to_string(move.to()); }

char to_char(Piece piece) {
  const char letter = kLetters[static_cast<std::size_t>(index(piece.animal))];
  return piece.side == Side::kRed ? letter : lower(letter);
}

std::string_view to_string(Side side) { return side == Side::kRed ? "red" : "blue"; }

std::string_view to_string(Animal animal) {
  constexpr std::array<std::string_view, kAnimals> kNames = {"rat",     "cat",   "dog",  "wolf",
                                                             "leopard", "tiger", "lion", "elephant"};
  return kNames[static_cast<std::size_t>(index(animal))];
}

std::string to_string(const Position& position) {
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    int gap = 0;
    for (int column = 0; column < kColumns; ++column) {
      const std::optional<Piece> piece = position.piece_at(square_at(column, row));
      if (!piece) {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
      text += to_char(*piece);
    }
    if (gap > 0) text += std::to_string(gap);
    if (row > 0) text += '/';
  }
  text += position.side_to_move() == Side::kRed ? " r " : " b ";
  return text + std::to_string(position.plies_since_capture()) + " " +
         std::to_string(position.full_move_number());
}

Result<Position> parse_position(std::string_view text) {
  const std::vector<std::string_view> fields = split_words(text);
  if (fields.size() < 2 || fields.size() > 4)
    return Error{"a position has a board, a side to move and up to two counters; found " +
                 std::to_string(fields.size()) + " fields"};
  PositionBuilder builder;
  if (Status status = parse_board(fields[0], builder); !status) return Error{status.error()};

  if (fields[1] == "b") {
    builder.side_to_move(Side::kBlue);
  } else if (fields[1] != "r" && fields[1] != "w") {
    return Error{"the side to move is 'r' or 'b', not '" + printable(fields[1]) + "'"};
  }

  const Result<int> clock =
      fields.size() > 2 ? parse_counter(fields[2], "the count of plies since the last capture", 0) : 0;
  if (!clock) return Error{clock.error()};
  const Result<int> number = fields.size() > 3 ? parse_counter(fields[3], "the full-move number", 1) : 1;
  if (!number) return Error{number.error()};
  return builder.counters(*clock, *number).build();
}

Result<Move> parse_move(std::string_view text) {
  if (text.size() == 4) {
    const std::optional<Square> from = parse_square(text.substr(0, 2));
    const std::optional<Square> to = parse_square(text.substr(2, 2));
    if (from && to) return Move(*from, *to);
  }
  return Error{"'" + printable(text) + "' is not a move; write from and to, like g3g4"};
}

std::string board_diagram(const Position& position) {
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    text += std::to_string(row + 1);
    for (int column = 0; column < kColumns; ++column) {
      const Square square = square_at(column, row);
      const std::optional<Piece> piece = position.piece_at(square);
      const bool is_trap = (traps(Side::kRed) | traps(Side::kBlue)).contains(square);
      const bool is_den = (den(Side::kRed) | den(Side::kBlue)).contains(square);
      text += ' ';
      text += piece ? to_char(*piece) : kWater.contains(square) ? '~' : is_trap ? '^' : is_den ? '*' : '.';
    }
    text += '\n';
  }
  return text + "  a b c d e f g\n";
}

}  // namespace jungle
