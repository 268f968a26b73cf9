#pragma once
// The option table, group by group in the order of the documentation. Private to train_options.cpp.

#include <vector>

#include "selfplay/train_options.hpp"

namespace jungle {

void add_self_play_options(std::vector<TrainOption>& all);  // selfplay.*, search.*

}  // namespace jungle
