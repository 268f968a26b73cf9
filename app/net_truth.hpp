#pragma once
// jungle net truth: how near a net comes to perfect play, by endgame tables (selfplay/truth).

#include <string>
#include <vector>

#include "app/command.hpp"
#include "selfplay/truth/truth.hpp"

namespace jungle {

// Declares the subcommand of `net`.
void add_net_truth(CLI::App& net, CommandContext& context);

// For people: a block of lines for each number of animals.
std::string truth_text(const std::vector<TruthGroup>& groups);

}  // namespace jungle
