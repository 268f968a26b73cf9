#pragma once
// A game at the table as a file: a PGN record, which `analyze` and other readers of PGN take too.

#include <optional>
#include <string>

#include "app/play/table.hpp"
#include "core/util/result.hpp"

namespace jungle {

struct SavedGame {
  Table table;
  std::string
      first_player;  // who had the side that moves first under the rule set: "human", or a player's spec
  std::string second_player;
  bool alone = true;  // the file holds this game and nothing else
};

// Written to a temporary name, flushed, renamed. Throws std::system_error when the disk refuses.
void save_game(const std::string& path, const SavedGame& saved);

// The first game of a file. `rules` are those of records that name them or none; presets are known by name.
// The message names file and line.
Result<SavedGame> load_game(const std::string& path, const RuleSet& rules);

}  // namespace jungle
