#include "app/uci/session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/game_text.hpp"
#include "app/player_factory.hpp"
#include "app/resources.hpp"
#include "app/uci/info.hpp"
#include "app/uci/stoppable_perft.hpp"
#include "app/version.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

using Clock = SearchTask::Clock;

std::chrono::milliseconds since(Clock::time_point began) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
}

std::string joined(std::span<const std::string_view> words) {
  return fmt::format("{}", fmt::join(words.begin(), words.end(), " "));
}

// "startpos moves a b" and "fen F moves a b", without the word "position".
Result<Game> parse_game(std::span<const std::string_view> words, const RuleSet& rules) {
  const auto moves = std::ranges::find(words, std::string_view("moves"));
  const std::span<const std::string_view> setup(words.begin(), moves);
  const std::span<const std::string_view> played(moves == words.end() ? moves : moves + 1, words.end());
  if (setup.empty() || (setup[0] == "startpos" ? setup.size() > 1 : setup[0] != "fen"))
    return Error{"after \"position\" comes \"startpos\" or \"fen\" and a position, then \"moves\" and moves"};
  const Result<Position> start =
      setup[0] == "fen" ? parse_position(joined(setup.subspan(1))) : Position::start(rules);
  if (!start) return Error{start.error()};
  return play_moves(rules, *start, joined(played));
}

// "setoption name A B value C D" gives "A B" and "C D".
std::pair<std::string_view, std::string_view> option_and_value(std::string_view line) {
  const auto trimmed = [](std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
  };
  constexpr std::string_view kName = " name ", kValue = " value";
  const std::size_t name = line.find(kName);
  if (name == line.npos) return {};
  line.remove_prefix(name + kName.size());
  const std::size_t value = line.find(kValue);
  if (value == line.npos) return {trimmed(line), {}};
  return {trimmed(line.substr(0, value)), trimmed(line.substr(value + kValue.size()))};
}

}  // namespace

Result<std::unique_ptr<Player>> make_uci_player(const EngineSettings& settings) {
  if (const Status fits = check_memory({player_memory(settings.player, 1)}); !fits)
    return Error{fits.error()};
  const Result<OpenedPlayer> opened = open_player(settings.player);
  if (!opened) return Error{opened.error()};
  return opened->contestant.make_player();
}

UciSession::UciSession(LineChannel& channel, EngineSettings settings, std::unique_ptr<Player> player,
                       EndgameTables& tables)
    : channel_(channel),
      tables_(tables),
      settings_(std::move(settings)),
      player_(std::move(player)),
      game_(settings_.rules),
      task_([this](const std::string& answer) { channel_.write_line(answer); }) {}

void UciSession::run() {
  while (const auto line = channel_.read_line()) {
    if (line->cut) {
      refuse_long(line->text);
    } else if (!execute(line->text)) {
      break;
    }
  }
  task_.finish();
}

bool UciSession::execute(std::string_view line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty()) return true;
  const std::string_view command = words[0];
  const Words arguments = Words(words).subspan(1);
  if (command == "quit") return false;
  if (command == "uci") {
    introduce();
  } else if (command == "isready") {
    channel_.write_line("readyok");
  } else if (command == "ucinewgame") {
    new_game();
  } else if (command == "position") {
    set_position(arguments);
  } else if (command == "setoption") {
    set_option(line);
  } else if (command == "go") {
    go(arguments);
  } else if (command == "stop") {
    task_.stop();
  } else if (command == "ponderhit") {
    ponderhit();
  } else if (command == "d") {
    show();
  } else if (command == "moves") {
    show_moves();
  } else if (command == "perft") {
    go(words);  // the same as `go perft`
  } else {
    tell(fmt::format("unknown command \"{}\"", printable(command)));
  }
  return true;
}

// What is left of it may read well and mean something else.
void UciSession::refuse_long(std::string_view line) {
  tell(LineReader::too_long_message() + " and is passed over");
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty() || words[0] != "go") return;
  task_.finish();
  channel_.write_line("bestmove (none)");
}

void UciSession::introduce() {
  channel_.write_line("id name JungleZero " + program_version());
  channel_.write_line("id author the authors of JungleZero");
  for (const std::string& option : option_lines(settings_)) channel_.write_line(option);
  channel_.write_line("uciok");
}

void UciSession::new_game() {
  task_.finish();
  player_->new_game();
  game_ = Game(settings_.rules);
}

void UciSession::set_position(Words words) {
  Result<Game> game = parse_game(words, settings_.rules);
  if (game) {
    game_ = std::move(*game);
  } else {
    tell("position: " + game.error());
  }
}

void UciSession::set_option(std::string_view line) {
  task_.finish();
  const auto [name, value] = option_and_value(line);
  Result<ChangedSettings> changed = with_option(settings_, name, value);
  if (!changed) return tell("setoption: " + changed.error());
  EngineSettings& now = changed->settings;
  const bool new_rules = !(now.rules == settings_.rules);
  if (changed->of_player || (new_rules && !now.player.tablebase.empty())) {
    equip(now);
    Result<std::unique_ptr<Player>> player = make_uci_player(now);
    if (!player) return tell("setoption: " + player.error());
    player_ = std::move(*player);
  }
  settings_ = std::move(now);
  if (new_rules) new_game();
}

