// What the endgame table says of the line's position.

#include <algorithm>

#include "search/alphabeta/search.hpp"
#include "search/endgame_proof.hpp"

namespace jungle::alphabeta {

// Precondition: known_end() has nothing to say.
std::optional<Search::Ending> Search::probe_endgame_table() const {
  const std::optional<EndgameValue> value = params_.endgame_table->probe(line_.position());
  if (!value) return std::nullopt;
  const int result = value->result_for_side_to_move;
  if (result == 0) return Ending{kDraw, true};
  const int plies = std::min(value->plies, kLongestEnding);
  const bool proven = plies == value->plies && holds_under_draw_rules(*value, line_.plies_to_limit(), [this] {
                        return line_.another_board_stood_twice();
                      });
  const Score win = proven ? win_in(line_.ply() + plies) : won_ending(plies);
  return Ending{result * win, proven};
}

}  // namespace jungle::alphabeta
