#include "app/uci/options.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/move.hpp"
#include "core/util/text.hpp"
#include "selfplay/config/rules_toml.hpp"

namespace jungle {
namespace {

constexpr int kMostThreads = 256;
constexpr int kMostMegabytes = 1 << 20;
constexpr int kMostOverhead = 5000;
constexpr std::int64_t kMostVisits = 1'000'000'000'000;
constexpr std::string_view kEmpty = "<empty>";  // how the protocol writes an empty string

struct Option {
  std::string_view name;
  std::string type;  // as the protocol writes it, without the default
  bool of_player;
  std::function<std::string(const EngineSettings&)> get;
  std::function<Status(EngineSettings&, std::string_view)> set;
};

Option spin(std::string_view name, bool of_player, std::int64_t low, std::int64_t high,
            std::function<std::int64_t(const EngineSettings&)> get,
            std::function<void(EngineSettings&, std::int64_t)> set) {
  const auto read = [low, high, set = std::move(set)](EngineSettings& settings,
                                                      std::string_view text) -> Status {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
      return Error{fmt::format("\"{}\" is not a whole number from {} to {}", printable(text), low, high)};
    set(settings, value);
    return Done{};
  };
  return {name, fmt::format("spin min {} max {}", low, high), of_player,
          [get = std::move(get)](const EngineSettings& s) { return std::to_string(get(s)); }, read};
}

Option check(std::string_view name, bool EngineSettings::*field) {
  const auto read = [field](EngineSettings& settings, std::string_view text) -> Status {
    if (text != "true" && text != "false")
      return Error{fmt::format("\"{}\" is neither true nor false", printable(text))};
    settings.*field = text == "true";
    return Done{};
  };
  return {name, "check", false,
          [field](const EngineSettings& s) { return std::string(s.*field ? "true" : "false"); }, read};
}

Option rules() {
  std::string type = "combo";
  for (const std::string_view name : RuleSet::preset_names()) type += fmt::format(" var {}", name);
  const auto read = [](EngineSettings& settings, std::string_view text) -> Status {
    const Result<RuleSet> found = load_rules(std::string(text));
    if (!found) return Error{found.error()};
    settings.rules = *found;
    return Done{};
  };
  return {"Rules", type, false, [](const EngineSettings& s) { return s.rules.name(); }, read};
}

// A net makes the player a tree search; none makes it alpha-beta.
Option weights_file() {
  const auto read = [](EngineSettings& settings, std::string_view text) -> Status {
    const bool none = text.empty() || text == kEmpty;
    if (none && settings.player.net.empty()) return Done{};  // a graphical interface repeats the default
    settings.player.net = none ? "" : text;
    settings.player.kind = none ? PlayerKind::kAlphaBeta : PlayerKind::kMcts;
    settings.player.text = none ? "ab" : fmt::format("mcts:net=\"{}\"", text);
    return Done{};
  };
  const auto get = [](const EngineSettings& s) {
    return s.player.net.empty() ? std::string(kEmpty) : s.player.net;
  };
  return {"WeightsFile", "string", true, get, read};
}

Option tablebase_path() {
  const auto read = [](EngineSettings& settings, std::string_view text) -> Status {
    settings.player.tablebase = text == kEmpty ? "" : text;
    return Done{};
  };
  const auto get = [](const EngineSettings& s) {
    return s.player.tablebase.empty() ? std::string(kEmpty) : s.player.tablebase;
  };
  return {"TablebasePath", "string", true, get, read};
}

int megabytes(const PlayerSpec& player) {
  return player.kind == PlayerKind::kMcts ? player.mcts.memory_mb : player.alpha_beta.table_mb;
}

const std::vector<Option>& all_options() {
  static const std::vector<Option> all = {
      rules(),
      weights_file(),
      tablebase_path(),
      spin(
          "Threads", true, 1, kMostThreads, [](const auto& s) { return s.player.threads; },
          [](auto& s, std::int64_t n) { s.player.threads = static_cast<int>(n); }),
      spin(
          "Hash", true, 1, kMostMegabytes, [](const auto& s) { return megabytes(s.player); },
          [](auto& s, std::int64_t n) {
            s.player.mcts.memory_mb = s.player.alpha_beta.table_mb = static_cast<int>(n);
          }),
      spin(
          "Visits", false, 0, kMostVisits,
          [](const auto& s) { return std::max(s.player.limits.visits, s.player.limits.nodes); },
          [](auto& s, std::int64_t n) { s.player.limits.visits = s.player.limits.nodes = n; }),
      spin(
          "MultiPV", false, 1, kMaxMoves, [](const auto& s) { return s.lines; },
          [](auto& s, std::int64_t n) { s.lines = static_cast<int>(n); }),
      check("Ponder", &EngineSettings::ponder),
      check("UCI_ShowWDL", &EngineSettings::show_wdl),
      spin(
          "Move Overhead", false, 0, kMostOverhead, [](const auto& s) { return s.move_overhead_ms; },
          [](auto& s, std::int64_t n) { s.move_overhead_ms = static_cast<int>(n); })};
  return all;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

std::vector<std::string> option_lines(const EngineSettings& settings) {
  std::vector<std::string> lines;
  for (const Option& option : all_options()) {
    const std::string& type = option.type;
    const std::size_t space = std::min(type.find(' '), type.size());
    lines.push_back(fmt::format("option name {} type {} default {}{}", option.name, type.substr(0, space),
                                option.get(settings), type.substr(space)));
  }
  return lines;
}

Result<ChangedSettings> with_option(EngineSettings settings, std::string_view name, std::string_view value) {
  const auto same = [&](const Option& option) { return lower(option.name) == lower(name); };
  const auto option = std::ranges::find_if(all_options(), same);
  if (option == all_options().end()) {
    std::vector<std::string_view> names;
    for (const Option& known : all_options()) names.push_back(known.name);
    return Error{fmt::format("there is no option \"{}\"{}", printable(name), did_you_mean(name, names))};
  }
  if (const Status done = option->set(settings, value); !done)
    return Error{fmt::format("{}: {}", option->name, done.error())};
  return ChangedSettings{.settings = std::move(settings), .of_player = option->of_player};
}

}  // namespace jungle
