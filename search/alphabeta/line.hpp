#pragma once
// The line being searched: the positions from the root down, what the game had before the root, and the draws
// that follow from both.
//
//   Line line(game, tables);
//   line.push(move);  ... line.is_draw(...) ...  line.pop();
//
// Nothing allocates after construction. Thread rule: hostile.

#include <array>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/alphabeta/evaluation.hpp"
#include "search/alphabeta/move_order.hpp"

namespace jungle::alphabeta {

class Line {
 public:
  // What counts as a repetition: the rule's own count, or that and any second visit below the root. A search
  // may take the latter for a draw, since who can repeat once can do so for ever; it holds under rule sets
  // without a repetition rule too.
  enum class Repeats { kByTheRules, kAlsoTwiceInLine };

  static constexpr int kNearLimit = 32;

  // `near_limit`: with so many plies to a limit, or fewer, the same board is worth something else; see
  // table_key().
  Line(const Game& game, const EvalTables& tables, int near_limit = kNearLimit);

  const Position& position() const { return frames_[static_cast<std::size_t>(ply_)].position; }
  int ply() const { return ply_; }  // 0 at the root
  const RuleSet& rules() const { return rules_; }
  Score evaluate() const;  // for the side to move

  bool ends_game(const OrderedMove& move) const;  // by the den, or by taking the last animal
  void push(const OrderedMove& move);             // precondition: legal, ply() < kMaxPly
  void pop() { forget_key(keys_[--key_count_]), --ply_; }

  // By repetition, no-capture limit or length; a side without moves is not a draw here.
  bool is_draw(Repeats repeats) const;
  // Until the no-capture limit or the length ends the game; large where there is none.
  int plies_to_limit() const;

  // May a board come a third time within two plies, and draw by the rules? Says yes as soon as any board
  // since the last capture has stood twice.
  bool third_visit_is_near() const;

  // Has a board other than the present one stood twice since the last capture, under a rule that draws at the
  // third time?
  bool another_board_stood_twice() const;

  // Key of a table entry: the position's, and near a limit also how near it is.
  std::uint64_t table_key() const;

 private:
  struct Frame {
    Position position;
    EvalState eval;
  };
  static constexpr std::size_t kFilterSize = 4096;

  bool is_repetition(Repeats repeats) const;
  bool stood_twice_up_to(std::size_t last) const;  // among the boards since the last capture
  void remember_key(std::uint64_t key) { ++filter_[key % kFilterSize]; }
  void forget_key(std::uint64_t key) { --filter_[key % kFilterSize]; }

  RuleSet rules_;
  const EvalTables& tables_;
  int near_limit_;
  int game_plies_;
  int ply_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> keys_;  // of the game since its last capture, then of the line
  std::size_t key_count_ = 0;
  std::size_t root_key_ = 0;  // index of the root's key
  std::array<std::uint16_t, kFilterSize>
      filter_{};  // how many of those keys fall on a slot: nearly always tells "new" at once
};

}  // namespace jungle::alphabeta
