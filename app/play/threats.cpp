#include "app/play/threats.hpp"

#include <fmt/format.h>

#include "app/play/board_view.hpp"
#include "core/game.hpp"
#include "core/geometry.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/util/check.hpp"

namespace jungle {
namespace {

// The same board with `side` to move.
Position with_side_to_move(const Position& position, Side side) {
  PositionBuilder builder;
  for (const Side owner : kSides) {
    for (const Animal animal : kAllAnimals) {
      const Bitboard place = position.animal(owner, animal);
      if (!place.empty()) JUNGLE_CHECK(builder.place({owner, animal}, place.first()).has_value());
    }
  }
  return *builder.side_to_move(side).build();
}

}  // namespace

std::vector<Move> threats_against(Side side, const Position& position, const RuleSet& rules) {
  std::vector<Move> threats;
  if (!board_outcome_but_moves(position, rules).is_ongoing()) return threats;
  MoveList moves;
  generate_legal(with_side_to_move(position, !side), rules, moves);
  for (const Move move : moves) {
    if (position.occupied(side).contains(move.to()) || move.to() == den_square(side)) threats.push_back(move);
  }
  return threats;
}

std::vector<std::string> threat_lines(Side side, const Position& position, const RuleSet& rules) {
  std::vector<std::string> lines;
  for (const Move move : threats_against(side, position, rules)) {
    const std::string attacker = piece_name(*position.piece_at(move.from()), rules);
    if (move.to() == den_square(side)) {
      lines.push_back(
          fmt::format("the den can be entered from {} by the {}", to_string(move.from()), attacker));
    } else {
      lines.push_back(fmt::format("the {} on {} can be taken from {} by the {}",
                                  piece_name(*position.piece_at(move.to()), rules), to_string(move.to()),
                                  to_string(move.from()), attacker));
    }
  }
  return lines;
}

}  // namespace jungle
