#pragma once
// Alpha-beta in the place of the net, for the games of a young run. It searches every move with a number of
// nodes and plays what it finds best, but for a share of moves that are drawn at random, so that games differ
// and mistakes get punished. Every position is a sample: its policy is the move found, its value the score of
// the search.
//
//   Teacher teacher(config.teacher);
//   teacher.play(game, stop);   // a whole game; a function of the game alone
//
// Thread rule: hostile.

#include <stop_token>

#include "search/alphabeta/player.hpp"
#include "selfplay/self_play_game.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

class Teacher {
 public:
  explicit Teacher(const TeacherSettings& settings);

  // Plays to the end. False when stop was requested first; the game is then of no more use.
  // Precondition: game.taught(), and none of its moves was searched yet.
  bool play(SelfPlayGame& game, const std::stop_token& stop);

 private:
  Limits limits_;
  AlphaBetaPlayer player_;
};

}  // namespace jungle
