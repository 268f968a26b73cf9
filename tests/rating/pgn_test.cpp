#include "selfplay/data/pgn.hpp"

#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "selfplay/rating/tally.hpp"
#include "tests/rating/test_players.hpp"

namespace jungle {
namespace {

// A reader of PGN's export format, written from the standard and not from the writer.
struct ReadGame {
  std::map<std::string, std::string> tags;
  std::vector<std::string> moves;
  std::vector<std::string> numbers;
  std::string result;
};

ReadGame read_pgn(const std::string& text) {
  ReadGame game;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line) && !line.empty()) {
    EXPECT_EQ(line.front(), '[');
    EXPECT_EQ(line.substr(line.size() - 2), "\"]");
    const std::size_t space = line.find(' ');
    std::string value;
    for (std::size_t i = space + 2; i + 2 < line.size(); ++i) {
      if (line[i] == '\\') ++i;
      value += line[i];
    }
    game.tags[line.substr(1, space - 1)] = value;
  }
  while (std::getline(lines, line) && !line.empty()) {
    EXPECT_LT(line.size(), 80U);
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.back() == '.') {
        game.numbers.push_back(word);
      } else if (word == "*" || word.find('-') != std::string::npos) {
        game.result = word;
      } else {
        game.moves.push_back(word);
      }
    }
  }
  EXPECT_TRUE(line.empty());
  return game;
}

Game replay(const RuleSet& rules, const ReadGame& read) {
  const auto fen = read.tags.find("FEN");
  Game game(rules, fen == read.tags.end() ? Position::start(rules) : *parse_position(fen->second));
  for (const std::string& word : read.moves) {
    const Result<Move> move = parse_legal_move(word, game.position(), rules);
    EXPECT_TRUE(move) << word;
    game.play(*move);
  }
  return game;
}

TEST(Pgn, MatchGamesReadBackToTheSameGames) {
  for (const char* preset : {"wango", "panther"}) {
    const RuleSet rules = with_length_limit(*RuleSet::preset(preset));
    const auto games = run_match({.rules = rules, .pairs = 4, .seed = 6}, test::greedy_contestant(),
                                 test::random_contestant(), {}, {});
    ASSERT_TRUE(games);
    for (const MatchGame& game : *games) {
      const ReadGame read = read_pgn(match_game_pgn(game, rules, {.name = "greedy"}, {.name = "random"}));
      const Game replayed = replay(rules, read);
      EXPECT_EQ(replayed.moves(), game.moves);
      EXPECT_EQ(replayed.outcome(), game.outcome);
      const bool a_is_white = game.index % 2 == 0;
      EXPECT_EQ(read.tags.at("White"), a_is_white ? "greedy" : "random");
      EXPECT_EQ(read.tags.at("Black"), a_is_white ? "random" : "greedy");
      const int white_value = game.outcome.value_for(rules.fields().first_side);
      EXPECT_EQ(read.result, white_value > 0 ? "1-0" : white_value < 0 ? "0-1" : "1/2-1/2");
      EXPECT_EQ(read.tags.at("Result"), read.result);
      EXPECT_EQ(read.tags.at("Termination"), to_string(game.outcome.reason));
      EXPECT_EQ(read.tags.at("Variant"), "jungle");
      EXPECT_EQ(read.tags.at("RuleSet"), preset);
      EXPECT_EQ(read.tags.at("OpeningPlies"), "8");
      EXPECT_EQ(read.tags.at("PlyCount"), std::to_string(game.moves.size()));
      EXPECT_EQ(read.tags.at("Round"),
                std::to_string(game.index / 2 + 1) + '.' + std::to_string(game.index % 2 + 1));
      EXPECT_EQ(read.tags.count("FEN"), 0U);
    }
  }
}

