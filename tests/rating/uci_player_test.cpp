#include "selfplay/rating/uci_player.hpp"

#include <algorithm>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "selfplay/rating/match.hpp"
#include "tests/rating/engines.hpp"
#include "tests/rating/test_players.hpp"

namespace jungle {
namespace {

using test::faulty_engine;

constexpr Limits kFewNodes = {.nodes = 10};

std::unique_ptr<UciPlayer> open(const UciEngine& engine) {
  Result<std::unique_ptr<UciPlayer>> player = UciPlayer::open(engine, "spec", {});
  EXPECT_TRUE(player) << player.error();
  return *std::move(player);
}

TEST(UciPlayer, SpeaksTheProtocolInOrder) {
  const test::FileName log;
  UciEngine engine = faulty_engine({"log=" + log.path()});
  engine.options = {{"Threads", "2"}, {"Style of Play", "wild"}, {"Clear Hash", ""}};
  {
    const auto player = open(engine);
    Game game{RuleSet()};
    game.play(*parse_move("g3g4"));
    game.play(*parse_move("a7a6"));
    player->new_game();
    player->get_ready({});
    (void)player->choose_move(game, {.movetime_ms = 20'000}, {});
    (void)player->choose_move(game, {.nodes = 7, .depth = 3}, {});
    player->new_game();
    (void)player->choose_move(Game(RuleSet()), kFewNodes, {});
  }
  EXPECT_EQ(log.lines(),
            (std::vector<std::string>{
                "uci", "setoption name Threads value 2", "setoption name Style of Play value wild",
                "setoption name Clear Hash", "isready", "ucinewgame", "isready",
                "position startpos moves g3g4 a7a6", "go movetime 20000", "position startpos moves g3g4 a7a6",
                "go depth 3 nodes 7", "ucinewgame", "isready", "position startpos", "go nodes 10", "quit"}));
}

TEST(UciPlayer, PassesOnWhatTheEngineSaysOfItsMove) {
  const auto player = open(faulty_engine({}));
  EXPECT_EQ(player->name(), "spec");
  EXPECT_EQ(player->engine_name(), "Faulty 1.0");
  const Decision decision = player->choose_move(Game(RuleSet()), kFewNodes, {});
  ASSERT_FALSE(decision.forfeit);
  EXPECT_EQ(decision.depth, 3);
  EXPECT_EQ(decision.nodes, 42);
  EXPECT_EQ(decision.wdl_for_side_to_move, (Wdl{0.4F, 0.35F, 0.25F}));
  EXPECT_EQ(decision.principal_variation, std::vector<Move>{decision.move});
}

TEST(UciPlayer, PlaysWholeMatchesUnderRulesOfEitherFirstSide) {
  for (const char* preset : {"wango", "panther"}) {
    const MatchConfig config{
        .rules = with_length_limit(*RuleSet::preset(preset)), .pairs = 4, .seed = 2, .concurrency = 2};
    const auto games =
        run_match(config, test::uci_contestant(faulty_engine({"rules=" + std::string(preset)}), kFewNodes),
                  test::random_contestant(), {}, {});
    ASSERT_TRUE(games) << games.error();
    ASSERT_EQ(games->size(), 8U);
    int half_points = 0;
    for (const MatchGame& game : *games) {
      EXPECT_FALSE(game.forfeit) << game.forfeit->why.text;
      half_points += game.half_points_of_a();
    }
    EXPECT_GT(half_points, 10) << "it takes what it can, the other plays at random";
  }
  EXPECT_FALSE(test::has_children());
}

TEST(UciPlayer, AStopRequestIsAnsweredWithALegalMoveWhileTheEngineThinks) {
  const test::FileName mark;
  const auto player = open(faulty_engine({"fault=hang", "once=" + mark.path()}));
  const Game game{RuleSet()};
  std::stop_source stop;
  std::jthread stopper([&] {
    while (mark.lines().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    stop.request_stop();
  });
  const Decision decision = player->choose_move(game, kFewNodes, stop.get_token());
  EXPECT_FALSE(decision.forfeit);
  EXPECT_TRUE(is_legal(game.position(), game.rules(), decision.move));
  const Decision next = player->choose_move(game, kFewNodes, {});
  EXPECT_FALSE(next.forfeit);
  EXPECT_EQ(next.nodes, 42) << "of the engine, which was started again";
}

TEST(UciPlayer, AnEngineThatCannotBeHadIsRefused) {
  const auto refusal = [](UciEngine engine) {
    const auto player = UciPlayer::open(std::move(engine), "spec", {});
    EXPECT_FALSE(player);
    return player ? std::string() : player.error();
  };
  EXPECT_EQ(refusal({.command = {"/no/such/engine"}}),
            "cannot run \"/no/such/engine\": No such file or directory");
  EXPECT_EQ(refusal(faulty_engine({"fault=exit-at-start"})), "no uciok: exited with code 9");
  UciEngine hasty = faulty_engine({"fault=silent"});
  hasty.start_ms = 100;
  EXPECT_EQ(refusal(hasty), "no uciok within 100 ms");
  hasty.command.back() = "fault=flood-at-start";
  EXPECT_EQ(refusal(hasty), "no uciok within 100 ms");
  hasty.command.back() = "fault=never-ready";
  hasty.start_ms = 1000;  // of which it needs some for its uciok
  EXPECT_EQ(refusal(hasty), "no readyok within 1000 ms");
  UciEngine options = faulty_engine({});
  options.options = {{"Thread", "2"}};
  EXPECT_EQ(refusal(options), "it has no option \"Thread\"; did you mean \"Threads\"?");
  EXPECT_FALSE(test::has_children());
}

}  // namespace
}  // namespace jungle
