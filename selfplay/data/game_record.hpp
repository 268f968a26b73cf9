#pragma once
// One finished self-play game with what its searches found: the source of training samples. Its text form is
// data/pgn.hpp's.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/endgame_table.hpp"
#include "search/player.hpp"

namespace jungle {

// The search behind one move. Values are for the side that moved. Moves of an opening, at random or by the
// net's policy, have no search: visits is 0.
struct SearchRecord {
  bool full = false;     // searched in full, with noise: a training sample; else fast, for the game's sake
  int visits = 0;        // of the root when the search ended
  int repetitions = 0;   // how often this board stood before in the game
  float root_value = 0;  // of the search, in [-1, 1]
  float raw_value = 0;   // of the net alone
  std::vector<RootMove> root_moves;  // full searches only: parallel to the generator's legal moves
  std::vector<float> policy;         // full searches only: the target, parallel to root_moves
};

// Beside the numbers of EndReason, in shards.
inline constexpr std::uint8_t kResignedReason = 7;
static_assert(kResignedReason >= kEndReasons);

// Where a game begins. The numbers are those of shards.
enum class GameStart : std::uint8_t {
  kStandard,         // at the start position
  kRandomPlacement,  // at a position that was drawn
  kEarlierGame,      // at a position of an earlier game of the run
};
inline constexpr int kGameStarts = 3;

struct GameRecord {
  std::uint32_t index = 0;  // in its generation
  GameStart start = GameStart::kStandard;
  bool taught = false;  // played by the teacher, not by the net
  Game game;
  std::vector<SearchRecord> searches;  // one a ply
  // What a table of endings said of the last position, where it ended the game (was *adjudicated*); none of a
  // game that the rules ended.
  std::optional<EndgameValue> adjudication = {};

  // Set when the side to move in the last position gave the game up: how many plies the net thought were
  // left.
  std::optional<int> resignation = {};
  bool may_resign = false;  // whether a side was allowed to
  // For each side, by index(): it would have resigned at any threshold below this (selfplay/resignation.hpp).
  std::array<float, 2> resigns_below = {-1, -1};

  // How the game ended: of reason kNone when it was adjudicated or resigned.
  Outcome outcome() const;
  // The same as shards have it: the reason, or kResignedReason.
  std::uint8_t reason_code() const;
  // Plies from the last position to the end: under best play, as the table has it, or as the net thought when
  // the game was given up; 0 of a game that the rules ended, and of a draw.
  int plies_beyond() const { return adjudication ? adjudication->plies : resignation.value_or(0); }
};

inline Outcome GameRecord::outcome() const {
  if (resignation) return win_for(!game.side_to_move(), EndReason::kNone);
  if (!adjudication) return game.outcome();
  if (adjudication->result_for_side_to_move == 0) return {GameResult::kDraw, EndReason::kNone};
  const Side to_move = game.side_to_move();
  return win_for(adjudication->result_for_side_to_move > 0 ? to_move : !to_move, EndReason::kNone);
}

inline std::uint8_t GameRecord::reason_code() const {
  return resignation ? kResignedReason : static_cast<std::uint8_t>(outcome().reason);
}

}  // namespace jungle
