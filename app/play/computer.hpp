#pragma once
// The opponent at the table, and who gives hints.
//
//   Result<Computer> computer = Computer::open("medium", {.rules = rules, .tables = tables, .seed = seed});
//   const Decision reply = computer->reply(game, stop);
//
// Thread rule: hostile.

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/endgame_tables.hpp"
#include "core/game.hpp"
#include "core/rules.hpp"
#include "core/util/random.hpp"
#include "core/util/result.hpp"
#include "search/player.hpp"

namespace jungle {

struct Level {
  std::string_view name;
  std::string_view player;  // its spec
};
const std::vector<Level>& levels();  // easy, medium, hard

struct ComputerWanted {
  const RuleSet& rules;   // of the endgame tables, if it has one
  EndgameTables& tables;  // outlives it
  std::uint64_t seed = 0;
};

class Computer {
 public:
  // A level's name, or a player's spec. The message says what is wrong with either.
  static Result<Computer> open(const std::string& level_or_player, const ComputerWanted& wanted);

  const std::string& name() const { return name_; }      // as it was asked for: "medium"
  const std::string& player() const { return player_; }  // the spec

  void new_game() { searcher_->new_game(); }
  // Precondition of all: the game is ongoing.
  Decision think(const Game& game, std::stop_token stop);
  // The same, but early in a game any of the moves that are about as good, by lot: a player without chance of
  // its own would play one game again and again.
  Decision reply(const Game& game, std::stop_token stop);
  // Would it agree to a draw, when its opponent is to move? When it stands worse; or when neither side stands
  // better and nothing was taken for a while.
  bool accepts_draw(const Game& game, std::stop_token stop);

 private:
  std::string name_;
  std::string player_;
  Limits limits_;
  std::unique_ptr<Player> searcher_;
  Rng rng_{0};
};

// Expected score in [0, 1] of the side whose distribution it is.
double expected_score(const Wdl& wdl);

}  // namespace jungle
