#pragma once
// Endgame tables of up to three animals for a rule set, made on the spot (a third of a second), and positions
// to ask them about.

#include <memory>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/util/random.hpp"
#include "search/player.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {

class SolvedEndings {
 public:
  explicit SolvedEndings(const RuleSet& rules) : rules_(rules), tables_(rules, 3) {}

  const RuleSet& rules() const { return rules_; }
  const EndgameTable& table() const { return tables_.table(); }
  EndgameValue value(const Position& position) const { return table().probe(position).value(); }
  // Of the moves of an ongoing game: the nearest win, the furthest loss.
  Move best_move(const Game& game) const;

 private:
  RuleSet rules_;
  SmallTablebase tables_;
};

// The preset without a repetition rule, limits or length: as the table sees it.
RuleSet without_draw_rules(std::string_view preset);

// Unfinished, of two animals up to `animals`.
std::vector<Position> random_endings(const RuleSet& rules, int count, int animals, Rng& rng);

enum class Search { kAlphaBeta, kTree, kTreeOfTwoThreads };
constexpr std::string_view name_of(Search search) {
  return search == Search::kAlphaBeta ? "AlphaBeta" : search == Search::kTree ? "Tree" : "TreeOfTwoThreads";
}
// With a table or without; nothing is drawn by lot.
std::unique_ptr<Player> make_searcher(Search search, const EndgameTable* table);

// What the player claims of the game's result: the first of its root moves. Not proven: 0.
struct Claim {
  int result = 0;
  int plies = 0;
};
Claim claim_of(const Decision& decision);

}  // namespace jungle::test
