#include "search/tablebase/capture_values.hpp"

#include <algorithm>
#include <cstddef>

#include "core/util/check.hpp"
#include "search/tablebase/mirror.hpp"

namespace jungle::tablebase {
namespace {

// What is left for an opponent without animals, who is to move.
ValueCode code_of_none_left(const RuleSet& rules) {
  const RuleFields& fields = rules.fields();
  const bool lost = fields.capture_all == CaptureAll::kWin || fields.no_move == NoMove::kLoss;
  return lost ? loss_in(0) : kDrawCode;
}

// All captures of one animal by another. An animal's squares are walked by adding a stride to the index of
// the placement and another to that of the ending left, which has its animals in the same order or, with
// sides swapped, in another and on squares counted from the far end. Where no animal is left to the victim's
// side, that ending is one code for all, and its strides are 0.
class CaptureWalk {
 public:
  // `none_left` outlives the walk.
  CaptureWalk(const Material& material, const SolvedEndings& smaller, Piece attacker, Piece victim,
              const ValueCode& none_left)
      : attacker_(attacker), victim_(victim), values_left_(&none_left) {
    const std::vector<Piece> pieces = material.pieces();
    find_ending_left(material.without(victim), smaller);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto stride = static_cast<std::ptrdiff_t>(grid_stride(static_cast<int>(pieces.size() - 1 - i)));
      const Bitboard half = computed_half(i, pieces.size());
      if (pieces[i] == attacker) {
        attacker_stride_ = stride;
        attacker_half_ = half;
      } else if (pieces[i] == victim) {
        victim_stride_ = stride;
        victim_half_ = half;
      } else {
        walkers_.push_back(
            {pieces[i], BoardMoves::standing(pieces[i].animal) & half, stride, stride_left(pieces[i])});
      }
    }
    attacker_stride_left_ = stride_left(attacker);
  }

  // Raises the values of all placements in which the capture can be made.
  void add(const BoardMove& move, const BoardMoves& moves, GridValues& captures) const {
    if (!attacker_half_.contains(move.from) || !victim_half_.contains(move.to)) return;
    const std::ptrdiff_t at = attacker_stride_ * index(move.from) + victim_stride_ * index(move.to);
    const std::ptrdiff_t left = origin_left_ + attacker_stride_left_ * index(move.to);
    walk(0, move, moves, captures.data() + at, values_left_ + left);
  }

 private:
  struct Walker {  // an animal that takes no part
    Piece piece;
    Bitboard squares;  // that it may stand on in the half of the board that is computed
    std::ptrdiff_t stride = 0;
    std::ptrdiff_t stride_left = 0;
  };

  static void raise(ValueCode& value, ValueCode other) { value = std::max(value, other); }

  void find_ending_left(const Material& left, const SolvedEndings& smaller) {
    if (left.count(victim_.side) == 0) return;
    swapped_ = !left.is_canonical();
    pieces_left_ = left.canonical().pieces();
    const Side to_move = swapped_ ? !victim_.side : victim_.side;
    const SolvedEnding* ending = smaller.find(left.canonical());
    JUNGLE_CHECK(ending != nullptr);
    values_left_ = ending->values[static_cast<std::size_t>(index(to_move))].data();
    if (!swapped_) return;
    for (std::size_t i = 0; i < pieces_left_.size(); ++i)
      origin_left_ += (kSquares - 1) *
                      static_cast<std::ptrdiff_t>(grid_stride(static_cast<int>(pieces_left_.size() - 1 - i)));
  }

  std::ptrdiff_t stride_left(Piece piece) const {
    if (pieces_left_.empty()) return 0;
    if (swapped_) piece.side = !piece.side;
    const auto found = std::find(pieces_left_.begin(), pieces_left_.end(), piece);
    const auto stride =
        static_cast<std::ptrdiff_t>(grid_stride(static_cast<int>(pieces_left_.end() - found) - 1));
    return swapped_ ? -stride : stride;
  }

  void walk(std::size_t depth, const BoardMove& move, const BoardMoves& moves, ValueCode* value,
            const ValueCode* left) const {
    if (depth == walkers_.size()) {
      raise(*value, before_move_to(*left));
      return;
    }
    const Walker& walker = walkers_[depth];
    const bool may_block =
        walker.piece.animal == Animal::kRat && moves.rat_blocks(walker.piece.side, attacker_.side);
    Bitboard squares = walker.squares & ~(may_block ? move.leapt : Bitboard());
    if (depth + 1 == walkers_.size()) {
      // Squares where it can't stand are given anything, so that the loop is straight; a page is never left.
      if (squares == walker.squares && walker.stride == 1) return walk_word(walker, value, left);
      for (; squares.any();) {
        const std::ptrdiff_t square = index(squares.pop_first());
        raise(value[square * walker.stride], before_move_to(left[square * walker.stride_left]));
      }
      return;
    }
    squares &= ~(Bitboard(move.from) | Bitboard(move.to));
    while (squares.any()) {
      const std::ptrdiff_t square = index(squares.pop_first());
      walk(depth + 1, move, moves, value + square * walker.stride, left + square * walker.stride_left);
    }
  }

  static void walk_word(const Walker& walker, ValueCode* value, const ValueCode* left) {
    if (walker.stride_left == 1) {
      for (int square = 0; square < kSquares; ++square) raise(value[square], before_move_to(left[square]));
    } else {
      for (int square = 0; square < kSquares; ++square)
        raise(value[square], before_move_to(left[square * walker.stride_left]));
    }
  }

  Piece attacker_;
  Piece victim_;
  bool swapped_ = false;
  std::vector<Piece> pieces_left_;
  const ValueCode* values_left_;
  std::ptrdiff_t origin_left_ = 0;
  std::ptrdiff_t attacker_stride_ = 0;
  std::ptrdiff_t attacker_stride_left_ = 0;
  std::ptrdiff_t victim_stride_ = 0;
  Bitboard attacker_half_ = kAllSquares;
  Bitboard victim_half_ = kAllSquares;
  std::vector<Walker> walkers_;
};

}  // namespace

void add_capture_values(const Material& material, const RuleSet& rules, const BoardMoves& moves,
                        const SolvedEndings& smaller, std::array<GridValues, 2>& captures) {
  const ValueCode none_left = code_of_none_left(rules);
  const std::vector<Piece> pieces = material.pieces();
  for (const Piece& attacker : pieces) {
    for (const Piece& victim : pieces) {
      if (attacker.side == victim.side) continue;
      const CaptureWalk walk(material, smaller, attacker, victim, none_left);
      GridValues& values = captures[static_cast<std::size_t>(index(attacker.side))];
      for (const BoardMove& move : moves.captures(attacker, victim.animal)) walk.add(move, moves, values);
    }
  }
}

}  // namespace jungle::tablebase
