// The service of queries with a channel that breaks.

#include <memory>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/analyze/service.hpp"

namespace jungle {
namespace {

// Searches until it is stopped.
class PatientPlayer final : public Player {
 public:
  Decision choose_move(const Game& game, const Limits& /*limits*/, std::stop_token stop) override {
    while (!stop.stop_requested()) std::this_thread::yield();
    MoveList moves;
    game.legal_moves(moves);
    Decision decision;
    decision.move = moves[0];
    return decision;
  }
  std::string name() const override { return "patient"; }
};

// Gives some queries, then its input fails.
class BreakingChannel final : public LineChannel {
 public:
  explicit BreakingChannel(int queries) : left_(queries) {}
  std::optional<InputLine> read_line() override {
    if (left_-- == 0) throw std::system_error(std::make_error_code(std::errc::io_error), "input");
    return InputLine{.text = R"({"id": 1})"};
  }
  void write_line(std::string_view text) override {
    const MutexLock lock(mutex_);
    answers_.emplace_back(text);
  }
  std::stop_token closed() const override { return {}; }
  const std::vector<std::string>& answers() const { return answers_; }  // after all writing

 private:
  int left_;
  Mutex mutex_;
  std::vector<std::string> answers_;
};

TEST(AnalyzeService, AnInputThatBreaksEndsTheWorkersAndIsTold) {
  for (const int queries : {0, 1, 4}) {
    std::vector<Analyst> analysts;
    for (int i = 0; i < 2; ++i) analysts.emplace_back(std::make_unique<PatientPlayer>());
    BreakingChannel channel(queries);
    const EndgameTables tables;
    const QueryDefaults defaults{
        .rules = RuleSet(), .tables = tables, .player = *parse_player_spec("ab:depth=3")};
    EXPECT_THROW(serve_queries(channel, std::move(analysts), defaults, {}), std::system_error) << queries;
    EXPECT_EQ(channel.answers().size(), static_cast<std::size_t>(queries));
  }
}

}  // namespace
}  // namespace jungle
