// jungle play, as a person at a terminal has it.

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "app/play/board_view.hpp"
#include "app/play/computer.hpp"
#include "app/play/table.hpp"
#include "app/play/threats.hpp"
#include "core/notation.hpp"
#include "search/alphabeta/player.hpp"
#include "selfplay/data/pgn_reader.hpp"
#include "tests/app/program.hpp"
#include "tests/app/terminal.hpp"

namespace jungle::test {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

Position position(std::string_view text) { return *parse_position(text); }

// A person with a good memory, who plays Blue in a game that Red begins.
class Person {
 public:
  explicit Person(Terminal& terminal) : terminal_(terminal) {}

  void see(const std::string& shown) {
    static const std::regex kPlays("Red plays (\\w{4})");
    std::smatch match;
    if (std::regex_search(shown, match, kPlays))
      game_.play(*parse_legal_move(match[1].str(), game_.position(), game_.rules()));
  }
  std::string play_one() {
    const Move move = player_.choose_move(game_, {.depth = 7}, {}).move;
    game_.play(move);
    const std::string shown = terminal_.say(to_string(move));
    see(shown);
    return shown;
  }
  Game& game() { return game_; }

 private:
  Terminal& terminal_;
  Game game_{RuleSet()};
  AlphaBetaPlayer player_{"ab"};
};

#define EXPECT_SHOWS(shown, part)                \
  do {                                           \
    const std::string text_ = (shown);           \
    EXPECT_TRUE(contains(text_, part)) << text_; \
  } while (false)

TEST(Play, AWholeGameWithEveryFeatureAtATerminal) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "game.pgn";
  Terminal terminal({"play", "--side", "blue", "--level", "easy", "--seed", "1"});
  Person person(terminal);
  std::string shown = terminal.shown();
  EXPECT_SHOWS(shown, "You are Blue, the computer (easy) is Red");
  EXPECT_SHOWS(shown, "\x1b[48;5;");              // colours
  EXPECT_SHOWS(shown, "E8");                      // ranks on the pieces
  EXPECT_LT(shown.find("L7"), shown.find("l7"));  // the own side is nearest
  person.see(shown);

  EXPECT_SHOWS(terminal.say("undo"), "no move of yours to take back");
  EXPECT_SHOWS(terminal.say("r1"), "\"r1\" is no square");
  EXPECT_SHOWS(terminal.say("a7a9"), "Not possible: ");
  EXPECT_SHOWS(terminal.say("mvoes"), "did you mean \"moves\"?");
  EXPECT_SHOWS(terminal.say("g7"), "The elephant e8 on g7 may go to");
  EXPECT_SHOWS(terminal.say("moves b2"), "is not Blue's");
  EXPECT_SHOWS(terminal.say("moves e5"), "There is no animal on e5");
  EXPECT_SHOWS(terminal.say("moves"), "elephant e8: g7g6");
  EXPECT_SHOWS(terminal.say("threats"), "Against Blue: nothing is threatened");
  EXPECT_SHOWS(terminal.say("hint"), "Hint: ");
  EXPECT_SHOWS(terminal.say("level medium"), "level medium");
  EXPECT_SHOWS(terminal.say("level easy"), "level easy");
  EXPECT_SHOWS(terminal.say("flip"), " 9 ");

  person.play_one();
  EXPECT_SHOWS(terminal.say("undo"), "Blue to move");
  EXPECT_SHOWS(terminal.say("redo"), "Blue to move");
  while (!contains(shown = person.play_one(), "over> ")) ASSERT_LT(person.game().plies(), 400);
  EXPECT_SHOWS(shown, " wins: an animal is in the den");

