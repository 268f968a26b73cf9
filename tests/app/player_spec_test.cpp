#include "app/player_spec.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace jungle::test {
namespace {

std::string refusal(std::string_view text) {
  const Result<PlayerSpec> spec = parse_player_spec(text);
  EXPECT_FALSE(spec) << text;
  return spec ? "" : spec.error();
}

TEST(PlayerSpec, ReadsEachKindWithItsLimits) {
  EXPECT_EQ(parse_player_spec("random")->kind, PlayerKind::kRandom);
  const PlayerSpec by_depth = *parse_player_spec("ab:depth=6");
  EXPECT_EQ(by_depth.kind, PlayerKind::kAlphaBeta);
  EXPECT_EQ(by_depth.text, "ab:depth=6");
  EXPECT_EQ(by_depth.limits.depth, 6);
  EXPECT_EQ(by_depth.limits.nodes, 0);
  const PlayerSpec both = *parse_player_spec("ab:nodes=5000000000,movetime=100,table_mb=64");
  EXPECT_EQ(both.limits.nodes, 5'000'000'000);
  EXPECT_EQ(both.limits.movetime_ms, 100);
  EXPECT_EQ(both.alpha_beta.table_mb, 64);
  EXPECT_EQ(parse_player_spec("ab:depth=1,tablebase=tables/wango")->tablebase, "tables/wango");
}

TEST(PlayerSpec, ReadsTreeSearchesWithAndWithoutANet) {
  const PlayerSpec net = *parse_player_spec(
      "mcts:net=\"runs/a,b\",visits=400,threads=2,temperature=0.5,cpuct=2.25,batch=8,precision=float32,"
      "cache_mb=0,memory_mb=32");
  EXPECT_EQ(net.kind, PlayerKind::kMcts);
  EXPECT_EQ(net.net, "runs/a,b");
  EXPECT_EQ(net.limits.visits, 400);
  EXPECT_EQ(net.threads, 2);
  EXPECT_EQ(net.temperature, 0.5F);
  EXPECT_EQ(net.mcts.cpuct, 2.25F);
  EXPECT_EQ(net.mcts.batch, 8);
  EXPECT_EQ(net.mcts.memory_mb, 32);
  EXPECT_EQ(net.evaluator.precision, Precision::kFloat32);
  EXPECT_EQ(net.cache_mb, 0);
  const PlayerSpec uniform = *parse_player_spec("mcts:eval=uniform,movetime=100,tablebase=t");
  EXPECT_EQ(uniform.net, "");
  EXPECT_EQ(uniform.tablebase, "t");
  EXPECT_EQ(uniform.limits.movetime_ms, 100);
}

TEST(PlayerSpec, ReadsBackendAndDevice) {
  const PlayerSpec torch = *parse_player_spec("mcts:net=x,visits=1,backend=torch,device=cuda:0");
  EXPECT_EQ(torch.evaluator.backend, NetBackend::kTorch);
  EXPECT_EQ(torch.evaluator.device, "cuda:0");
  EXPECT_EQ(parse_player_spec("mcts:net=x,visits=1")->evaluator.backend, NetBackend::kCpu);
}

TEST(PlayerSpec, PlayersOfMatchesHaveNoRootNoiseAndTakeTheBestMove) {
  const PlayerSpec spec = *parse_player_spec("mcts:eval=uniform,visits=10");
  EXPECT_EQ(spec.mcts.noise_fraction, 0);
  EXPECT_EQ(spec.temperature, 0);
}

TEST(PlayerSpec, ATreeSearchWithoutANetHasTheOneThatShips) {
  EXPECT_EQ(parse_player_spec("mcts:visits=400")->net, "default");
  EXPECT_EQ(parse_player_spec("mcts", SpecLimits::kOptional)->net, "default");
  EXPECT_EQ(parse_player_spec("mcts:net=x,visits=1")->net, "x");
  EXPECT_EQ(parse_player_spec("mcts:eval=uniform,visits=1")->net, "");
  EXPECT_EQ(parse_player_spec("ab:depth=1")->net, "");
}

TEST(PlayerSpec, ATreeSearchNeedsOneSourceOfEvaluationsAndALimit) {
  EXPECT_NE(refusal("mcts:net=x,eval=uniform,visits=1").find("exclude each other"), std::string::npos);
  EXPECT_NE(refusal("mcts:eval=uniform").find("needs visits= or movetime="), std::string::npos);
  EXPECT_NE(refusal("mcts:net=,visits=1").find("net: the value is empty"), std::string::npos);
  EXPECT_NE(refusal("mcts:eval=best,visits=1").find("is not \"uniform\""), std::string::npos);
  EXPECT_NE(
      refusal("mcts:eval=uniform,visits=1,precision=int8").find("is not one of auto, float32, bfloat16"),
      std::string::npos);
  EXPECT_NE(refusal("mcts:eval=uniform,visits=1,temperature=nan").find("is not a number"), std::string::npos);
}

TEST(PlayerSpec, NamesTheNearestOfAnUnknownKey) {
  EXPECT_EQ(refusal("ab:dept=6"), "player \"ab:dept=6\": unknown key \"dept\"; did you mean \"depth\"?");
  EXPECT_NE(refusal("ab:depth=6,colour=red").find("known: depth, nodes, movetime, table_mb, tablebase"),
            std::string::npos);
  EXPECT_NE(refusal("randon").find("did you mean \"random\"?"), std::string::npos);
}

TEST(PlayerSpec, RefusesWhatItCannotUse) {
  EXPECT_EQ(refusal("ab"), "player \"ab\": needs depth=, nodes= or movetime=");
  EXPECT_NE(refusal("ab:").find("not key=value"), std::string::npos);
  EXPECT_NE(refusal("ab:depth").find("not key=value"), std::string::npos);
  EXPECT_NE(refusal("ab:depth=6,").find("not key=value"), std::string::npos);
  EXPECT_NE(refusal("ab:depth=6,depth=7").find("\"depth\" is given twice"), std::string::npos);
  EXPECT_NE(refusal("ab:depth=\"6").find("quote"), std::string::npos);
  EXPECT_NE(refusal("random:seed=1").find("has no options"), std::string::npos);
  for (const char* bad : {"0", "97", "-1", "6x", "", "1e3", " 6"}) {
    EXPECT_NE(refusal(std::string("ab:depth=") + bad).find("is not a whole number from 1 to 96"),
              std::string::npos)
        << bad;
  }
  EXPECT_EQ(refusal("ab:depth=\n").find('\n'), std::string::npos);
}

TEST(PlayerSpec, QuotesProtectCommas) {
  EXPECT_EQ(parse_player_spec("ab:depth=\"6\",nodes=5")->limits.depth, 6);
  EXPECT_NE(refusal("ab:depth=\"6,nodes=5\"").find("\"6,nodes=5\" is not a whole number"), std::string::npos);
}

TEST(PlayerSpec, ReadsEnginesWithTheirCommandWaitsAndOptions) {
  const PlayerSpec plain = *parse_player_spec("uci:cmd=\"./engine --net a,b 'c d'\",movetime=100");
  EXPECT_EQ(plain.kind, PlayerKind::kUci);
  EXPECT_EQ(plain.engine.command, (std::vector<std::string>{"./engine", "--net", "a,b", "c d"}));
  EXPECT_EQ(plain.limits.movetime_ms, 100);
  EXPECT_EQ(plain.engine.fen, FenSides::kRedBlue);
  const PlayerSpec full = *parse_player_spec(
      "uci:cmd=e,nodes=5000,depth=8,stall_ms=500,start_ms=7,fen=wb,option.Threads=2,option.Style of Play=,"
      "option.Path=\"a,b\"");
  EXPECT_EQ(full.limits.nodes, 5000);
  EXPECT_EQ(full.limits.depth, 8);
  EXPECT_EQ(full.engine.stall_ms, 500);
  EXPECT_EQ(full.engine.start_ms, 7);
  EXPECT_EQ(full.engine.fen, FenSides::kWhiteBlack);
  using Options = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(full.engine.options, (Options{{"Threads", "2"}, {"Style of Play", ""}, {"Path", "a,b"}}));
  EXPECT_EQ(parse_player_spec("uci:cmd=e,movetime=100,margin_ms=0")->engine.margin_ms, 0);
}

TEST(PlayerSpec, AnEngineNeedsACommandAndALimitAndTheWaitOfThatLimit) {
  EXPECT_NE(refusal("uci:movetime=100").find("needs cmd=PROGRAM"), std::string::npos);
  EXPECT_NE(refusal("uci:cmd=e").find("needs movetime=, nodes= or depth="), std::string::npos);
  EXPECT_FALSE(parse_player_spec("uci:cmd=e,nodes=1", SpecLimits::kOptional))
      << "it is asked over UCI itself";
  EXPECT_NE(refusal("uci:cmd= ,nodes=1").find("cmd: it names no program"), std::string::npos);
  EXPECT_NE(refusal("uci:cmd='e,nodes=1").find("cmd: a single quote is not closed"), std::string::npos);
  EXPECT_NE(refusal("uci:cmd=e,nodes=1,margin_ms=5").find("margin_ms= means nothing without movetime="),
            std::string::npos);
  EXPECT_NE(refusal("uci:cmd=e,movetime=1,stall_ms=5").find("stall_ms= means nothing with movetime="),
            std::string::npos);
  EXPECT_NE(refusal("uci:cmd=e,nodes=1,fen=bw").find("is not one of rb, wb"), std::string::npos);
  EXPECT_NE(refusal("uci:cmd=e,nodes=1,option.=5").find("has a name"), std::string::npos);
  EXPECT_NE(refusal("uci:cmd=e,nodes=1,option.A=b\nquit").find("control characters"), std::string::npos);
  EXPECT_NE(refusal("ab:depth=1,option.A=b").find("unknown key"), std::string::npos);
}

}  // namespace
}  // namespace jungle::test
