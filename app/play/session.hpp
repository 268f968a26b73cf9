#pragma once
// `jungle play` itself: reads what a person says line by line, lets the computer answer, prints the board.
//
//   PlaySession session(std::move(settings), std::move(computer), lines, stop);
//   const bool stopped = !session.run();
//   fmt::print(stderr, "{}", session.resume_line(program));
//
// What is said wrongly is explained, and changes nothing. Thread rule: hostile.

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/endgame_tables.hpp"
#include "app/line_reader.hpp"
#include "app/play/computer.hpp"
#include "app/play/saved_game.hpp"
#include "app/play/table.hpp"

namespace jungle {

struct PlaySettings {
  RuleSet rules;
  EndgameTables& tables;                   // of the computer and of hints; outlives the session
  std::string rules_text;                  // as --rules had it
  Position start;                          // of a new game
  std::optional<Side> human = Side::kRed;  // none: two people at one device
  bool colours = false;
};

class PlaySession {
 public:
  // `game` is gone on with; `lines` and the token must outlive the session.
  PlaySession(PlaySettings settings, Game game, Computer computer, std::uint64_t seed, LineReader& lines,
              std::stop_token stop);

  // Until quit or the end of the input: true. False when stopped.
  bool run();

  // Goes on with the game of a file instead. The message says why not.
  Status load(const std::string& path);

  // The command that goes on with the game; none when it is over, has no move, or is in a file as it is.
  std::optional<std::string> resume_line(const std::string& program) const;

 private:
  struct Verb;
  static const std::vector<Verb>& verbs();

  // What a line asks for; `rest` is what follows the verb.
  void obey(std::string_view line);
  void obey_verb(const Verb& verb, std::string_view rest);
  void obey_move(std::string_view text);
  void do_board(std::string_view rest);
  void do_moves(std::string_view rest);
  void do_threats(std::string_view rest);
  void do_hint(std::string_view rest);
  void do_undo(std::string_view rest);
  void do_redo(std::string_view rest);
  void do_replay(std::string_view rest);
  void do_resign(std::string_view rest);
  void do_draw(std::string_view rest);
  void do_new(std::string_view rest);
  void do_level(std::string_view rest);
  void do_flip(std::string_view rest);
  void do_save(std::string_view rest);
  void do_load(std::string_view rest);
  void do_help(std::string_view rest);
  void do_quit(std::string_view rest);

  void greet() const;
  void show_board(Bitboard destinations = {}) const;
  void show_state() const;
  void show_destinations(Square square) const;
  void computer_moves();
  bool computer_to_move() const;
  bool draw_is_accepted();
  bool persons_turn() const { return !settings_.human || side_to_move() == *settings_.human; }
  void begin(Table table);
  void take_seats(const SavedGame& saved);
  Result<Computer> open_computer(const std::string& level_or_player, const RuleSet& rules) const;
  Status save(const std::string& path);
  void show_change();                        // the board and the state, after something changed
  std::string player_name(Side side) const;  // "human", or the computer's spec
  const Game& game() const { return table_.game(); }
  Side side_to_move() const { return game().side_to_move(); }

  PlaySettings settings_;
  Table table_;
  Computer computer_;
  std::uint64_t seed_;
  LineReader& lines_;
  std::stop_token stop_;
  Side bottom_ = Side::kRed;
  std::string file_;   // last saved to or loaded from
  bool saved_ = true;  // the game is in a file as it is
  bool leaving_ = false;
};

}  // namespace jungle