// Tells of tables that were not there before, and of those that can't be used.
void UciSession::equip(EngineSettings& settings) {
  PlayerSpec& player = settings.player;
  const EndgameTable* const before = player.mcts.endgame_table;
  if (const Status equipped = tables_.equip(player, settings.rules); !equipped) {
    tell(equipped.error() + "; searches do without it");
  } else if (player.mcts.endgame_table != nullptr && player.mcts.endgame_table != before) {
    tell(tablebase_text(player.tablebase, *player.mcts.endgame_table));
  }
}

void UciSession::go(Words words) {
  const Clock::time_point now = Clock::now();
  task_.finish();
  const Result<GoCommand> command = parse_go(words);
  if (!command) {
    tell("go: " + command.error());
    return channel_.write_line("bestmove (none)");
  }
  for (const std::string& word : command->unknown)
    tell(fmt::format("go: \"{}\" is not understood", printable(word)));
  if (command->perft > 0) return count_moves(command->perft);
  start_search(*command, now);
}

void UciSession::start_search(const GoCommand& command, Clock::time_point now) {
  last_go_ = command;
  ponders_ = command.ponder;
  first_side_moves_ = game_.side_to_move() == settings_.rules.fields().first_side;
  const bool depth_counts = settings_.player.kind != PlayerKind::kMcts;
  const Limits limits = search_limits(command, settings_.player.limits, depth_counts);
  task_.start([this, limits, now,
               game = game_](const std::stop_token& stop) { return search(game, limits, stop, now); },
              {.held = command.waits(), .deadline = deadline(command, now)});
}

void UciSession::ponderhit() {
  if (!ponders_) return tell("ponderhit: nothing is pondered");
  ponders_ = false;
  if (!last_go_.infinite) task_.release(deadline(last_go_, Clock::now()));
}

// The earliest of those that hold; none for an infinite search.
std::optional<Clock::time_point> UciSession::deadline(const GoCommand& command, Clock::time_point now) const {
  if (command.infinite) return std::nullopt;
  std::optional<Clock::time_point> earliest;
  const auto limit = [&](std::int64_t milliseconds) {
    const Clock::time_point end = now + std::chrono::milliseconds(milliseconds);
    if (!earliest || end < *earliest) earliest = end;
  };
  if (command.movetime_ms > 0) limit(command.movetime_ms);
  if (settings_.player.limits.movetime_ms > 0) limit(settings_.player.limits.movetime_ms);
  if (const auto clock = command.clock(first_side_moves_))
    limit(move_time_ms(*clock, settings_.move_overhead_ms, settings_.ponder));
  return earliest;
}

std::string UciSession::search(const Game& game, const Limits& limits, const std::stop_token& stop,
                               Clock::time_point began) {
  if (!game.outcome().is_ongoing()) {
    tell(fmt::format("the game is over: {} {}", to_string(game.outcome().result),
                     to_string(game.outcome().reason)));
    return "bestmove (none)";
  }
  std::int64_t told_nodes = -1;
  const auto report = [&](const Decision& decision) {
    if (decision.nodes == told_nodes) return;  // nothing new at the end of a depth
    told_nodes = decision.nodes;
    for (const std::string& line : info_lines(decision, {.elapsed = since(began), .wdl = settings_.show_wdl}))
      channel_.write_line(line);
  };
  try {
    player_->set_reports({.lines = settings_.lines, .on_report = report});
    const Decision decision = player_->choose_move(game, limits, stop);
    report(decision);
    if (decision.memory_full) tell("memory is full: the search ended early; Hash gives it more");
    return bestmove_line(decision);
  } catch (const std::exception& error) {
    tell(fmt::format("the search failed: {}", error.what()));
  }
  MoveList moves;
  game.legal_moves(moves);
  return "bestmove " + to_string(moves[0]);
}

void UciSession::count_moves(int depth) {
  constexpr int kQuick = 6;  // well under a second: a script that quits right after it gets its numbers
  const auto count = [this, depth, game = game_](const std::stop_token& stop) -> std::string {
    const auto write = [this](Move move, std::uint64_t nodes) {
      channel_.write_line(fmt::format("{}: {}", to_string(move), nodes));
    };
    const auto nodes = stoppable_perft(game.position(), game.rules(), depth, write, stop);
    return nodes ? fmt::format("nodes searched: {}", *nodes) : "info string perft was stopped";
  };
  if (depth <= kQuick) return channel_.write_line(count({}));
  task_.start(count, {});
}

void UciSession::show() const {
  std::string diagram = board_diagram(game_.position());
  if (diagram.ends_with('\n')) diagram.pop_back();
  channel_.write_line(diagram);
  channel_.write_line("position " + to_string(game_.position()));
  channel_.write_line("rules " + settings_.rules.name());
  channel_.write_line(
      fmt::format("outcome {} {}", to_string(game_.outcome().result), to_string(game_.outcome().reason)));
}

void UciSession::show_moves() const {
  MoveList moves;
  game_.legal_moves(moves);
  channel_.write_line(sorted_text(moves));
}

void UciSession::tell(std::string_view text) const {
  channel_.write_line(fmt::format("info string {}", text));
}

}  // namespace jungle
