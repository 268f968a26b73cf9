#include "app/player_spec.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/assignments.hpp"
#include "app/named_net.hpp"
#include "app/player_keys.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

using Kind = PlayerKindKeys;

constexpr std::string_view kOptionPrefix = "option.";  // of keys whose rest is the name of an engine's option

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

class GivenKeys {
 public:
  explicit GivenKeys(const std::vector<Assignment>& assignments) : assignments_(assignments) {}
  bool operator()(std::string_view name) const {
    return std::ranges::find(assignments_, name, &Assignment::key) != assignments_.end();
  }

 private:
  const std::vector<Assignment>& assignments_;
};

// What can't go together. A key without effect is a mistake of the user's.
Status check_mcts(const PlayerSpec& spec, const GivenKeys& given) {
  if (given("eval") && given("net")) return Error{"net= and eval= exclude each other"};
  for (const char* name : {"precision", "backend", "device", "cache_mb"}) {
    if (given("eval") && given(name)) return Error{fmt::format("{}= means nothing without net=", name)};
  }
  if (given("device") && spec.evaluator.backend != NetBackend::kTorch) {
    return Error{"device= means nothing without backend=torch"};
  }
  return Done{};
}

Status check_uci(const GivenKeys& given) {
  if (!given("cmd")) return Error{"needs cmd=PROGRAM"};
  if (given("margin_ms") && !given("movetime")) return Error{"margin_ms= means nothing without movetime="};
  if (given("stall_ms") && given("movetime"))
    return Error{"stall_ms= means nothing with movetime=, which margin_ms= extends"};
  return Done{};
}

// The protocol is made of lines.
Status set_engine_option(PlayerSpec& spec, std::string_view name, std::string_view value) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
  if (name.empty()) return Error{"an option of the engine has a name"};
  if (std::ranges::any_of(name, is_control) || std::ranges::any_of(value, is_control))
    return Error{"control characters have no place in an option of the engine"};
  spec.engine.options.emplace_back(name, value);
  return Done{};
}

Status set_key(PlayerSpec& spec, const Kind& kind, const Assignment& assignment) {
  const std::string_view name = assignment.key;
  if (kind.kind == PlayerKind::kUci && name.starts_with(kOptionPrefix))
    return set_engine_option(spec, name.substr(kOptionPrefix.size()), assignment.value);
  const auto key = std::ranges::find(kind.keys, name, &PlayerKey::name);
  if (key == kind.keys.end()) return Error{unknown("key", name, names_of(kind.keys))};
  if (const Status done = key->set(spec, assignment.value); !done)
    return Error{fmt::format("{}: {}", name, done.error())};
  return Done{};
}

Status set_keys(PlayerSpec& spec, const Kind& kind, std::string_view options) {
  const Result<std::vector<Assignment>> assignments = split_assignments(options);
  if (!assignments) return Error{assignments.error()};
  for (const Assignment& assignment : *assignments)
    if (const Status done = set_key(spec, kind, assignment); !done) return Error{done.error()};
  const GivenKeys given(*assignments);
  if (kind.kind == PlayerKind::kMcts) return check_mcts(spec, given);
  if (kind.kind == PlayerKind::kUci) return check_uci(given);
  return Done{};
}

Result<PlayerSpec> parse(std::string_view text, SpecLimits limits) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto kind = std::ranges::find(player_kinds(), name, &Kind::name);
  if (kind == player_kinds().end()) return Error{unknown("kind", name, names_of(player_kinds()))};
  if (limits == SpecLimits::kOptional && kind->kind == PlayerKind::kUci)
    return Error{"an engine over UCI can't be asked here: it is no search of this program"};
  PlayerSpec spec;
  spec.text = text;
  spec.kind = kind->kind;
  if (spec.kind == PlayerKind::kMcts) spec.net = kDefaultNet;
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
