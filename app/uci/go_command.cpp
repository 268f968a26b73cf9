#include "app/uci/go_command.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr std::int64_t kMost = 1'000'000'000'000;  // nodes, milliseconds: years
constexpr int kDeepest = 96;
constexpr int kDeepestPerft = 20;

struct Field {
  std::string_view name;
  std::int64_t low;
  std::int64_t high;
  std::function<void(GoCommand&, std::int64_t)> set;
};

const std::vector<Field>& fields() {
  static const std::vector<Field> all = {
      {"nodes", 1, kMost, [](GoCommand& go, std::int64_t n) { go.nodes = n; }},
      {"depth", 1, kMost,
       [](GoCommand& go, std::int64_t n) {
         go.depth = static_cast<int>(std::min<std::int64_t>(n, kDeepest));
       }},
      {"perft", 1, kDeepestPerft, [](GoCommand& go, std::int64_t n) { go.perft = static_cast<int>(n); }},
      {"movetime", 1, kMost, [](GoCommand& go, std::int64_t n) { go.movetime_ms = n; }},
      {"wtime", -kMost, kMost, [](GoCommand& go, std::int64_t n) { go.first_left_ms = n; }},
      {"btime", -kMost, kMost, [](GoCommand& go, std::int64_t n) { go.second_left_ms = n; }},
      {"winc", 0, kMost, [](GoCommand& go, std::int64_t n) { go.first_increment_ms = n; }},
      {"binc", 0, kMost, [](GoCommand& go, std::int64_t n) { go.second_increment_ms = n; }},
      {"movestogo", 0, std::numeric_limits<int>::max(),
       [](GoCommand& go, std::int64_t n) { go.moves_to_go = static_cast<int>(n); }}};
  return all;
}

Result<std::int64_t> number(const Field& field, std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < field.low || value > field.high)
    return Error{fmt::format("{}: \"{}\" is not a whole number from {} to {}", field.name, printable(word),
                             field.low, field.high)};
  return value;
}

template <typename T>
T smaller_limit(T a, T b) {
  return a == 0 ? b : b == 0 ? a : std::min(a, b);
}

}  // namespace

bool GoCommand::says_when_to_end() const {
  return nodes > 0 || depth > 0 || movetime_ms > 0 || infinite || ponder || perft > 0 || first_left_ms ||
         second_left_ms;
}

std::optional<GameClock> GoCommand::clock(bool first_side_moves) const {
  if (!first_left_ms && !second_left_ms) return std::nullopt;
  const bool first = first_side_moves ? first_left_ms.has_value() : !second_left_ms;
  return GameClock{.left_ms = first ? *first_left_ms : *second_left_ms,
                   .increment_ms = first ? first_increment_ms : second_increment_ms,
                   .moves_to_go = moves_to_go};
}

Result<GoCommand> parse_go(std::span<const std::string_view> words) {
  GoCommand go;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto field = std::ranges::find(fields(), words[i], &Field::name);
    if (field != fields().end()) {
      const Result<std::int64_t> value = number(*field, i + 1 < words.size() ? words[i + 1] : "");
      if (!value) return Error{value.error()};
      field->set(go, *value);
      ++i;
    } else if (words[i] == "infinite") {
      go.infinite = true;
    } else if (words[i] == "ponder") {
      go.ponder = true;
    } else {
      go.unknown.emplace_back(words[i]);
    }
  }
  // A limit that is not understood, or an increment without a clock: better no move than a search for ever.
  if (!words.empty() && !go.says_when_to_end())
    return Error{fmt::format("\"{}\" does not say when to end",
                             printable(fmt::format("{}", fmt::join(words.begin(), words.end(), " "))))};
  return go;
}

Limits search_limits(const GoCommand& go, const Limits& of_player, bool depth_counts) {
  Limits limits;
  limits.search_single_move = go.waits();
  if (!go.infinite) {
    limits.nodes = smaller_limit(go.nodes, smaller_limit(of_player.nodes, of_player.visits));
    limits.visits = limits.nodes;
    limits.depth = smaller_limit(go.depth, of_player.depth);
  }
  const bool by_time = go.movetime_ms > 0 || go.first_left_ms || go.second_left_ms || go.ponder;
  if (!depth_counts && (limits.nodes > 0 || by_time)) limits.depth = 0;
  limits.infinite = limits.nodes == 0 && limits.depth == 0;
  return limits;
}

}  // namespace jungle