  EXPECT_SHOWS(terminal.say("g7g6"), "the game is over");
  EXPECT_SHOWS(terminal.say("replay"), "ply 0 of ");
  EXPECT_SHOWS(terminal.say(""), "ply 1 of ");
  EXPECT_SHOWS(terminal.say("back"), "ply 0 of ");
  EXPECT_SHOWS(terminal.say("last"), ' ' + to_string(person.game().moves().back()));
  EXPECT_SHOWS(terminal.say("leave"), "over> ");
  EXPECT_SHOWS(terminal.say("undo"), "Blue to move");
  EXPECT_SHOWS(terminal.say("redo"), "an animal is in the den");
  EXPECT_SHOWS(terminal.say("save " + file), "Saved");

  EXPECT_SHOWS(terminal.say("new two"), "Two players");
  EXPECT_SHOWS(terminal.say("g3g4"), "Blue to move");
  EXPECT_SHOWS(terminal.say("hint"), "Hints are for games against the computer");
  EXPECT_SHOWS(terminal.say("draw"), "Blue offers a draw. Red: yes or no? ");
  EXPECT_SHOWS(terminal.say("yes"), "draw: agreed");
  EXPECT_SHOWS(terminal.say("new red"), "You are Red");
  EXPECT_SHOWS(terminal.say("draw"), "plays on");  // too early, says the computer
  EXPECT_SHOWS(terminal.say("resign"), "Blue wins: red resigned");
  EXPECT_SHOWS(terminal.say("load " + file), "an animal is in the den");
  EXPECT_EQ(terminal.leave("quit"), 0);

  const auto records = read_pgn(read_text(file), {});
  ASSERT_TRUE(static_cast<bool>(records)) << records.error();
  EXPECT_EQ(records->front().game.moves(), person.game().moves());
}

TEST(Play, IsPlainTextWhereThereIsNoTerminal) {
  const ProgramRun run = run_jungle({"play", "--two-players"}, "g3g4\nboard\nmoves \x1b[31m\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_FALSE(contains(run.out, "\x1b"));
  EXPECT_SHOWS(run.out, "[R1]");
  EXPECT_SHOWS(run.err, "play --rules wango --two-players --moves g3g4");
}

TEST(Play, MovesMayBeWrittenAsPeopleDo) {
  const ProgramRun run = run_jungle({"play", "--two-players"}, "G3-G4\na7 a6\ng4g5\n");
  EXPECT_SHOWS(run.err, "--moves 'g3g4 a7a6 g4g5'");
}

TEST(Play, CtrlCPrintsTheCommandThatGoesOnWithTheGame) {
  Terminal terminal({"play", "--level", "ab:depth=1", "--rules", "kawu"});
  terminal.shown();
  terminal.say("g3g4");
  EXPECT_EQ(terminal.interrupt(), 130);
  std::smatch match;
  const std::regex line("play --rules kawu --side red --level ab:depth=1 --moves '(g3g4 \\w{4})'");
  ASSERT_TRUE(std::regex_search(terminal.everything(), match, line)) << terminal.everything();
  const ProgramRun again = run_jungle(
      {"play", "--rules", "kawu", "--side", "red", "--level", "ab:depth=1", "--moves", match[1].str()},
      "quit\n");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_SHOWS(again.out, "Red to move");
}

TEST(Play, StopsWhileTheComputerThinks) {
  Terminal terminal({"play", "--side", "blue", "--level", "ab:movetime=3600000"});
  while (!contains(terminal.everything(), "The computer thinks")) ASSERT_TRUE(terminal.read_more());
  EXPECT_EQ(terminal.interrupt(), 130);
}

TEST(Play, SavesAndLoadsGamesThatPeopleEnded) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "game.pgn";
  const ProgramRun saved =
      run_jungle({"play", "--two-players", "--rules", "panther"}, "a7a6\nresign\nsave " + file + "\nquit\n");
  EXPECT_EQ(saved.exit_code, 0) << saved.err;
  const std::string text = read_text(file);
  EXPECT_SHOWS(text, "[Result \"1-0\"]");  // Blue moves first under these rules: White
  EXPECT_SHOWS(text, "[Termination \"resignation\"]");
  const ProgramRun loaded = run_jungle({"play", "--load", file}, "undo\nundo\nsave\nsave " + file + "x\n");
  EXPECT_EQ(loaded.exit_code, 0) << loaded.err;
  EXPECT_SHOWS(loaded.out, "Rules: panther");
  EXPECT_SHOWS(loaded.out, "Blue wins: red resigned");
  EXPECT_SHOWS(loaded.out, "Blue to move");
  EXPECT_SHOWS(read_text(file), "unterminated");
}

