#include "app/player_spec.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/util/text.hpp"

namespace jungle {
namespace {

using Setter = std::function<Status(PlayerSpec&, std::string_view value)>;

struct Key {
  std::string_view name;
  Setter set;
};

// `field` gives the number's place in a spec.
template <typename T>
Setter number(std::function<T&(PlayerSpec&)> field, T low, T high) {
  return [field = std::move(field), low, high](PlayerSpec& spec, std::string_view value) -> Status {
    T parsed{};
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
    const bool is_number = error == std::errc() && end == value.data() + value.size();
    if (!is_number || !(parsed >= low && parsed <= high)) {
      const std::string_view kind = std::is_integral_v<T> ? "whole number" : "number";
      return Error{fmt::format("\"{}\" is not a {} from {} to {}", printable(value), kind, low, high)};
    }
    field(spec) = parsed;
    return Done{};
  };
}

template <typename T>
Setter choice(std::function<T&(PlayerSpec&)> field, std::vector<std::pair<std::string_view, T>> values) {
  return [field = std::move(field), values = std::move(values)](PlayerSpec& spec,
                                                                std::string_view value) -> Status {
    std::vector<std::string_view> names;
    for (const auto& [name, meaning] : values) {
      if (name == value) {
        field(spec) = meaning;
        return Done{};
      }
      names.push_back(name);
    }
    return Error{fmt::format("\"{}\" is not one of {}", printable(value), fmt::join(names, ", "))};
  };
}

Setter text(std::function<std::string&(PlayerSpec&)> field) {
  return [field = std::move(field)](PlayerSpec& spec, std::string_view value) -> Status {
    if (value.empty()) return Error{"the value is empty"};
    field(spec) = value;
    return Done{};
  };
}

Status set_eval(PlayerSpec&, std::string_view value) {
  if (value != "uniform") return Error{fmt::format("\"{}\" is not \"uniform\"", printable(value))};
  return Done{};
}

constexpr int kMaxMegabytes = 1 << 20;
constexpr int kMaxThreads = 256;  // times kMaxBatch within what MctsPlayer takes
constexpr int kMaxBatch = 128;
constexpr std::int64_t kMaxCount = 1'000'000'000'000;
constexpr int kMaxMovetime = 24 * 3600 * 1000;

std::vector<Key> alphabeta_keys() {
  return {
      {"depth", number<int>([](PlayerSpec& s) -> int& { return s.limits.depth; }, 1, 96)},
      {"nodes", number<std::int64_t>(
                    [](PlayerSpec & s) -> auto& { return s.limits.nodes; }, 1, kMaxCount)},
      {"movetime", number<int>([](PlayerSpec& s) -> int& { return s.limits.movetime_ms; }, 1, kMaxMovetime)},
      {"table_mb",
       number<int>([](PlayerSpec& s) -> int& { return s.alpha_beta.table_mb; }, 0, kMaxMegabytes)}};
}

std::vector<Key> mcts_keys() {
  return {
      {"net", text([](PlayerSpec & s) -> auto& { return s.net; })},
      {"eval", set_eval},
      {"visits", number<std::int64_t>(
                     [](PlayerSpec & s) -> auto& { return s.limits.visits; }, 1, kMaxCount)},
      {"movetime", number<int>([](PlayerSpec& s) -> int& { return s.limits.movetime_ms; }, 1, kMaxMovetime)},
      {"threads", number<int>([](PlayerSpec& s) -> int& { return s.threads; }, 1, kMaxThreads)},
      {"temperature", number<float>([](PlayerSpec& s) -> float& { return s.temperature; }, 0, 10)},
      {"cpuct", number<float>([](PlayerSpec& s) -> float& { return s.mcts.cpuct; }, 0, 100)},
      {"batch", number<int>([](PlayerSpec& s) -> int& { return s.mcts.batch; }, 1, kMaxBatch)},
      {"precision", choice<Precision>([](PlayerSpec & s) -> auto& { return s.evaluator.precision; },
                                      {{"auto", Precision::kAuto},
                                       {"float32", Precision::kFloat32},
                                       {"bfloat16", Precision::kBfloat16}})},
      {"backend", choice<NetBackend>([](PlayerSpec & s) -> auto& { return s.evaluator.backend; },
                                     {{"cpu", NetBackend::kCpu}, {"torch", NetBackend::kTorch}})},
      {"device", text([](PlayerSpec & s) -> auto& { return s.evaluator.device; })},
      {"cache_mb", number<int>([](PlayerSpec& s) -> int& { return s.cache_mb; }, 0, kMaxMegabytes)},
      {"memory_mb", number<int>([](PlayerSpec& s) -> int& { return s.mcts.memory_mb; }, 1, kMaxMegabytes)}};
}

struct Kind {
  std::string_view name;
  PlayerKind kind;
  std::vector<Key> keys;
  std::string_view limits;  // one of them must be given; empty: none is needed
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"random", PlayerKind::kRandom, {}, ""},
      {"ab", PlayerKind::kAlphaBeta, alphabeta_keys(), "depth=, nodes= or movetime="},
      {"mcts", PlayerKind::kMcts, mcts_keys(), "visits= or movetime="}};
  return all;
}