TEST(Pgn, AGameFromAnotherPositionCarriesItAndCountsMovesFromThere) {
  const RuleSet rules;
  Game game(rules, *parse_position("7/7/3r3/7/7/7/7/2T4/7 b 4 12"));
  game.play(*parse_move("d7c7"));
  game.play(*parse_move("c2c3"));
  const std::string text = pgn_text({.game = &game, .first_player = "a", .second_player = "b"});
  const ReadGame read = read_pgn(text);
  EXPECT_EQ(read.tags.at("FEN"), "7/7/3r3/7/7/7/7/2T4/7 b 4 12");
  EXPECT_EQ(read.tags.at("SetUp"), "1");
  EXPECT_EQ(read.tags.at("Termination"), "unterminated");
  EXPECT_EQ(read.result, "*");
  EXPECT_NE(text.find("\n12... d7c7 13. c2c3 *\n\n"), std::string::npos) << text;
}

// A game of two moves that A, White in it, loses by this.
MatchGame lost_by(ForfeitReason reason) {
  MatchGame game;
  game.moves = {*parse_move("g3g4"), *parse_move("a7a6")};
  game.side_of_a = Side::kRed;
  game.outcome = win_for(Side::kBlue, EndReason::kNone);
  game.forfeit = GameForfeit{.loser = Side::kRed, .why = {.reason = reason, .text = "exited with code 3"}};
  return game;
}

TEST(Pgn, AForfeitIsToldInTheWordsOfOtherMatchProgramsWithWhatHappened) {
  const std::pair<ForfeitReason, std::string> words[] = {{ForfeitReason::kTime, "time forfeit"},
                                                         {ForfeitReason::kIllegalMove, "illegal move"},
                                                         {ForfeitReason::kCrash, "abandoned"},
                                                         {ForfeitReason::kStalled, "stalled connection"},
                                                         {ForfeitReason::kProtocol, "rules infraction"}};
  for (const auto& [reason, word] : words) {
    const std::string text = match_game_pgn(lost_by(reason), RuleSet(), {.name = "a"}, {.name = "b"});
    const ReadGame read = read_pgn(text);
    EXPECT_EQ(read.tags.at("Termination"), word);
    EXPECT_EQ(read.tags.at("Result"), "0-1");
    EXPECT_EQ(read.result, "0-1");
    EXPECT_EQ(read.tags.at("Forfeit"), "exited with code 3");
    EXPECT_EQ(read.moves, (std::vector<std::string>{"g3g4", "a7a6"}));
  }
}

TEST(Pgn, TimeControlIsSecondsAMoveAndOneForEachSideWhereTheyDiffer) {
  const auto tags = [](int movetime_a, int movetime_b) {
    return read_pgn(match_game_pgn(lost_by(ForfeitReason::kCrash), RuleSet(),
                                   {.name = "a", .movetime_ms = movetime_a},
                                   {.name = "b", .movetime_ms = movetime_b}))
        .tags;
  };
  EXPECT_EQ(tags(0, 0).at("TimeControl"), "-");
  EXPECT_EQ(tags(100, 100).at("TimeControl"), "0.1/move");
  EXPECT_EQ(tags(2000, 2000).at("TimeControl"), "2/move");
  EXPECT_EQ(tags(1005, 1005).at("TimeControl"), "1.005/move");
  const auto unequal = tags(50, 0);
  EXPECT_EQ(unequal.at("WhiteTimeControl"), "0.05/move");
  EXPECT_EQ(unequal.at("BlackTimeControl"), "-");
  EXPECT_EQ(unequal.count("TimeControl"), 0U);
}

TEST(Pgn, TagsEscapeQuotesAndNeverSpanLines) {
  const Game game{RuleSet()};
  const std::string name = "uci:cmd=\"C:\\engine\"\nx";
  const ReadGame read = read_pgn(pgn_text({.game = &game, .first_player = name, .second_player = "b"}));
  EXPECT_EQ(read.tags.at("White"), "uci:cmd=\"C:\\engine\" x");
}

}  // namespace
}  // namespace jungle
