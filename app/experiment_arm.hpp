#pragma once
// An arm of an experiment: a training configuration, named on the command line with what is changed in it.
//
//   configs/train/quickstart.toml
//   configs/train/quickstart.toml,search.root=gumbel,selfplay.full_visits=32
//
// A value with a comma in it goes in double quotes.

#include <string>
#include <vector>

#include "core/util/result.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

struct ExperimentArm {
  std::string text;  // as written
  TrainConfig config;
};

// The message names the arm.
Result<ExperimentArm> parse_arm(const std::string& text);

// Its letter in tables and names of folders: A, B, ...
std::string arm_letter(std::size_t index);

}  // namespace jungle
