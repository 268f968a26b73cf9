#include "tests/app/uci/conversation.hpp"

#include <chrono>
#include <condition_variable>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

namespace jungle::test {
namespace {

constexpr std::chrono::seconds kPatience{60};

EngineSettings settings_of(std::string_view player) {
  EngineSettings settings;
  const Result<PlayerSpec> spec = parse_player_spec(player, SpecLimits::kOptional);
  EXPECT_TRUE(static_cast<bool>(spec)) << spec.error();
  settings.player = *spec;
  return settings;
}

}  // namespace

class Conversation::Channel final : public LineChannel {
 public:
  std::optional<InputLine> read_line() override {
    MutexLock lock(mutex_);
    while (said_.empty() && !closed_) changed_.wait(lock);
    std::optional<std::string> text = take(said_);
    if (!text) return std::nullopt;
    const bool cut = text->size() > kMaxLineBytes;
    return InputLine{.text = text->substr(0, kMaxLineBytes), .cut = cut};
  }
  void write_line(std::string_view text) override {
    const MutexLock lock(mutex_);
    answered_.emplace_back(text);
    changed_.notify_all();
  }

  std::stop_token closed() const override { return {}; }

  void say(const std::string& line) {
    const MutexLock lock(mutex_);
    said_.push_back(line);
    changed_.notify_all();
  }
  void close() {
    const MutexLock lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  std::optional<std::string> next_answer() {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    MutexLock lock(mutex_);
    while (answered_.empty() && !closed_)
      if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) return std::nullopt;
    return take(answered_);
  }

 private:
  static std::optional<std::string> take(std::deque<std::string>& lines) {
    if (lines.empty()) return std::nullopt;
    std::string line = std::move(lines.front());
    lines.pop_front();
    return line;
  }

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::string> said_ JUNGLE_GUARDED_BY(mutex_);
  std::deque<std::string> answered_ JUNGLE_GUARDED_BY(mutex_);
  bool closed_ JUNGLE_GUARDED_BY(mutex_) = false;
};

Conversation::Conversation(std::string_view player)
    : Conversation(settings_of(player), *make_uci_player(settings_of(player))) {}

Conversation::Conversation(std::unique_ptr<Player> player)
    : Conversation(EngineSettings(), std::move(player)) {}

Conversation::Conversation(EngineSettings settings, std::unique_ptr<Player> player)
    : channel_(std::make_unique<Channel>()),
      session_(std::make_unique<UciSession>(*channel_, std::move(settings), std::move(player), tables_)),
      thread_([this] { session_->run(); }) {}

Conversation::~Conversation() { end(); }

void Conversation::say(const std::string& line) { channel_->say(line); }

std::string Conversation::wait_for(std::string_view start) {
  while (auto line = channel_->next_answer())
    if (line->starts_with(start)) return *line;
  ADD_FAILURE() << "no answer begins with " << start;
  return "";
}

std::vector<std::string> Conversation::answers() {
  say("isready");
  std::vector<std::string> lines;
  while (auto line = channel_->next_answer()) {
    if (*line == "readyok") break;
    lines.push_back(std::move(*line));
  }
  return lines;
}

std::vector<std::string> Conversation::answers_to(const std::string& line) {
  say(line);
  return answers();
}

void Conversation::end() {
  channel_->close();
  if (thread_.joinable()) thread_.join();
}

std::vector<std::string> Conversation::rest() {
  std::vector<std::string> lines;
  while (auto line = channel_->next_answer()) lines.push_back(std::move(*line));
  return lines;
}

}  // namespace jungle::test
