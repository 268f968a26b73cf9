#pragma once
// The parts of the option table that stand in files of their own. Private to train_options.cpp.

#include <vector>

#include "selfplay/train_options.hpp"

namespace jungle {

void add_game_options(std::vector<TrainOption>& all);       // game.*
void add_self_play_options(std::vector<TrainOption>& all);  // selfplay.*, search.*

}  // namespace jungle
