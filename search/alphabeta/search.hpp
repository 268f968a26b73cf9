#pragma once
// One search of one position: principal variation search, called with growing depth by the player
// (search/alphabeta/player.hpp).
//
//   Search search(game, params, memory, stopper);
//   for (int depth = 1; search.deepen(depth); ++depth) {}
//   search.root_moves().front();   // the best
//
// Of several lines (for analysis) each is searched exactly, the moves of those before it left out.
//
// What keeps the tree small, beyond alpha-beta itself: the table, move order, aspiration windows,
// quiescence, wins and losses at the den that the board alone proves (threats.hpp), late-move reductions,
// reverse futility, futility and late-move pruning near the leaves. `exact` turns all of them off but the
// move order. Measured and left out, since no gain could be told from chance: null move (Jungle's endings
// are full of positions where having to move is a burden) and reductions for want of a table move.
//
// An endgame table (params.endgame_table) is asked everywhere but at the root, where a move has to be found.
// What it proves under the rules in force ends the line; else its value stands for the evaluation, in exact
// mode too.
//
// Thread rule: hostile.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/alphabeta/line.hpp"
#include "search/alphabeta/move_order.hpp"
#include "search/alphabeta/params.hpp"
#include "search/alphabeta/stopper.hpp"
#include "search/alphabeta/transposition.hpp"

namespace jungle::alphabeta {

// What a player keeps from one search to the next.
struct Memory {
  explicit Memory(int table_mb) : table(table_mb) {}
  TranspositionTable table;
  MoveHistory history;
};

struct RootLine {
  OrderedMove move;
  Score score =
      -kInfinite;  // of the last iteration in which the move was, for a while, the best; else -kInfinite
  Score bound = -kInfinite;     // the score is at most this (or just this): what the last visit returned
  Score expected = -kInfinite;  // `score` as the last iteration left it
  std::int64_t nodes = 0;       // spent below it by the whole search
  std::vector<Move> variation;  // begins with the move; of the visit that gave `score`
};

class Search {
 public:
  // `game` is ongoing; what is passed by reference outlives the search. Precondition: lines >= 1.
  Search(const Game& game, const AlphaBetaParams& params, const EvalTables& tables, Memory& memory,
         Stopper& stopper, int lines = 1);

  // Searches one iteration. False when it was stopped before its end; what it had found by then stands.
  bool deepen(int depth);

  const std::vector<RootLine>& root_moves() const { return root_moves_; }  // best first, never empty
  // The best, each with its score, as the last finished iteration left them: as many as asked for, or all.
  std::span<const RootLine> lines() const { return std::span(root_moves_).first(lines_); }
  Score score() const { return root_moves_.front().score; }  // -kInfinite before the first move is searched

 private:
  struct Variation {
    std::array<Move, kMaxPly + 1> moves;
    int length = 0;
  };
  struct Node {  // what the moves of a node are searched with
    int depth;
    Score alpha;
    Score beta;
    Score eval;          // of the evaluation; meaningless where `attackers` is not empty, and in exact mode
    Bitboard attackers;  // enemies about to enter the den: only taking them helps
  };
  struct Ending {  // by the endgame table
    Score score;
    bool proven;  // else a value: a draw rule may come first
  };
  struct Best {
    Score score = -kInfinite;
    Move move;  // none when no move raised alpha
  };

  bool search_line(int depth, std::size_t line);
  Score search_root(int depth, std::size_t line, Score alpha, Score beta);
  Score pvs(int depth, Score alpha, Score beta);
  Score quiescence(Score alpha, Score beta);
  Score exact_leaf() const;
  std::optional<Ending> known_ending() const {
    if (line_.position().occupied().count() > endgame_animals_) [[likely]]
      return std::nullopt;
    return probe_endgame_table();
  }
  std::optional<Ending> probe_endgame_table() const;

  std::optional<Score> known_end() const;  // the score when the rules end the game here
  std::optional<Score> known_from_board() const;
  Bitboard attackers_to_take() const;
  std::optional<Score> known_from_table(const TableHit& hit, int depth, Score alpha, Score beta) const;
  std::optional<Score> prune_node(const Node& node) const;
  bool skip_move(const OrderedMove& move, int number, const Node& node) const;
  int reduction(const OrderedMove& move, int number, int depth, bool pv_node);

  Best search_moves(MoveOrder& order, const Node& node);
  // Depth is the child's; a null window reduced by `reduction` comes first unless `full_window`.
  Score search_child(const OrderedMove& move, int depth, int reduction, Score alpha, Score beta,
                     bool full_window);
  void reward_cutoff(const MoveOrder& order, const OrderedMove& best, int depth);
  Score no_move_score() const;

  Variation& variation() { return variations_[static_cast<std::size_t>(line_.ply())]; }
  void extend_variation(Move move);  // this node's variation: the move, then the child's
  Killers& killers() { return killers_[static_cast<std::size_t>(line_.ply())]; }

  AlphaBetaParams params_;
  Memory& memory_;
  Stopper& stopper_;
  Line line_;
  Line::Repeats repeats_;
  int endgame_animals_;    // the most that the endgame table knows of; 0: there is no table
  bool losses_end_games_;  // a side without moves has lost: what the board proves about dens counts on it
  std::vector<RootLine> root_moves_;
  std::size_t lines_;
  std::vector<Variation> variations_;
  std::vector<Killers> killers_;
};

}  // namespace jungle::alphabeta
