#pragma once
// The endgame tables that the nets of a training run are measured against.

#include <memory>

#include "core/util/result.hpp"
#include "search/endgame_table.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

// Null when the configuration names none. Refuses a folder that is missing, damaged, or of other rules.
// Damage that shows later is warned of, once.
Result<std::shared_ptr<const EndgameTable>> open_truth_table(const TrainConfig& config);

}  // namespace jungle
