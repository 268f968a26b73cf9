// Why a move is not legal, in words: core/notation.hpp.

#include <optional>

#include "core/geometry.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace jungle {
namespace {

std::string the(Animal animal) { return "the " + std::string(to_string(animal)); }

bool is_straight(Move move) {
  return column(move.from()) == column(move.to()) || row(move.from()) == row(move.to());
}

Bitboard between(Move move) {
  const int columns = column(move.to()) - column(move.from());
  const int rows = row(move.to()) - row(move.from());
  const int stride = (columns > 0) - (columns < 0) + kColumns * ((rows > 0) - (rows < 0));
  Bitboard squares;
  for (int i = index(move.from()) + stride; i != index(move.to()); i += stride)
    squares |= Bitboard(square_from_index(i));
  return squares;
}

// The reason why the animal can't get there at all, whatever stands on the square; nothing if it can.
std::optional<std::string> unreachable(const Position& position, const RuleSet& rules, Animal animal,
                                       Move move) {
  if (neighbours(Bitboard(move.from())).contains(move.to())) return std::nullopt;
  const bool leaper = animal == Animal::kLion || animal == Animal::kTiger;
  const Bitboard path = is_straight(move) ? between(move) : Bitboard();
  const bool over_water = path.any() && (path & ~kWater).empty();
  if (!leaper || !over_water)
    return leaper ? the(animal) + " moves one square up, down, left or right, or leaps straight over a river"
                  : the(animal) + " moves one square up, down, left or right";
  const bool along_column = column(move.from()) == column(move.to());
  if ((along_column ? rules.column_leap_water(animal) : rules.row_leap_water(animal)).empty())
    return the(animal) + " does not leap along " + (along_column ? "columns" : "rows") + " under these rules";
  const Side us = position.side_to_move();
  Bitboard rats = position.animal(!us, Animal::kRat);
  if (rules.fields().jump_blockers == JumpBlockers::kAnyRat) rats |= position.animal(us, Animal::kRat);
  if (const Bitboard blocker = rats & path; blocker.any())
    return "a rat in the water on " + to_string(blocker.first()) + " blocks the leap";
  return std::nullopt;
}

std::string why_not_captured(const Position& position, const RuleSet& rules, Animal attacker, Animal prey,
                             Move move) {
  const Side us = position.side_to_move();
  if (rules.powerless_squares(us).contains(move.from()))
    return the(attacker) + " stands on a trap and may not capture from there";
  if (kWater.contains(move.from()) != kWater.contains(move.to()))
    return "no capture across the edge of the water";
  if (attacker == Animal::kElephant && prey == Animal::kRat) return "the elephant may not take the rat";
  return the(attacker) + " (" + std::to_string(rules.rank(attacker)) + ") may not take " + the(prey) + " (" +
         std::to_string(rules.rank(prey)) + ")";
}

}  // namespace

std::string why_illegal(const Position& position, const RuleSet& rules, Move move) {
  const Side us = position.side_to_move();
  const std::optional<Piece> mover = position.piece_at(move.from());
  if (!mover) return "no animal stands on " + to_string(move.from());
  if (mover->side != us)
    return "it is " + std::string(to_string(us)) + "'s turn, and " + to_string(move.from()) + " holds " +
           std::string(to_string(mover->side)) + "'s " + std::string(to_string(mover->animal));
  if (move.from() == move.to()) return "an animal must move; there is no passing";
  if (move.to() == den_square(us)) return "no animal may enter its own den";
  if (mover->animal != Animal::kRat && kWater.contains(move.to()))
    return the(mover->animal) + " may not enter water";
  if (const auto reason = unreachable(position, rules, mover->animal, move)) return *reason;
  const std::optional<Piece> prey = position.piece_at(move.to());
  JUNGLE_CHECK(prey.has_value());  // a reachable empty square is a legal move
  if (prey->side == us)
    return "its own " + std::string(to_string(prey->animal)) + " stands on " + to_string(move.to());
  return why_not_captured(position, rules, mover->animal, prey->animal, move);
}

Result<Move> parse_legal_move(std::string_view text, const Position& position, const RuleSet& rules) {
  Result<Move> move = parse_move(text);
  if (!move || is_legal(position, rules, *move)) return move;
  return Error{"illegal move " + to_string(*move) + ": " + why_illegal(position, rules, *move)};
}

}  // namespace jungle
