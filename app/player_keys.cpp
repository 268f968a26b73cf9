#include "app/player_keys.hpp"

#include <charconv>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/util/text.hpp"

namespace jungle {
namespace {

using Setter = std::function<Status(PlayerSpec&, std::string_view value)>;
using Key = PlayerKey;

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

Status set_eval(PlayerSpec& spec, std::string_view value) {
  if (value != "uniform") return Error{fmt::format("\"{}\" is not \"uniform\"", printable(value))};
  spec.net.clear();
  return Done{};
}

constexpr int kMaxMegabytes = 1 << 20;
constexpr int kMaxThreads = 256;  // times kMaxBatch within what MctsPlayer takes
constexpr int kMaxBatch = 128;
constexpr std::int64_t kMaxCount = 1'000'000'000'000;
constexpr int kMaxMovetime = 24 * 3600 * 1000;

Key tablebase_key() {
  return {"tablebase", text([](PlayerSpec & s) -> auto& { return s.tablebase; })};
}

std::vector<Key> alphabeta_keys() {
  return {
      {"depth", number<int>([](PlayerSpec& s) -> int& { return s.limits.depth; }, 1, 96)},
      {"nodes", number<std::int64_t>(
                    [](PlayerSpec & s) -> auto& { return s.limits.nodes; }, 1, kMaxCount)},
      {"movetime", number<int>([](PlayerSpec& s) -> int& { return s.limits.movetime_ms; }, 1, kMaxMovetime)},
      {"table_mb",
       number<int>([](PlayerSpec& s) -> int& { return s.alpha_beta.table_mb; }, 0, kMaxMegabytes)},
      tablebase_key()};
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
      {"memory_mb", number<int>([](PlayerSpec& s) -> int& { return s.mcts.memory_mb; }, 1, kMaxMegabytes)},
      tablebase_key()};
}

Status set_command(PlayerSpec& spec, std::string_view value) {
  Result<std::vector<std::string>> words = split_command(std::string(value));
  if (!words) return Error{words.error()};
  spec.engine.command = *std::move(words);
  return Done{};
}

constexpr int kLongestWait = 24 * 3600 * 1000;

std::vector<Key> uci_keys() {
  return {
      {"cmd", set_command},
      {"movetime", number<int>([](PlayerSpec& s) -> int& { return s.limits.movetime_ms; }, 1, kMaxMovetime)},
      {"nodes", number<std::int64_t>(
                    [](PlayerSpec & s) -> auto& { return s.limits.nodes; }, 1, kMaxCount)},
      {"depth", number<int>([](PlayerSpec& s) -> int& { return s.limits.depth; }, 1, 1000)},
      {"margin_ms", number<int>([](PlayerSpec& s) -> int& { return s.engine.margin_ms; }, 0, kLongestWait)},
      {"stall_ms", number<int>([](PlayerSpec& s) -> int& { return s.engine.stall_ms; }, 1, kLongestWait)},
      {"start_ms", number<int>([](PlayerSpec& s) -> int& { return s.engine.start_ms; }, 1, kLongestWait)},
      {"fen", choice<FenSides>([](PlayerSpec & s) -> auto& { return s.engine.fen; },
                               {{"rb", FenSides::kRedBlue}, {"wb", FenSides::kWhiteBlack}})}};
}

}  // namespace

const std::vector<PlayerKindKeys>& player_kinds() {
  static const std::vector<PlayerKindKeys> all = {
      {"random", PlayerKind::kRandom, {}, ""},
      {"ab", PlayerKind::kAlphaBeta, alphabeta_keys(), "depth=, nodes= or movetime="},
      {"mcts", PlayerKind::kMcts, mcts_keys(), "visits= or movetime="},
      {"uci", PlayerKind::kUci, uci_keys(), "movetime=, nodes= or depth="}};
  return all;
}

}  // namespace jungle
