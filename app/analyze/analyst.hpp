#pragma once
// Looks at positions with one player and tells its best lines.
//
//   Result<AnalystMaker> maker = AnalystMaker::open("ab:movetime=1000", {.rules = rules, .tables = tables});
//   Result<Analyst> analyst = maker->make();
//   const Decision decision = analyst->look_at(game, maker->spec().limits, 3, stop);
//
// Thread rule: hostile; analysts of one maker may work at once.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "app/endgame_tables.hpp"
#include "app/player_factory.hpp"
#include "app/player_spec.hpp"
#include "core/game.hpp"
#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "search/endgame_table.hpp"
#include "search/player.hpp"

namespace jungle {

class Analyst {
 public:
  explicit Analyst(std::unique_ptr<Player> player, const EndgameTable* table = nullptr)
      : player_(std::move(player)), table_(table) {}

  void forget() { player_->new_game(); }
  // With so many of the best lines, fewer where there are fewer. A single legal move is searched too. Of a
  // finished game there is nothing to find: depth, nodes and lines are none.
  Decision look_at(const Game& game, const Limits& limits, int lines, const std::stop_token& stop);
  // What the player's table says of a position; nothing without a table.
  std::optional<EndgameValue> probe(const Position& position) const;

 private:
  std::unique_ptr<Player> player_;
  const EndgameTable* table_;
};

struct AnalystsWanted {
  const RuleSet& rules;   // of the endgame tables, if the player has one
  EndgameTables& tables;  // outlives the analysts
  int count = 1;
};

class AnalystMaker {
 public:
  // The spec is that of a player that searches: ab or mcts. Refuses what does not fit in memory so many
  // times.
  static Result<AnalystMaker> open(const std::string& spec, const AnalystsWanted& wanted);

  Result<Analyst> make() const;
  const PlayerSpec& spec() const { return spec_; }

 private:
  AnalystMaker(PlayerSpec spec, OpenedPlayer opened) : spec_(std::move(spec)), opened_(std::move(opened)) {}

  PlayerSpec spec_;
  OpenedPlayer opened_;
};

}  // namespace jungle
