#pragma once
// What a search found, as UCI's lines. Scores are for the side to move, as the protocol wants them.
//
//   info depth 7 multipv 1 score cp 35 wdl 412 276 312 nodes 51234 nps 1204000 time 42 pv g3g4 a7a6
//   bestmove g3g4 ponder a7a6

#include <chrono>
#include <string>
#include <vector>

#include "search/evaluator.hpp"
#include "search/player.hpp"

namespace jungle {

struct InfoStyle {
  std::chrono::milliseconds elapsed{0};  // since the search began
  bool wdl = true;
};

// A line for each of the decision's lines; a single one without score where it has none.
std::vector<std::string> info_lines(const Decision& decision, const InfoStyle& style);
std::string bestmove_line(const Decision& decision);

// The Elo difference that stands for the expected score s = win + draw / 2: 400 log10(s / (1 - s)), from
// -9999 to 9999. So 0 is an even game and 100 a score of 64 %, for every player alike.
int centipawns(const Wdl& wdl_for_side_to_move);

// "cp 35", or "mate 3" and "mate -3" for proven ends: in moves of the winner and of the loser.
std::string score_text(const SearchLine& line);

// Three numbers that add up to 1000: "412 276 312".
std::string wdl_text(const Wdl& wdl);

}  // namespace jungle
