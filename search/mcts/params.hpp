#pragma once
// Settings of Monte Carlo tree search, shared by the tree for matches and the pool for self-play.

namespace jungle {

class EndgameTable;

struct MctsParams {
  float cpuct = 1.5F;           // exploration: U = cpuct * scale * prior * sqrt(N) / (1 + n)
  bool scale_by_spread = true;  // scale: how widely root values vary; flat and sharp positions explore alike
  float fpu_reduction = 0.2F;  // first-play urgency: parent's value minus this times sqrt(visited prior mass)
  float value_discount = 1.0F;  // of a value per ply on its way up: below 1 a nearer win is worth more
  bool solver = true;           // proven wins and losses propagate
  float noise_fraction = 0.0F;  // of Dirichlet noise in the root priors; 0: none
  float noise_alpha = 0.6F;
  bool tree_reuse = true;  // keep the subtree of the moves played
  int virtual_visits = 1;  // shared tree: visits a waiting descent counts for, with a loss each
  int batch = 1;           // shared tree: leaves a thread gathers before it evaluates
  int memory_mb = 1024;    // of nodes and edges; a search that fills it stops early and says so

  // Exact endings (search/endgame_proof.hpp says when they hold), or null. Of the rules of the games
  // searched; outlives the search.
  const EndgameTable* endgame_table = nullptr;
};

}  // namespace jungle
