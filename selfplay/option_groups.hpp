#pragma once
// The part of the option table that stands in a file of its own. Private to train_options.cpp.

#include <vector>

#include "selfplay/train_options.hpp"

namespace jungle {

void add_self_play_options(std::vector<TrainOption>& all);  // selfplay.*, search.*

}  // namespace jungle