std::vector<std::string_view> names_of(const auto& items) {
  std::vector<std::string_view> names;
  names.reserve(items.size());
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

std::string unknown(std::string_view what, std::string_view name,
                    const std::vector<std::string_view>& known) {
  const std::string hint = did_you_mean(name, known);
  return fmt::format("unknown {} \"{}\"{}", what, printable(name),
                     hint.empty() ? fmt::format("; known: {}", fmt::join(known, ", ")) : hint);
}

struct Assignment {
  std::string key;
  std::string value;
};

// key=value,key="value, with comma",...
Result<std::vector<Assignment>> split_assignments(std::string_view options) {
  std::vector<Assignment> assignments;
  std::string part;
  bool quoted = false;
  const auto finish = [&]() -> Status {
    const std::size_t equals = part.find('=');
    if (equals == part.npos) return Error{fmt::format("\"{}\" is not key=value", printable(part))};
    Assignment assignment{part.substr(0, equals), part.substr(equals + 1)};
    const auto same_key = [&](const Assignment& other) { return other.key == assignment.key; };
    if (std::ranges::any_of(assignments, same_key)) {
      return Error{fmt::format("\"{}\" is given twice", printable(assignment.key))};
    }
    assignments.push_back(std::move(assignment));
    part.clear();
    return Done{};
  };
  for (const char c : options) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      if (const Status done = finish(); !done) return Error{done.error()};
    } else {
      part += c;
    }
  }
  if (quoted) return Error{"a quote is not closed"};
  if (const Status done = finish(); !done) return Error{done.error()};
  return assignments;
}

// What can't go together. A key without effect is a mistake of the user's.
Status check_mcts(const PlayerSpec& spec, const std::vector<Assignment>& assignments) {
  const auto given = [&](std::string_view name) {
    return std::ranges::find(assignments, name, &Assignment::key) != assignments.end();
  };
  if (given("eval") && given("net")) return Error{"net= and eval= exclude each other"};
  if (!given("eval") && !given("net")) return Error{"needs net=PATH or eval=uniform"};
  for (const char* name : {"precision", "backend", "device", "cache_mb"}) {
    if (given("eval") && given(name)) return Error{fmt::format("{}= means nothing without net=", name)};
  }
  if (given("device") && spec.evaluator.backend != NetBackend::kTorch) {
    return Error{"device= means nothing without backend=torch"};
  }
  return Done{};
}

Status set_keys(PlayerSpec& spec, const Kind& kind, std::string_view options) {
  const Result<std::vector<Assignment>> assignments = split_assignments(options);
  if (!assignments) return Error{assignments.error()};
  for (const auto& [name, value] : *assignments) {
    const auto key = std::ranges::find(kind.keys, std::string_view(name), &Key::name);
    if (key == kind.keys.end()) return Error{unknown("key", name, names_of(kind.keys))};
    if (const Status done = key->set(spec, value); !done)
      return Error{fmt::format("{}: {}", name, done.error())};
  }
  return kind.kind == PlayerKind::kMcts ? check_mcts(spec, *assignments) : Done{};
}

Result<PlayerSpec> parse(std::string_view text, SpecLimits limits) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto kind = std::ranges::find(kinds(), name, &Kind::name);
  if (name == "uci") return Error{"players that speak UCI are not in this version; known: random, ab, mcts"};
  if (kind == kinds().end()) return Error{unknown("kind", name, names_of(kinds()))};
  PlayerSpec spec;
  spec.text = text;
  spec.kind = kind->kind;
  if (colon != text.npos) {
    if (kind->keys.empty()) return Error{fmt::format("{} has no options", name)};
    if (const Status done = set_keys(spec, *kind, text.substr(colon + 1)); !done) return Error{done.error()};
  }
  if (limits == SpecLimits::kRequired && !kind->limits.empty() && spec.limits.none())
    return Error{fmt::format("needs {}", kind->limits)};
  return spec;
}

}  // namespace

Result<PlayerSpec> parse_player_spec(std::string_view text, SpecLimits limits) {
  Result<PlayerSpec> spec = parse(text, limits);
  if (!spec) return Error{fmt::format("player \"{}\": {}", printable(text), spec.error())};
  return spec;
}

}  // namespace jungle
