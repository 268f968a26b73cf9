#pragma once
// How well a game was played: each move against the best one of its position.
//
// What a move loses is the expected score (win + draw / 2) of the best line before it, less that of the
// position after it (of the best line there, or the end of the game), both for the side that moves; never
// less than 0, and 0 for the best move itself and where there was no choice. The position after a move counts
// even where the move has a line of its own before it: a bad one has hardly been looked at there. From
// kInaccuracyLoss on it is marked ?!, from kMistakeLoss on ?, from kBlunderLoss on ??.
//
//   GameReview review = review_game(game, decisions);   // of every position, the last one included
//
// Thread rule: pure functions.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "search/player.hpp"

namespace jungle {

inline constexpr double kInaccuracyLoss = 0.05;  // of an expected score
inline constexpr double kMistakeLoss = 0.10;
inline constexpr double kBlunderLoss = 0.20;

enum class Mark : std::uint8_t { kNone, kInaccuracy, kMistake, kBlunder };
std::string_view to_string(Mark mark);  // "", "?!", "?", "??"

// Scores are expected scores for the side that moves.
struct ReviewedMove {
  Side side = Side::kRed;
  Move move;
  double score = 0;  // of the position after it
  Move best;
  double best_score = 0;
  double loss = 0;
  Mark mark = Mark::kNone;
};

struct SideReview {
  int moves = 0;
  int best_moves = 0;
  std::array<int, 4> marks{};  // by Mark
  double mean_loss = 0;        // of its moves; 0 without any
};

struct GameReview {
  std::vector<ReviewedMove> moves;
  std::array<SideReview, 2> sides;  // Red, Blue
};

// `decisions[i]` is about the position before move i; the last one about the game's present position, and
// without meaning when the game is over. With fewer decisions only the first moves are reviewed, one less
// than there are decisions. Precondition: at least one, and no more than game.plies() + 1.
GameReview review_game(const Game& game, std::span<const Decision> decisions);

}  // namespace jungle
