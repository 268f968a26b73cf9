#include "app/truth_table.hpp"

#include "app/output.hpp"
#include "search/tablebase/tablebase.hpp"

namespace jungle {

Result<std::shared_ptr<const EndgameTable>> open_truth_table(const TrainConfig& config) {
  if (config.truth.tablebase.empty()) return std::shared_ptr<const EndgameTable>();
  const auto table = Tablebase::open(config.truth.tablebase, config.rules, {.on_damage = print_warning});
  if (!table) return Error{"truth.tablebase: " + table.error()};
  return std::shared_ptr<const EndgameTable>(*table);
}

}  // namespace jungle
