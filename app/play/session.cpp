#include "app/play/session.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "app/command.hpp"
#include "app/output.hpp"
#include "app/play/board_view.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {

namespace {

// "G3-G4" and "g3 g4" are moves as people write them: "g3g4". What is no move stays as it is.
std::string move_text(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c != ' ' && c != '-') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return parse_move(text) ? text : std::string(line);
}

}  // namespace

struct PlaySession::Verb {
  std::string_view name;
  std::string_view argument;  // as help shows it
  std::string_view help;
  void (PlaySession::*act)(std::string_view rest);
};

const std::vector<PlaySession::Verb>& PlaySession::verbs() {
  static const std::vector<Verb> all = {
      {"moves", "[g3]", "every legal move, or where the animal on a square may go (also: g3)",
       &PlaySession::do_moves},
      {"threats", "", "which animals and which den are threatened", &PlaySession::do_threats},
      {"hint", "", "what a strong player would do (against the computer)", &PlaySession::do_hint},
      {"undo", "", "take back your last move, and what came after it", &PlaySession::do_undo},
      {"redo", "", "play again what was taken back", &PlaySession::do_redo},
      {"board", "", "the board again", &PlaySession::do_board},
      {"flip", "", "turn the board", &PlaySession::do_flip},
      {"replay", "", "look at the game move by move", &PlaySession::do_replay},
      {"draw", "", "offer a draw", &PlaySession::do_draw},
      {"resign", "", "give the game up", &PlaySession::do_resign},
      {"new", "[red|blue|two]", "start over; as Red, as Blue, or two players", &PlaySession::do_new},
      {"level", "[easy]", "how strong the computer is: easy, medium, hard, or a player",
       &PlaySession::do_level},
      {"save", "[FILE]", "write the game to a file (PGN)", &PlaySession::do_save},
      {"load", "FILE", "go on with a game from a file", &PlaySession::do_load},
      {"help", "", "this list", &PlaySession::do_help},
      {"quit", "", "leave", &PlaySession::do_quit}};
  return all;
}

PlaySession::PlaySession(PlaySettings settings, Game game, Computer computer, std::uint64_t seed,
                         LineReader& lines, std::stop_token stop)
    : settings_(std::move(settings)),
      table_(std::move(game)),
      computer_(std::move(computer)),
      seed_(seed),
      lines_(lines),
      stop_(std::move(stop)),
      bottom_(settings_.human.value_or(Side::kRed)),
      saved_(table_.game().plies() == 0) {}

bool PlaySession::run() {
  greet();
  show_board();
  show_state();
  while (!leaving_) {
    if (stop_.stop_requested()) return false;
    if (computer_to_move()) {
      computer_moves();
      continue;
    }
    print("{}> ", table_.is_over() ? "over" : to_string(side_to_move()));
    const std::optional<std::string> line = lines_.next();
    if (!line) {
      print("\n");  // what is said next begins a line of its own
      break;
    }
    if (lines_.line_too_long()) {
      print("{}.\n", LineReader::too_long_message());
    } else {
      obey(*line);
    }
  }
  return !stop_.stop_requested();
}

void PlaySession::obey(std::string_view line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty()) return;
  std::string_view rest =
      line.substr(static_cast<std::size_t>(words[0].data() - line.data()) + words[0].size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  rest = rest.substr(0, rest.find_last_not_of(" \t\r") + 1);
  const auto verb = std::ranges::find(verbs(), words[0], &Verb::name);
  if (verb != verbs().end()) {
    obey_verb(*verb, rest);
  } else if (words[0].size() == 2 && words.size() == 1) {
    do_moves(words[0]);
  } else {
    obey_move(move_text(line));
  }
}

void PlaySession::obey_verb(const Verb& verb, std::string_view rest) {
  if (verb.argument.empty() && !rest.empty()) {
    print("{} takes nothing after it.\n", verb.name);
    return;
  }
  (this->*verb.act)(rest);
}

void PlaySession::obey_move(std::string_view text) {
  const std::vector<std::string_view> words = split_words(text);
  if (words.size() != 1 || !parse_move(words[0])) {
    std::vector<std::string_view> names;
    for (const Verb& verb : verbs()) names.push_back(verb.name);
    const std::string hint = did_you_mean(split_words(text)[0], names);
    print("\"{}\" is no move and no command{} A move is from and to, like g3g4; help lists the rest.\n",
          printable(text), hint.empty() ? "." : hint);
    return;
  }
  if (const Status played = table_.play(words[0]); !played) {
    print("Not possible: {}.\n", played.error());
    return;
  }
  show_change();
}

bool PlaySession::computer_to_move() const { return !table_.is_over() && !persons_turn(); }

void PlaySession::computer_moves() {
  flush_out();
  const Side side = side_to_move();
  const Decision decision = computer_.reply(game(), stop_);
  if (stop_.stop_requested()) return;  // chosen in haste
  if (decision.forfeit) {
    print("The computer gives up: {}.\n", decision.forfeit->text);
    table_.resign(side);
  } else {
    const std::string mover = piece_name(*game().position().piece_at(decision.move.from()), game().rules());
    table_.play(decision.move);
    print("{} plays {} ({}).\n", capitalised(to_string(side)), to_string(decision.move), mover);
  }
  show_change();
}

void PlaySession::do_help(std::string_view) {
  print("  {:20} {}\n", "g3g4", "a move: from and to; leaps alike (a5d5)");
  for (const Verb& verb : verbs())
    print("  {:20} {}\n", fmt::format("{}{}{}", verb.name, verb.argument.empty() ? "" : " ", verb.argument),
          verb.help);
  print(
      "Signs: ~ water, ^ trap, * den; [] the last move, + where an animal may go, x what it would take.\n"
      "Letters: R rat, C cat, D dog, W wolf, P leopard, T tiger, L lion, E elephant, each with its rank; "
      "Red's are capital.\n");
}

void PlaySession::do_quit(std::string_view) { leaving_ = true; }

Result<Computer> PlaySession::open_computer(const std::string& level_or_player, const RuleSet& rules) const {
  return Computer::open(level_or_player, {.rules = rules, .tables = settings_.tables, .seed = seed_});
}

void PlaySession::begin(Table table) {
  table_ = std::move(table);
  computer_.new_game();
  bottom_ = settings_.human.value_or(Side::kRed);
  saved_ = table_.game().plies() == 0;
}

std::string PlaySession::player_name(Side side) const {
  return !settings_.human || *settings_.human == side ? "human" : computer_.player();
}

std::optional<std::string> PlaySession::resume_line(const std::string& program) const {
  if (saved_ || table_.is_over()) return std::nullopt;
  std::vector<std::string> words = {program, "play", "--rules", settings_.rules_text};
  if (settings_.human) {
    words.insert(words.end(),
                 {"--side", std::string(to_string(*settings_.human)), "--level", computer_.name()});
  } else {
    words.emplace_back("--two-players");
  }
  if (const std::string& folder = settings_.tables.folder(); !folder.empty())
    words.insert(words.end(), {"--tablebase", folder});
  if (game().start_position() != Position::start(game().rules()))
    words.insert(words.end(), {"--fen", to_string(game().start_position())});
  std::string moves;
  for (const Move move : game().moves()) moves += (moves.empty() ? "" : " ") + to_string(move);
  words.insert(words.end(), {"--moves", moves});
  return shell_line(words);
}

}  // namespace jungle
