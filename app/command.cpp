#include "app/command.hpp"

#include <cctype>
#include <string_view>

namespace jungle {

std::stop_token CommandContext::stop_on_signals() {
  if (signals_ == nullptr) signals_ = std::make_unique<SignalWatcher>();
  return signals_->token();
}

void on_run(CLI::App& command, CommandContext& context, std::function<int()> function) {
  command.callback([&context, function = std::move(function)] { context.run = function; });
}

std::string shell_line(const std::vector<std::string>& words) {
  constexpr std::string_view kPlain = "-_./=:,+@%";
  std::string line;
  for (const std::string& word : words) {
    bool plain = !word.empty();
    std::string quoted = "'";
    for (const char c : word) {
      plain = plain && (std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != kPlain.npos);
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    line += (line.empty() ? "" : " ") + (plain ? word : quoted + "'");
  }
  return line;
}

}  // namespace jungle
