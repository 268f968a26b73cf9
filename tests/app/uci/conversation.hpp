#pragma once
// A UciSession in this process and someone who talks with it.
//
//   Conversation uci;                       // alpha-beta
//   uci.say("go depth 3");
//   EXPECT_EQ(uci.wait_for("bestmove"), "bestmove g3g4 ponder a7a6");
//
// What has been read is not read again. A wait that is in vain ends after a while with "". Thread rule:
// hostile.

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/endgame_tables.hpp"
#include "app/uci/session.hpp"

namespace jungle::test {

class Conversation {
 public:
  explicit Conversation(std::string_view player = "ab");
  explicit Conversation(std::unique_ptr<Player> player);  // of the test's own
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation();

  void say(const std::string& line);
  std::string wait_for(std::string_view start);  // the next line that begins so
  // All lines up to the answer to an `isready` said now.
  std::vector<std::string> answers();
  std::vector<std::string> answers_to(const std::string& line);
  void end();                       // closes the input and waits
  std::vector<std::string> rest();  // what was not read; after end()

 private:
  Conversation(EngineSettings settings, std::unique_ptr<Player> player);

  class Channel;
  std::unique_ptr<Channel> channel_;
  EndgameTables tables_;
  std::unique_ptr<UciSession> session_;
  std::jthread thread_;
};

}  // namespace jungle::test
