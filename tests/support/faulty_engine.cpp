// An engine that speaks UCI and has one fault, for the tests of what matches do about engines.
//
//   faulty_engine [rules=PRESET] [log=FILE] [at=N] [fault=NAME] [once=FILE]
//
// Without a fault it plays legal moves at once: into the den, else what takes, else one drawn by the
// position. at=N: the fault comes with its N-th move since it started (1 by default). once=FILE: only if FILE
// is not there yet, and FILE is made then. log=FILE: every line it gets is added to the file.

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <thread>

#include <unistd.h>

#include "core/game.hpp"
#include "core/notation.hpp"
#include "core/util/random.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

std::map<std::string, std::string> arguments;  // NOLINT: of this small program

void say(const std::string& line) { std::cout << line << std::endl; }

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

bool makes_mark() {
  if (!arguments.contains("once")) return true;
  if (std::ifstream(arguments["once"])) return false;
  std::ofstream(arguments["once"]) << "once\n";
  return true;
}

bool has_fault(const std::string& name) { return arguments["fault"] == name && makes_mark(); }

void flood(const std::string& text) {
  while (std::cout) std::cout << text << std::flush;
}

// Faults of a running engine, at the time of a move. What returns goes on to play.
const std::map<std::string, std::function<void()>>& move_faults() {
  static const std::map<std::string, std::function<void()>> all = {
      {"crash",
       [] {
         std::cerr << "cannot allocate the hash\n\n";
         std::_Exit(3);
       }},
      {"dies-for-good", [] { std::_Exit(3); }},  // and does not start again: see serve()
      {"signal", [] { ::raise(SIGKILL); }},
      {"hang", [] { sleep_for_ever(); }},
      {"slow", [] { std::this_thread::sleep_for(std::chrono::milliseconds(400)); }},
      {"illegal", [] { say("bestmove a1a9"); }},
      {"garbage", [] { say("bestmove e2e4q\x01!"); }},
      {"no-move", [] { say("bestmove (none)"); }},
      {"nul", [] { say(std::string(2, '\0') + "\nbestmove g3" + std::string(2, '\0')); }},
      {"flood", [] { flood(std::string(1000, 'x')); }},
      {"endless-info", [] { flood("info depth 1 score cp 1 nodes 5\n"); }},
      {"endless-errors",
       [] {
         for (;;) std::cerr << "warning: something is wrong\n";
       }},
      {"close-output",
       [] {
         ::close(STDOUT_FILENO);
         sleep_for_ever();
       }},
      {"orphan",  // leaves a child of its own behind
       [] {
         const pid_t child = ::fork();
         if (child == 0) sleep_for_ever();
         std::ofstream(arguments["log"], std::ios::trunc) << child << std::endl;
         std::_Exit(0);
       }}};
  return all;
}

Game game_of(const std::string& line, const RuleSet& rules) {
  const std::vector<std::string_view> words = split_words(line);
  std::size_t i = 1;
  Position start = Position::start(rules);
  if (words.at(i) == "fen") {
    std::string text;
    for (++i; i < words.size() && words[i] != "moves"; ++i) text += std::string(words[i]) + ' ';
    text.pop_back();
    start = *parse_position(text);
  } else {
    ++i;
  }
  Game game(rules, start);
  for (++i; i < words.size(); ++i) game.play(*parse_legal_move(words[i], game.position(), rules));
  return game;
}

Move choose(const Game& game) {
  MoveList moves;
  game.legal_moves(moves);
  for (const Move move : moves)
    if (move.to() == den_square(!game.side_to_move())) return move;
  for (const Move move : moves)
    if (game.position().piece_at(move.to())) return move;
  Rng rng({game.position().key(), static_cast<std::uint64_t>(game.plies())});
  return moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))];
}

void go(const Game& game) {
  static int moves = 0;
  const int at = arguments.contains("at") ? std::stoi(arguments["at"]) : 1;
  const auto fault = move_faults().find(arguments["fault"]);
  if (++moves == at && fault != move_faults().end() && makes_mark()) fault->second();
  const std::string move = to_string(choose(game));
  say("info depth 2 nodes 7 score cp -10 pv " + move);
  say("info depth 3 multipv 1 nodes 42 nps 1000 score cp 30 wdl 400 350 250 pv " + move);
  say("info depth 3 multipv 2 nodes 42 score cp -900 pv " + move);
  say("info string nodes 5 depth 99");
  say("bestmove " + move + " ponder a1a2");
}

void shake_hands() {
  if (has_fault("silent")) return;
  say("id name Faulty 1.0");
  say("option name Threads type spin default 1 min 1 max 8");
  say("option name Style of Play type string default calm");
  say("option name Clear Hash type button");
  say("uciok");
}

void serve(const RuleSet& rules) {
  Game game(rules);
  if (has_fault("exit-at-start")) std::_Exit(9);
  if (arguments["fault"] == "dies-for-good" && std::ifstream(arguments["once"])) std::_Exit(9);
  if (has_fault("flood-at-start")) flood("loading\n");
  for (std::string line; std::getline(std::cin, line);) {
    if (arguments.contains("log")) std::ofstream(arguments["log"], std::ios::app) << line << '\n';
    if (line == "uci") shake_hands();
    if (line == "isready" && !has_fault("never-ready")) say("readyok");
    if (line.starts_with("position")) game = game_of(line, rules);
    if (line.starts_with("go")) go(game);
    if (line == "ucinewgame" && has_fault("exit-between-games")) std::_Exit(5);
    if (line == "quit") break;
  }
  if (has_fault("ignore-quit")) sleep_for_ever();
}

}  // namespace
}  // namespace jungle

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    jungle::arguments[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  const std::string rules = jungle::arguments.contains("rules") ? jungle::arguments["rules"] : "wango";
  jungle::serve(*jungle::RuleSet::preset(rules));
}
