#pragma once
// A training configuration inside a run's manifest: every option by name, and the rule set field by field, so
// that it can be compared with another one later even when files it came from have changed.

#include <nlohmann/json_fwd.hpp>

#include "core/util/result.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

nlohmann::ordered_json config_to_json(const TrainConfig& config);

// Refuses options this program does not know and values it does not accept: another version wrote them.
Result<TrainConfig> config_from_json(const nlohmann::ordered_json& json);

}  // namespace jungle
