#pragma once
// The tables of endings that a command's players use. A folder is opened once, however many players look
// things up in it, and stays open: players hold plain pointers, and the tables outlive them.
//
//   EndgameTables tables(options.tablebase);
//   if (const Status equipped = tables.equip(spec, rules); !equipped) return usage_error(equipped.error());
//   Result<OpenedPlayer> player = open_player(spec);
//
// Refusals are one line that names the folder: it is not there, its files are missing or damaged, its tables
// are of other rules. Rule sets that differ in who begins and in their draw rules alone share tables. Damage
// that a search meets later is warned of once a folder; the table then knows nothing any more, and searches
// go on without it.
//
// Thread rule: hostile; `warn` is called on the thread of whichever search meets the damage.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/output.hpp"
#include "app/player_spec.hpp"
#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "search/endgame_table.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

class EndgameTables {
 public:
  using Warn = std::function<void(const std::string& line)>;

  // `folder`: of the players that search and don't name one themselves; empty: none.
  explicit EndgameTables(std::string folder = "", Warn warn = print_warning)
      : folder_(std::move(folder)), warn_(std::move(warn)) {}
  EndgameTables(const EndgameTables&) = delete;
  EndgameTables& operator=(const EndgameTables&) = delete;

  // Gives a player its table, if it has one: that of its key tablebase=, else the command's.
  Status equip(PlayerSpec& spec, const RuleSet& rules);
  // Gives self-play its table, which has to serve every rule set of game.mix. selfplay.tablebase_pieces
  // becomes what the folder has, if it was 0.
  Status equip(TrainConfig& config);

  // The command's own folder, if it was given one, whether a player asks for it or not; else null.
  Result<const EndgameTable*> open(const RuleSet& rules);

  // Whether all that is open serves these rules, too.
  Status serve(const RuleSet& rules) const;

  const std::string& folder() const { return folder_; }  // the command's own

  // Whether the command's own folder is that of some player, or there is no such folder.
  bool is_of_use() const { return folder_.empty() || folder_is_used_; }

  // A line for each folder that is open.
  std::vector<std::string> descriptions() const;

 private:
  struct Folder {
    std::string path;
    RuleSet rules;
    std::shared_ptr<const EndgameTable> table;
  };

  Result<const EndgameTable*> open(const std::string& path, const RuleSet& rules);

  std::string folder_;
  bool folder_is_used_ = false;
  Warn warn_;
  std::vector<Folder> open_;
  std::vector<std::unique_ptr<const EndgameTable>> limited_;  // views of those with fewer pieces
};

// "tablebase: DIR, 3 pieces"
std::string tablebase_text(const std::string& folder, const EndgameTable& table);

// --tablebase
CLI::Option* add_tablebase_option(CLI::App& command, std::string& folder);

// The descriptions on standard error.
void announce(const EndgameTables& tables);

}  // namespace jungle
