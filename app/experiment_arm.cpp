#include "app/experiment_arm.hpp"

#include <utility>

#include <fmt/format.h>

#include "app/assignments.hpp"
#include "selfplay/train_config.hpp"

namespace jungle {

Result<ExperimentArm> parse_arm(const std::string& text) {
  const std::size_t comma = text.find(',');
  std::vector<std::string> overrides;
  if (comma != text.npos) {
    const Result<std::vector<Assignment>> assignments = split_assignments(text.substr(comma + 1));
    if (!assignments) return Error{fmt::format("arm \"{}\": {}", text, assignments.error())};
    for (const Assignment& one : *assignments) overrides.push_back(one.key + "=" + one.value);
  }
  Result<TrainConfig> config = load_train_config(text.substr(0, comma), overrides);
  if (!config) return Error{fmt::format("arm \"{}\": {}", text, config.error())};
  return ExperimentArm{text, *std::move(config)};
}

std::string arm_letter(std::size_t index) { return {static_cast<char>('A' + index)}; }

}  // namespace jungle
