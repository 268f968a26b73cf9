// What changes the game: taking back, ending it, starting over, files.

#include <exception>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/output.hpp"
#include "app/play/saved_game.hpp"
#include "app/play/session.hpp"
#include "app/player_spec.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {

void PlaySession::show_change() {
  saved_ = false;
  show_board();
  show_state();
}

// Back to the person's last move, or by one ply between two people.
void PlaySession::do_undo(std::string_view) {
  const bool computer_began = settings_.human && game().start_position().side_to_move() != *settings_.human;
  if (table_.settlement()) {
    table_.reopen();
  } else if (table_.undoable() <= (computer_began ? 1 : 0)) {
    print("There is no move of yours to take back.\n");
    return;
  } else {
    do {
      table_.undo();
    } while (!persons_turn());
  }
  show_change();
}

void PlaySession::do_redo(std::string_view) {
  if (table_.redoable() == 0) {
    print("Nothing was taken back.\n");
    return;
  }
  do {
    table_.redo();
  } while (!persons_turn() && table_.redoable() > 0);
  show_change();
}

void PlaySession::do_resign(std::string_view) {
  if (table_.is_over()) {
    print("The game is over already.\n");
    return;
  }
  table_.resign(settings_.human.value_or(side_to_move()));
  saved_ = false;
  show_state();
}

bool PlaySession::draw_is_accepted() {
  if (settings_.human) return computer_.accepts_draw(game(), stop_);
  print("{} offers a draw. {}: yes or no? ", capitalised(to_string(side_to_move())),
        capitalised(to_string(!side_to_move())));
  const std::optional<std::string> answer = lines_.next();
  return answer && (*answer == "yes" || *answer == "y");
}

void PlaySession::do_draw(std::string_view) {
  if (table_.is_over()) {
    print("The game is over already.\n");
    return;
  }
  if (!draw_is_accepted()) {
    print("{} plays on.\n", settings_.human ? "The computer" : capitalised(to_string(!side_to_move())));
    return;
  }
  table_.agree_draw();
  saved_ = false;
  show_state();
}

void PlaySession::do_new(std::string_view rest) {
  if (rest == "two") {
    settings_.human.reset();
  } else if (rest == "red" || rest == "blue") {
    settings_.human = rest == "red" ? Side::kRed : Side::kBlue;
  } else if (!rest.empty()) {
    print("new, new red, new blue, or new two (players), not \"{}\".\n", printable(rest));
    return;
  }
  begin(Table(Game(settings_.rules, settings_.start)));
  file_.clear();
  greet();
  show_board();
  show_state();
}

void PlaySession::do_level(std::string_view rest) {
  if (!rest.empty()) {
    Result<Computer> computer = open_computer(std::string(rest), settings_.rules);
    if (!computer) {
      print("{}.\n", one_line(computer.error()));
      return;
    }
    computer_ = *std::move(computer);
  }
  print("The computer plays at level {} ({}){}.\n", computer_.name(), computer_.player(),
        settings_.human ? "" : "; now two people play: new red or new blue to play it");
}

void PlaySession::do_save(std::string_view rest) {
  const std::string path = rest.empty() ? file_ : std::string(rest);
  if (path.empty()) {
    print("save FILE: the file needs a name.\n");
  } else if (const Status saved = save(path); !saved) {
    print("Not saved: {}.\n", one_line(saved.error()));
  } else {
    print("Saved to {}.\n", one_line(path));
  }
}

Status PlaySession::save(const std::string& path) {
  if (const Status writable = check_output_file(path); !writable) return Error{writable.error()};
  std::error_code unknown;
  if (path != file_ && std::filesystem::exists(path, unknown))
    return Error{fmt::format("{} exists; give another name", path)};
  const Side first = settings_.rules.fields().first_side;
  try {
    save_game(path, {table_, player_name(first), player_name(!first)});
  } catch (const std::exception& error) {  // the disk: the game is still here
    return Error{error.what()};
  }
  file_ = path;
  saved_ = true;
  return Done{};
}

void PlaySession::do_load(std::string_view rest) {
  const std::string path(rest);
  if (path.empty()) {
    print("load FILE: which file?\n");
    return;
  }
  if (const Status loaded = load(path); !loaded) {
    print("Not loaded: {}.\n", one_line(loaded.error()));
    return;
  }
  greet();
  show_board();
  show_state();
}

Status PlaySession::load(const std::string& path) {
  const Result<SavedGame> loaded = load_game(path, settings_.rules);
  if (!loaded) return Error{loaded.error()};
  const Status served = settings_.tables.serve(loaded->table.game().rules());
  if (!served) return Error{served.error()};
  take_seats(*loaded);
  if (settings_.rules.name() != loaded->table.game().rules().name()) {
    settings_.rules = loaded->table.game().rules();
    settings_.rules_text = settings_.rules.name();
    settings_.start = Position::start(settings_.rules);
  }
  begin(loaded->table);
  file_ = loaded->alone ? path : "";  // one of many games is not saved over them all
  saved_ = true;
  return Done{};
}

// Who plays as the record says: two people, or a person and the computer. A record starts no program: an
// engine is named by a person or not at all.
void PlaySession::take_seats(const SavedGame& saved) {
  const Side first = saved.table.game().rules().fields().first_side;
  const bool first_human = saved.first_player == "human";
  const bool second_human = saved.second_player == "human";
  if (first_human == second_human) {  // two people, or players of a match: whoever is here plays both sides
    settings_.human.reset();
    return;
  }
  settings_.human = first_human ? first : !first;
  const std::string& player = first_human ? saved.second_player : saved.first_player;
  if (player == computer_.player()) return;
  const Result<PlayerSpec> spec = parse_player_spec(player);
  const bool harmless = spec && spec->kind != PlayerKind::kUci;
  Result<Computer> computer = harmless ? open_computer(player, saved.table.game().rules())
                                       : Error{"not a player that a file may name"};
  if (computer) {
    computer_ = *std::move(computer);
  } else {
    print("The file names {}: {}. You play the computer at level {}.\n", printable(player),
          one_line(computer.error()), computer_.name());
  }
}

}  // namespace jungle
