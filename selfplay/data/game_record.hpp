#pragma once
// One finished self-play game with what its searches found: the source of training samples. Its text form is
// data/pgn.hpp's.

#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/player.hpp"

namespace jungle {

// The search behind one move. Values are for the side that moved. Moves of a random opening have no search:
// visits is 0.
struct SearchRecord {
  bool full = false;     // searched in full, with noise: a training sample; else fast, for the game's sake
  int visits = 0;        // of the root when the search ended
  int repetitions = 0;   // how often this board stood before in the game
  float root_value = 0;  // of the search, in [-1, 1]
  float raw_value = 0;   // of the net alone
  std::vector<RootMove> root_moves;  // full searches only: parallel to the generator's legal moves
  std::vector<float> policy;         // full searches only: the target, parallel to root_moves
};

struct GameRecord {
  std::uint32_t index = 0;        // in its generation
  bool random_placement = false;  // the start position was drawn, not the standard layout
  Game game;
  std::vector<SearchRecord> searches;  // one a ply
};

}  // namespace jungle