TEST(Play, DoesNotOverwriteOtherFilesAndKeepsTheGameWhenAFileIsBad) {
  const TemporaryFolder folder;
  const std::string other = folder.write("other.txt", "mine");
  const ProgramRun run = run_jungle({"play", "--two-players"}, "g3g4\nsave " + other + "\nload " + other +
                                                                   "\nload /nowhere\nsave\nboard\n");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_SHOWS(run.out, "exists; give another name");
  EXPECT_SHOWS(run.out, "Not loaded: " + other + ": line 1: ");
  EXPECT_SHOWS(run.out, "the file needs a name");
  EXPECT_SHOWS(run.out.substr(run.out.rfind("blue> ")), "blue> ");
  EXPECT_EQ(read_text(other), "mine");
}

TEST(Play, AFileStartsNoProgramAndOneGameOfManyIsNotSavedOverThemAll) {
  const TemporaryFolder folder;
  const std::string proof = folder.path() / "proof";
  const std::string game =
      "[White \"human\"]\n[Black \"uci:cmd=\\\"touch " + proof + "\\\",depth=1\"]\n\n1. g3g4 a7a6 *\n";
  const std::string one = folder.write("one.pgn", game);
  const ProgramRun loaded = run_jungle({"play", "--load", one, "--level", "easy"}, "board\n");
  EXPECT_EQ(loaded.exit_code, 0) << loaded.err;
  EXPECT_SHOWS(loaded.out, "not a player that a file may name");
  EXPECT_SHOWS(loaded.out, "the computer (easy) is Blue");
  EXPECT_FALSE(std::filesystem::exists(proof));

  const std::string many = folder.write("many.pgn", game + "\n" + game);
  const ProgramRun saved =
      run_jungle({"play", "--load", many, "--level", "easy"}, "resign\nsave\nsave " + many + "\n");
  EXPECT_SHOWS(saved.out, "the file needs a name");
  EXPECT_SHOWS(saved.out, "exists; give another name");
  EXPECT_EQ(read_text(many), game + "\n" + game);
}

TEST(Play, WhatItCannotDoEndsNoGame) {
  const std::string long_name(5000, 'x');
  const ProgramRun run =
      run_jungle({"play", "--level", "easy"},
                 "g3g4\nsave " + long_name +
                     "\nload \x1b[2J\nsave /\x1b[2J/x\nlevel ab:depth=1,table_mb=1048576\nboard\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_FALSE(contains(run.out, "\x1b"));
  EXPECT_SHOWS(run.out, "Not saved: ");
  EXPECT_SHOWS(run.out, "table_mb");
  EXPECT_SHOWS(run.err, "--moves 'g3g4 ");
}

TEST(Play, BadOptionsAreRefused) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--level", "hrad"},
                                             {"--side", "green"},
                                             {"--load", "/nowhere"},
                                             {"--moves", "a1a9"},
                                             {"--two-players", "--level", "easy"},
                                             {"--level", "mcts:net=/nowhere,visits=5"}}) {
    std::vector<std::string> words = {"play"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const ProgramRun run = run_jungle(words);
    EXPECT_EQ(run.exit_code, 2) << arguments[1];
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
}

TEST(Play, LevelsAreNamedInTheHelpAndOpen) {
  const RuleSet rules;
  EndgameTables tables;
  for (const Level& level : levels()) {
    EXPECT_TRUE(static_cast<bool>(
        Computer::open(std::string(level.name), {.rules = rules, .tables = tables, .seed = 1})));
    EXPECT_SHOWS(run_jungle({"play", "--help"}).out, level.name);
  }
}

TEST(Play, TheComputerVariesItsOpeningAmongMovesThatAreAboutAsGood) {
  const RuleSet rules;
  EndgameTables tables;
  const Game game(rules);
  std::set<std::string> replies;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Computer computer = *Computer::open("medium", {.rules = rules, .tables = tables, .seed = seed});
    const Decision decision = computer.reply(game, {});
    replies.insert(to_string(decision.move));
    for (const SearchLine& line : decision.lines) {
      if (line.root.move == decision.move) {
        EXPECT_GE(expected_score(line.wdl_for_side_to_move),
                  expected_score(decision.lines.front().wdl_for_side_to_move) - 0.01);
      }
    }
    EXPECT_EQ(computer.think(game, {}).move, decision.lines.front().root.move);
  }
  EXPECT_GT(replies.size(), 1U);
}

