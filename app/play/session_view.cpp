// What only shows: the board, the state of the game, moves, threats, hints.

#include <fmt/format.h>

#include "app/game_text.hpp"
#include "app/output.hpp"
#include "app/play/board_view.hpp"
#include "app/play/replay.hpp"
#include "app/play/session.hpp"
#include "app/play/threats.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr const char* kHintPlayer = "mcts:movetime=1000";

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

// A list for each side that is threatened; what the side to move may do comes first.
void print_threats(std::string_view whose, const std::vector<std::string>& lines) {
  if (lines.empty()) {
    print("{}: nothing is threatened.\n", whose);
    return;
  }
  print("{}:\n", whose);
  for (const std::string& line : lines) print("  {}\n", line);
}

}  // namespace

void PlaySession::greet() const {
  const RuleSet& rules = settings_.rules;
  if (settings_.human) {
    print("You are {}, the computer ({}) is {}. Rules: {}. help lists what you can say.\n",
          capitalised(to_string(*settings_.human)), computer_.name(),
          capitalised(to_string(!*settings_.human)), rules.name());
  } else {
    print("Two players. Rules: {}. help lists what you can say.\n", rules.name());
  }
}

void PlaySession::show_board(Bitboard destinations) const {
  BoardViewOptions options{.colours = settings_.colours, .bottom = bottom_, .destinations = destinations};
  if (!game().moves().empty()) options.last = game().moves().back();
  write_out(board_view(game().position(), game().rules(), options));
  const std::string losses = losses_text(game().position(), game().rules());
  if (!losses.empty()) print("{}\n", losses);
}

void PlaySession::show_state() const {
  if (table_.is_over()) {
    print(
        "The game is over after {} moves: {}. new starts over, replay shows it again, undo takes it back.\n",
        game().plies(), table_.ending());
  } else if (computer_to_move()) {
    print("The computer thinks.\n");
  } else {
    print("{} to move{}.\n", capitalised(to_string(side_to_move())),
          game().repetitions() > 0 ? fmt::format("; this board stood {} before",
                                                 game().repetitions() == 1 ? "once" : "twice or more often")
                                   : "");
  }
}

void PlaySession::do_board(std::string_view) {
  show_board();
  show_state();
}

void PlaySession::do_flip(std::string_view) {
  bottom_ = !bottom_;
  show_board();
}

void PlaySession::do_moves(std::string_view rest) {
  if (table_.is_over()) {
    print("The game is over: {}.\n", table_.ending());
    return;
  }
  if (!rest.empty()) {
    const Result<Move> square = parse_move(fmt::format("{0}{0}", rest));  // a square, twice
    if (!square) {
      print("\"{}\" is no square; they go from a1 to g9.\n", printable(rest));
    } else {
      show_destinations(square->from());
    }
    return;
  }
  const Position& position = game().position();
  for (const Animal animal : kAllAnimals) {
    Bitboard targets = legal_targets(position, game().rules(), animal);
    if (targets.empty()) continue;
    const Square from = position.animal(side_to_move(), animal).first();
    std::string line;
    while (targets.any()) line += fmt::format(" {}{}", to_string(from), to_string(targets.pop_first()));
    print("{}:{}\n", piece_name({side_to_move(), animal}, game().rules()), line);
  }
}

void PlaySession::show_destinations(Square square) const {
  const std::optional<Piece> piece = game().position().piece_at(square);
  if (!piece) {
    print("There is no animal on {}.\n", to_string(square));
    return;
  }
  if (piece->side != side_to_move()) {
    print("The {} on {} is not {}'s.\n", piece_name(*piece, game().rules()), to_string(square),
          capitalised(to_string(side_to_move())));
    return;
  }
  const Bitboard targets = legal_targets(game().position(), game().rules(), piece->animal);
  if (targets.empty()) {
    print("The {} on {} can't move.\n", piece_name(*piece, game().rules()), to_string(square));
    return;
  }
  show_board(targets);
  std::string line;
  for (Bitboard rest = targets; rest.any();) line += ' ' + to_string(rest.pop_first());
  print("The {} on {} may go to{}.\n", piece_name(*piece, game().rules()), to_string(square), line);
}

void PlaySession::do_threats(std::string_view) {
  const Position& position = game().position();
  const RuleSet& rules = game().rules();
  const Side own = settings_.human.value_or(side_to_move());
  print_threats(fmt::format("Against {}", capitalised(to_string(own))), threat_lines(own, position, rules));
  print_threats(fmt::format("Against {}", capitalised(to_string(!own))), threat_lines(!own, position, rules));
}

void PlaySession::do_hint(std::string_view) {
  if (!settings_.human) {
    print("Hints are for games against the computer.\n");
    return;
  }
  if (table_.is_over()) {
    print("The game is over: {}.\n", table_.ending());
    return;
  }
  Result<Computer> adviser = open_computer(kHintPlayer, settings_.rules);
  if (!adviser) {
    print("No hint: {}.\n", adviser.error());
    return;
  }
  flush_out();
  const Decision advice = adviser->think(game(), stop_);
  std::string line;
  for (std::size_t i = 1; i < std::min<std::size_t>(advice.principal_variation.size(), 5); ++i)
    line += ' ' + to_string(advice.principal_variation[i]);
  print("Hint: {}{}{}. You stand at {}.\n", to_string(advice.move), line.empty() ? "" : ", then", line,
        percent(expected_score(advice.wdl_for_side_to_move)));
}

void PlaySession::do_replay(std::string_view) {
  if (game().plies() == 0) {
    print("Nothing was played yet.\n");
    return;
  }
  run_replay(game(), bottom_, settings_.colours, lines_);
  show_board();
  show_state();
}

}  // namespace jungle
