#include "selfplay/teacher.hpp"

namespace jungle {
namespace {

constexpr int kTableMegabytes = 4;  // enough for the nodes of a game, and quickly cleared before the next

}  // namespace

Teacher::Teacher(const TeacherSettings& settings)
    : limits_{.nodes = settings.nodes, .search_single_move = true},
      player_("teacher", {.table_mb = kTableMegabytes}) {}

bool Teacher::play(SelfPlayGame& game, const std::stop_token& stop) {
  player_.new_game();
  do {
    if (stop.stop_requested()) return false;
    // Not stopped within a move: what it finds must depend on nothing but the game.
  } while (game.follow(player_.choose_move(game.game(), limits_, {})));
  return true;
}

}  // namespace jungle
