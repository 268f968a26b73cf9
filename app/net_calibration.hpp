#pragma once
// jungle net calibration: whether what a net expects of positions comes true in games that it did not learn
// from (selfplay/data/calibration.hpp).

#include <string>

#include "app/command.hpp"
#include "selfplay/data/calibration.hpp"

namespace jungle {

// Declares the subcommand of `net`.
void add_net_calibration(CLI::App& net, CommandContext& context);

// For people: a table of ten bins, and the scores.
std::string calibration_text(const Calibration& calibration);

}  // namespace jungle
