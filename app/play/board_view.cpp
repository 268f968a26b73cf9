#include "app/play/board_view.hpp"

#include <string_view>

#include <fmt/format.h>

#include "app/play/table.hpp"
#include "core/geometry.hpp"
#include "core/notation.hpp"

namespace jungle {
namespace {

constexpr Bitboard kTraps = traps(Side::kRed) | traps(Side::kBlue);
constexpr Bitboard kDens = den(Side::kRed) | den(Side::kBlue);

// Foreground and background are both set, so that it looks alike on dark and light terminals (256 colours).
constexpr std::string_view kReset = "\x1b[0m";
std::string_view ground_colour(Square square) {
  if (kWater.contains(square)) return "\x1b[48;5;117m";
  if (kTraps.contains(square)) return "\x1b[48;5;179m";
  if (kDens.contains(square)) return "\x1b[48;5;210m";
  return "\x1b[48;5;187m";
}
std::string_view piece_colour(Side side) {
  return side == Side::kRed ? "\x1b[1;38;5;124m" : "\x1b[1;38;5;18m";
}
constexpr std::string_view kMarkColour = "\x1b[1;38;5;22m";

char ground_sign(Square square) {
  if (kWater.contains(square)) return '~';
  if (kTraps.contains(square)) return '^';
  if (kDens.contains(square)) return '*';
  return ' ';
}

// Four characters: a mark, two for the animal, a mark or the ground.
std::string plain_cell(Square square, const std::string& piece, const BoardViewOptions& options) {
  const char ground = ground_sign(square);
  const bool moved = options.last && (options.last->from() == square || options.last->to() == square);
  const bool destination = options.destinations.contains(square);
  const std::string empty = {ground == ' ' ? '.' : ground, ' '};
  const std::string_view inner = piece.empty() ? std::string_view(empty) : std::string_view(piece);
  const char before = destination ? (piece.empty() ? '+' : 'x') : moved ? '[' : ' ';
  const char after = moved ? ']' : piece.empty() ? ' ' : ground;
  return fmt::format("{}{}{}", before, inner, after);
}

std::string cell(const Position& position, const RuleSet& rules, Square square,
                 const BoardViewOptions& options) {
  const std::optional<Piece> piece = position.piece_at(square);
  std::string plain = plain_cell(square, piece ? piece_text(*piece, rules) : std::string(), options);
  if (!options.colours) return plain;
  const bool marked = options.destinations.contains(square) && !piece;
  return fmt::format("{}{}{}{}", ground_colour(square),
                     marked || !piece ? kMarkColour : piece_colour(piece->side), plain, kReset);
}

}  // namespace

std::string piece_text(Piece piece, const RuleSet& rules) {
  return fmt::format("{}{}", to_char(piece), rules.rank(piece.animal));
}

std::string piece_name(Piece piece, const RuleSet& rules) {
  return fmt::format("{} {}", to_string(piece.animal), piece_text(piece, rules));
}

std::string board_view(const Position& position, const RuleSet& rules, const BoardViewOptions& options) {
  const bool turned_board = options.bottom == Side::kBlue;
  const auto place = [&](int line, int column_on_screen) {
    const Square square = square_at(column_on_screen, kRows - 1 - line);
    return turned_board ? turned(square) : square;
  };
  std::string text;
  for (int line = 0; line < kRows; ++line) {
    text += fmt::format("{:>2} ", row(place(line, 0)) + 1);
    for (int i = 0; i < kColumns; ++i) text += cell(position, rules, place(line, i), options);
    text += '\n';
  }
  text += "   ";
  for (int i = 0; i < kColumns; ++i) text += fmt::format(" {}  ", "abcdefg"[column(place(0, i))]);
  while (text.back() == ' ') text.pop_back();
  return text + '\n';
}

std::string losses_text(const Position& position, const RuleSet& rules) {
  std::string text;
  for (const Side side : kSides) {
    std::string lost;
    for (const Animal animal : kAllAnimals) {
      if (position.animal(side, animal).empty()) lost += ' ' + piece_text({side, animal}, rules);
    }
    if (!lost.empty())
      text += fmt::format("{}{} lost{}.", text.empty() ? "" : " ", capitalised(to_string(side)), lost);
  }
  return text;
}

}  // namespace jungle
