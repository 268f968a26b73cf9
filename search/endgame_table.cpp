#include "search/endgame_table.hpp"

namespace jungle {

std::string_view result_word(const EndgameValue& value) {
  return value.result_for_side_to_move > 0 ? "win" : value.result_for_side_to_move < 0 ? "loss" : "draw";
}

std::string to_string(const EndgameValue& value) {
  return std::string(result_word(value)) + " " + std::to_string(value.plies);
}

}  // namespace jungle