TEST(Threats, AreTheCapturesAndTheDenThatTheOpponentCouldReach) {
  // Blue's lion may take the leopard, its rat may enter the den; Red's trapped wolf may be taken by anything.
  const Position board = position("2W4/2c4/7/7/7/7/3l3/3P3/2r4 r 0 1");
  const std::vector<std::string> lines = threat_lines(Side::kRed, board, RuleSet());
  EXPECT_EQ(lines.size(), 3U);
  const auto has = [&](const std::string& line) { return std::ranges::count(lines, line) == 1; };
  EXPECT_TRUE(has("the leopard P5 on d2 can be taken from d3 by the lion l7"));
  EXPECT_TRUE(has("the wolf W4 on c9 can be taken from c8 by the cat c2"));
  EXPECT_TRUE(has("the den can be entered from c1 by the rat r1"));
  EXPECT_TRUE(
      threats_against(Side::kRed, position("3R3/7/7/7/7/7/7/7/4r2 b 0 1"), RuleSet()).empty());  // over
}

TEST(BoardView, ShowsGroundBehindAnimalsDestinationsAndTheOwnSideNearest) {
  const RuleSet rules;
  const Position board = position("7/7/7/1R5/7/7/7/3t3/6l r 0 1");
  const std::string view = board_view(board, rules, {.destinations = Bitboard(square_at(3, 1))});
  EXPECT_SHOWS(view, " R1~");
  EXPECT_SHOWS(view, "xt6^");
  EXPECT_TRUE(view.starts_with(" 9 "));
  EXPECT_TRUE(board_view(board, rules, {.bottom = Side::kBlue}).starts_with(" 1 "));
  EXPECT_EQ(piece_text({Side::kBlue, Animal::kWolf}, *RuleSet::preset("panther")), "w3");
  EXPECT_SHOWS(losses_text(board, rules), "Red lost C2 D3 W4 P5 T6 L7 E8. Blue lost r1");
}

TEST(Table, RedoIsForgottenByANewMove) {
  Table table{Game(RuleSet())};
  ASSERT_TRUE(static_cast<bool>(table.play("g3g4")));
  table.undo();
  EXPECT_EQ(table.redoable(), 1);
  ASSERT_TRUE(static_cast<bool>(table.play("a3a4")));
  EXPECT_EQ(table.redoable(), 0);
  EXPECT_FALSE(static_cast<bool>(table.play("a4a5")));  // it is Blue's turn
  table.resign(Side::kBlue);
  EXPECT_EQ(table.ending(), "Red wins: blue resigned");
  EXPECT_FALSE(static_cast<bool>(table.play("a7a6")));
  table.reopen();
  EXPECT_TRUE(static_cast<bool>(table.play("a7a6")));
}

}  // namespace
}  // namespace jungle::test
