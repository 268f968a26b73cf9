#include "app/endgame_tables.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "search/tablebase/board_rules.hpp"
#include "search/tablebase/tablebase.hpp"

namespace jungle {
namespace {

// A table that knows less than it could.
class FewerPieces final : public EndgameTable {
 public:
  FewerPieces(const EndgameTable& table, int animals) : table_(table), animals_(animals) {}
  int max_animals() const override { return animals_; }
  std::optional<EndgameValue> probe(const Position& position) const override {
    if (position.occupied().count() > animals_) return std::nullopt;
    return table_.probe(position);
  }

 private:
  const EndgameTable& table_;
  int animals_;
};

}  // namespace

Result<const EndgameTable*> EndgameTables::open(const std::string& path, const RuleSet& rules) {
  const auto found = std::ranges::find_if(open_, [&](const Folder& folder) {
    return folder.path == path && tablebase::same_board_rules(folder.rules.fields(), rules.fields());
  });
  if (found != open_.end()) return found->table.get();
  const auto warn = [warn = warn_](const std::string& line) { warn(line + "; going on without tables"); };
  Result<std::shared_ptr<const Tablebase>> table = Tablebase::open(path, rules, {.on_damage = warn});
  if (!table) return Error{"tablebase: " + table.error()};
  open_.push_back({.path = path, .rules = rules, .table = *std::move(table)});
  return open_.back().table.get();
}

Result<const EndgameTable*> EndgameTables::open(const RuleSet& rules) {
  if (folder_.empty()) return static_cast<const EndgameTable*>(nullptr);
  return open(folder_, rules);
}

Status EndgameTables::equip(PlayerSpec& spec, const RuleSet& rules) {
  spec.mcts.endgame_table = spec.alpha_beta.endgame_table = nullptr;
  if (spec.kind != PlayerKind::kAlphaBeta && spec.kind != PlayerKind::kMcts) return Done{};
  const std::string& path = spec.tablebase.empty() ? folder_ : spec.tablebase;
  if (path.empty()) return Done{};
  const Result<const EndgameTable*> table = open(path, rules);
  if (!table) return Error{table.error()};
  folder_is_used_ = folder_is_used_ || spec.tablebase.empty();
  spec.mcts.endgame_table = spec.alpha_beta.endgame_table = *table;
  return Done{};
}

Status EndgameTables::equip(TrainConfig& config) {
  config.search.endgame_table = nullptr;
  const std::string& path = config.selfplay.tablebase;
  if (path.empty()) return Done{};
  const Result<const EndgameTable*> table = open(path, config.rules);
  if (!table) return Error{"selfplay." + table.error()};
  for (const RuleSet& rules : config.rule_mix) {
    const std::string differences = tablebase::board_rule_differences(config.rules.fields(), rules.fields());
    if (!differences.empty())
      return Error{
          fmt::format("selfplay.tablebase: {}: tables of {} can't serve {} of game.mix: {}; leave the tables "
                      "out, or that "
                      "rule set",
                      path, config.rules.name(), rules.name(), differences)};
  }
  int& pieces = config.selfplay.tablebase_pieces;
  const int most = (*table)->max_animals();
  if (pieces > most)
    return Error{
        fmt::format("selfplay.tablebase_pieces is {}, and {} has tables of up to {}", pieces, path, most)};
  if (pieces == 0) pieces = most;
  config.search.endgame_table = *table;
  if (pieces < most) {
    limited_.push_back(std::make_unique<FewerPieces>(**table, pieces));
    config.search.endgame_table = limited_.back().get();
  }
  return Done{};
}

Status EndgameTables::serve(const RuleSet& rules) const {
  for (const Folder& folder : open_) {
    const std::string differences = tablebase::board_rule_differences(folder.rules.fields(), rules.fields());
    if (!differences.empty())
      return Error{fmt::format("tablebase: {}: tables of other rules than {}: {}", folder.path, rules.name(),
                               differences)};
  }
  return Done{};
}

std::vector<std::string> EndgameTables::descriptions() const {
  std::vector<std::string> lines;
  lines.reserve(open_.size());
  for (const Folder& folder : open_) lines.push_back(tablebase_text(folder.path, *folder.table));
  return lines;
}

std::string tablebase_text(const std::string& folder, const EndgameTable& table) {
  return fmt::format("tablebase: {}, {} pieces", one_line(folder), table.max_animals());
}

CLI::Option* add_tablebase_option(CLI::App& command, std::string& folder) {
  return command
      .add_option("--tablebase", folder,
                  "A folder of endgame tables, for players that search and don't name their own")
      ->type_name("DIR");
}

void announce(const EndgameTables& tables) {
  for (const std::string& line : tables.descriptions()) fmt::print(stderr, "{}\n", line);
}

}  // namespace jungle
