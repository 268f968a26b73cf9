#pragma once
// A rule set as a JSON object: "name", and every field of RuleFields as the text rule_field_value() gives.
// Shards and run manifests hold rule sets so, hence a file says by itself what was played.
//
//   rules_from_json(rules_to_json(rules)) == rules

#include <nlohmann/json.hpp>

#include "core/rules.hpp"
#include "core/util/result.hpp"

namespace jungle {

nlohmann::ordered_json rules_to_json(const RuleSet& rules);

// Fields that are absent have their defaults. Refused, with a line that names the field: what is no object,
// values that are not texts, unknown fields, values out of range.
Result<RuleSet> rules_from_json(const nlohmann::ordered_json& json);

}  // namespace jungle
