#pragma once
// What goes over the wire between a match and an engine that speaks UCI, as text. The board is this game's:
// moves are from+to (g3g4), positions those of core/notation.hpp; White of the protocol is the side that
// moves first under the rule set. Only positions carry colours: r and b, or w and b for engines that know no
// r.
//
//   uci_position(game, FenSides::kRedBlue)         // "position startpos moves g3g4 a7a6"
//   uci_go({.movetime_ms = 100})                   // "go movetime 100"
//   read_uci_info("info depth 5 score cp 30 nodes 812 pv g3g4", game, decision)
//
// Thread rule: pure functions.

#include <string>
#include <string_view>

#include "core/game.hpp"
#include "search/player.hpp"

namespace jungle {

enum class FenSides { kRedBlue, kWhiteBlack };  // how a position names the side to move: r and b, w and b

std::string uci_position(const Game& game, FenSides sides);  // all moves from the start, for the repetitions
std::string uci_go(const Limits& limits);                    // movetime, nodes and depth, those that are set

// Fills in what a line of `info` says of the best line: depth, nodes, the opinion, the principal variation.
// Lines of other variations (multipv 2 ...) and words it does not know are passed over, and so is what makes
// no sense: an engine's talk decides nothing. Scores: wdl (per mille) before mate before cp; a centipawn
// counts as a point of Elo.
void read_uci_info(std::string_view line, const Game& game, Decision& decision);

}  // namespace jungle
