#pragma once
// The text that names a player on the command line, as values.
//
//   random                               any legal move
//   ab:depth=6                           alpha-beta; also nodes=, movetime= (milliseconds), table_mb=,
//                                        tablebase=DIR (endgame tables)
//   mcts:visits=400                      tree search with the net that ships
//   mcts:net=PATH,visits=400             with another: a .safetensors file or a run directory
//   mcts:eval=uniform,visits=1000        the same without knowledge
//   mcts:net=PATH,movetime=100,threads=2 also temperature=, cpuct=, batch=, cache_mb=, memory_mb=,
//                                        tablebase=, precision=auto|float32|bfloat16, backend=cpu|torch,
//                                        and device= for torch
//
//   uci:cmd="./engine --quiet",movetime=100   a program that speaks UCI; also nodes=, depth=, margin_ms=,
//                                        stall_ms=, start_ms=, fen=rb|wb, and option.NAME=VALUE for setoption
//
// A value with a comma in it is put in double quotes; words of a cmd, in single ones. Players of matches have
// no root noise. Thread rule: pure functions. Opening the player (files, memory) is app/player_factory.hpp's.

#include <string>
#include <string_view>

#include "app/evaluator_factory.hpp"
#include "core/util/result.hpp"
#include "search/alphabeta/params.hpp"
#include "search/limits.hpp"
#include "search/mcts/params.hpp"
#include "selfplay/rating/uci_client.hpp"

namespace jungle {

enum class PlayerKind { kRandom, kAlphaBeta, kMcts, kUci };

struct PlayerSpec {
  std::string text;  // as written: the player's name in results and records
  PlayerKind kind = PlayerKind::kRandom;
  Limits limits;  // never none(), but for `random` and where they are optional

  AlphaBetaParams alpha_beta;  // ab

  std::string net;                // mcts: as written (app/named_net.hpp); empty with eval=uniform
  NetEvaluatorOptions evaluator;  // its max_batch follows from mcts.batch
  MctsParams mcts;
  int threads = 1;
  float temperature = 0;  // of the choice by visits; 0: the most visited
  int cache_mb = 64;      // of remembered evaluations; 0: none

  // ab, mcts: a folder of endgame tables; empty: the command's, if there is one. app/endgame_tables.hpp opens
  // it and sets endgame_table of alpha_beta and mcts.
  std::string tablebase = {};

  UciEngine engine;  // uci
};

// Must a spec say when its player stops thinking? Not where limits come with each question, as over UCI;
// there the player has to be a search of this program, not an engine on its own.
enum class SpecLimits { kRequired, kOptional };

// The message names the player, the key, and the nearest known key or the values allowed.
Result<PlayerSpec> parse_player_spec(std::string_view text, SpecLimits limits = SpecLimits::kRequired);

}  // namespace jungle
