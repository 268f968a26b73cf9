// TablebasePath and --tablebase.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/app/piped_process.hpp"
#include "tests/app/program.hpp"
#include "tests/app/uci/conversation.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {
namespace {

using Lines = std::vector<std::string>;

// Whether the present position's end is proven by a search of one ply.
bool knows_the_end(Conversation& uci) {
  uci.say("go depth 1");
  Lines lines;
  std::string line;
  while (!(line = uci.wait_for("")).starts_with("bestmove")) lines.push_back(line);
  return std::ranges::any_of(lines,
                             [](const std::string& told) { return told.find(" score mate ") != told.npos; });
}

TEST(UciTablebase, ItsPathIsAnOptionThatIsEmptyAtFirst) {
  const SmallTablebase disk;
  Conversation uci;
  const auto shown = [&] {
    for (const std::string& line : uci.answers_to("uci"))
      if (line.starts_with("option name TablebasePath ")) return line;
    return std::string();
  };
  EXPECT_EQ(shown(), "option name TablebasePath type string default <empty>");
  EXPECT_EQ(uci.answers_to("setoption name TablebasePath value " + disk.path()),
            Lines{"info string tablebase: " + disk.path() + ", 2 pieces"});
  EXPECT_EQ(shown(), "option name TablebasePath type string default " + disk.path());
}

TEST(UciTablebase, SearchesUseItWhileItIsSet) {
  const SmallTablebase disk;
  Conversation uci;
  uci.say(std::string("position fen ") + kWonFarOff);
  EXPECT_FALSE(knows_the_end(uci));
  uci.answers_to("setoption name TablebasePath value " + disk.path());
  EXPECT_TRUE(knows_the_end(uci));
  EXPECT_EQ(uci.answers_to("setoption name TablebasePath value <empty>"), Lines());
  EXPECT_FALSE(knows_the_end(uci));
}

TEST(UciTablebase, RulesThatItIsNotForAreToldAndSearchesDoWithoutIt) {
  const SmallTablebase disk;
  Conversation uci;
  const auto use = [&](const std::string& rules) {
    Lines told = uci.answers_to("setoption name Rules value " + rules);
    uci.answers_to(std::string("position fen ") + kWonFarOff);
    return told;
  };
  uci.answers_to("setoption name TablebasePath value " + disk.path());
  const Lines told = use("leiden");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told[0].starts_with("info string tablebase: ")) << told[0];
  EXPECT_TRUE(told[0].ends_with("; searches do without it")) << told[0];
  EXPECT_FALSE(knows_the_end(uci));
  EXPECT_EQ(use("kawu"), Lines{"info string tablebase: " + disk.path() + ", 2 pieces"});
  EXPECT_TRUE(knows_the_end(uci));
  EXPECT_EQ(use("wango"), Lines()) << "the same tables go on";
  EXPECT_TRUE(knows_the_end(uci));
}

TEST(UciTablebase, AFolderThatCantBeUsedIsToldAndTheEngineGoesOn) {
  Conversation uci;
  const Lines told = uci.answers_to("setoption name TablebasePath value /nowhere");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told[0].starts_with("info string tablebase: /nowhere")) << told[0];
  EXPECT_FALSE(knows_the_end(uci));
  EXPECT_EQ(uci.answers_to("setoption name Hash value 2").size(), 1U) << "told again, and set";
}

TEST(UciTablebase, TheCommandLineSetsItAndDamageIsToldOnceInTheProtocol) {
  const SmallTablebase disk;
  disk.damage();
  PipedProcess engine({"uci", "--tablebase", disk.path()});
  for (int i = 0; i < 2; ++i) {
    engine.send(std::string("position fen ") + kWonFarOff + "\ngo depth 3\n");
    EXPECT_TRUE(engine.read_until("bestmove "));
  }
  engine.send("quit\n");
  EXPECT_EQ(engine.wait(), 0);
  const Lines lines = lines_of(engine.out());
  EXPECT_EQ(lines.at(0), "info string tablebase: " + disk.path() + ", 2 pieces");
  const auto damaged = [](const std::string& line) {
    return line.starts_with("info string ") && line.find("a damaged block") != line.npos;
  };
  EXPECT_EQ(std::ranges::count_if(lines, damaged), 1) << engine.out();
}

}  // namespace
}  // namespace jungle::test
