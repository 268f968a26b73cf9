#pragma once
// The engine's side of UCI, adapted to this board: a conversation by lines.
//
//   StandardChannel channel;
//   UciSession session(channel, settings, std::move(player));
//   session.run();   // until `quit` or the end of the input
//
// What it understands: uci isready ucinewgame position go stop ponderhit setoption quit, and d, moves,
// perft N. Squares and moves are as everywhere here (g3g4), positions too (letters of the side to move r and
// b; w is r). White of the protocol is the side that moves first under the rule set: wtime is its clock.
//
// - Each `go` is answered by one `bestmove`, whatever comes in between; `bestmove (none)` when the game is
//   over or the command can't be understood. With `infinite` and `ponder` it waits for `stop` or `ponderhit`.
// - What is wrong or unknown is told by `info string` and changes nothing: a position that is refused leaves
//   the one before in place, and `go` searches that.
// - `go`, `ucinewgame` and `setoption` end a search that still runs, and its bestmove comes first. Other
//   commands leave it alone.
// - `Rules` puts the start position of the new rules on the board; an option of the player makes it forget.
// - Tables that can't be used, or are not for the rules chosen, are told of and done without until either
//   changes.
//
// Thread rule: hostile. The search runs on threads of its own, which end with run().

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/endgame_tables.hpp"
#include "app/line_channel.hpp"
#include "app/uci/go_command.hpp"
#include "app/uci/options.hpp"
#include "app/uci/search_task.hpp"
#include "core/game.hpp"
#include "search/player.hpp"

namespace jungle {

// The player of the settings, which has got its endgame tables. Refuses what can't be loaded or does not fit
// in memory.
Result<std::unique_ptr<Player>> make_uci_player(const EngineSettings& settings);

class UciSession {
 public:
  // Precondition: `player` is make_uci_player(settings)'s. The tables outlive the session.
  UciSession(LineChannel& channel, EngineSettings settings, std::unique_ptr<Player> player,
             EndgameTables& tables);

  void run();

 private:
  using Words = std::span<const std::string_view>;

  bool execute(std::string_view line);  // false: quit
  void refuse_long(std::string_view line);
  void introduce();
  void new_game();
  void set_position(Words words);
  void set_option(std::string_view line);
  void equip(EngineSettings& settings);
  void go(Words words);
  void start_search(const GoCommand& command, SearchTask::Clock::time_point now);
  void ponderhit();
  void show() const;
  void show_moves() const;
  void count_moves(int depth);

  std::string search(const Game& game, const Limits& limits, const std::stop_token& stop,
                     SearchTask::Clock::time_point began);
  std::optional<SearchTask::Clock::time_point> deadline(const GoCommand& command,
                                                        SearchTask::Clock::time_point now) const;
  void tell(std::string_view text) const;  // info string

  LineChannel& channel_;
  EndgameTables& tables_;
  EngineSettings settings_;
  std::unique_ptr<Player> player_;  // the search's while one runs
  Game game_;
  GoCommand last_go_;
  bool first_side_moves_ = true;  // in the position of the last go, whatever `position` has said since
  bool ponders_ = false;          // until ponderhit
  SearchTask task_;
};

}  // namespace jungle
