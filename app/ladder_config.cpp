#include "app/ladder_config.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/net_path.hpp"
#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "selfplay/config/parse_toml.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFileBytes = 1'000'000;
constexpr std::int64_t kMaxPlies = 200;
constexpr double kMaxAnchorElo = 10000;

using Setter = std::function<Status(LadderPool&, const toml::node&)>;

Setter text(std::string LadderPool::*field) {
  return [field](LadderPool& pool, const toml::node& node) -> Status {
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty()) return Error{"expected a text in quotes"};
    pool.*field = *value;
    return Done{};
  };
}

template <typename T>
Setter whole(T LadderPool::*field, std::int64_t low, std::int64_t high) {
  return [field, low, high](LadderPool& pool, const toml::node& node) -> Status {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < low || *value > high)
      return Error{fmt::format("expected a whole number from {} to {}", low, high)};
    pool.*field = static_cast<T>(*value);
    return Done{};
  };
}

Status set_anchor_elo(LadderPool& pool, const toml::node& node) {
  const auto value = node.value<double>();
  if (!value || !(std::abs(*value) <= kMaxAnchorElo)) return Error{"expected a number from -10000 to 10000"};
  pool.anchor_elo = *value;
  return Done{};
}

Status set_players(LadderPool& pool, const toml::node& node) {
  const toml::array* list = node.as_array();
  if (list == nullptr) return Error{"expected a list of players in quotes"};
  for (const toml::node& item : *list) {
    const auto player = item.value_exact<std::string>();
    if (!player) return Error{"expected a list of players in quotes"};
    pool.players.push_back(*player);
  }
  return Done{};
}

const std::vector<std::pair<std::string_view, Setter>>& keys() {
  static const std::vector<std::pair<std::string_view, Setter>> all = {
      {"rules", text(&LadderPool::rules)},
      {"seed", whole(&LadderPool::seed, 0, std::numeric_limits<std::int64_t>::max())},
      {"opening_plies", whole(&LadderPool::opening_plies, 0, kMaxPlies)},
      {"opening_file", text(&LadderPool::opening_file)},
      {"anchor", text(&LadderPool::anchor)},
      {"anchor_elo", set_anchor_elo},
      {"players", set_players},
      {"nets.every", whole(&LadderPool::nets_every, 1, 1'000'000)},
      {"nets.player", text(&LadderPool::nets_player)}};
  return all;
}

Error at(std::string_view origin, const toml::node& node, const std::string& what) {
  return Error{fmt::format("{}:{}: {}", origin, node.source().begin.line, what)};
}

Status set_keys(LadderPool& pool, const toml::table& table, const std::string& prefix,
                std::string_view origin) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (key == "nets" && node.is_table()) {
      if (Status set = set_keys(pool, *node.as_table(), "nets.", origin); !set) return set;
      continue;
    }
    const auto known =
        std::ranges::find(keys(), std::string_view(key), [](const auto& entry) { return entry.first; });
    if (known == keys().end()) {
      return at(origin, node,
                fmt::format("unknown key \"{}\"{}", printable(key), did_you_mean(key, ladder_config_keys())));
    }
    if (const Status set = known->second(pool, node); !set)
      return at(origin, node, fmt::format("{}: {}", key, set.error()));
  }
  return Done{};
}

}  // namespace

std::string spec_of_net(const std::string& player, const fs::path& net) {
  std::string spec = player;
  spec.replace(spec.find(kNetInSpec), kNetInSpec.size(), net.string());
  return spec;
}

Result<LadderPool> parse_ladder_config(std::string_view toml_text, std::string_view origin,
                                       const fs::path& folder) {
  const Result<toml::table> table = parse_toml(toml_text, origin);
  if (!table) return Error{table.error()};
  LadderPool pool;
  if (const Status set = set_keys(pool, *table, "", origin); !set) return Error{set.error()};
  if (table->contains("opening_plies") && table->contains("opening_file"))
    return Error{fmt::format("{}: opening_plies means nothing with opening_file", origin)};
  if (table->contains("nets") && pool.nets_every == 0)
    return Error{fmt::format("{}: [nets] needs every, e.g. every = 10", origin)};
  if (pool.nets_player.find(kNetInSpec) == std::string::npos)
    return Error{fmt::format("{}: nets.player has no NET in it, which stands for the file", origin)};
  if (!pool.opening_file.empty())
    pool.opening_file = (folder / pool.opening_file).lexically_normal().string();
  return pool;
}

Result<LadderPool> load_ladder_config(const fs::path& path) {
  const Result<std::string> toml_text = read_file(path, kMaxFileBytes);
  if (!toml_text) return Error{toml_text.error()};
  return parse_ladder_config(*toml_text, path.string(), path.parent_path());
}

bool is_ladder_config(std::string_view toml_text) {
  const Result<toml::table> table = parse_toml(toml_text, "");
  return table && (table->contains("players") || table->contains("nets"));
}

std::vector<std::string_view> ladder_config_keys() {
  std::vector<std::string_view> names;
  for (const auto& [name, setter] : keys()) names.push_back(name);
  return names;
}

Status add_nets(LadderPool& pool, const fs::path& run) {
  const std::vector<GenerationNet> nets = nets_of_run(run);
  if (nets.empty()) return Error{fmt::format("{}: no nets there (nets/gen-*.safetensors)", run.string())};
  for (const GenerationNet& net : nets) {
    if (net.generation % pool.nets_every != 0 && net.generation != nets.back().generation) continue;
    pool.players.push_back(spec_of_net(pool.nets_player, net.path.lexically_normal()));
  }
  return Done{};
}

Status settle(LadderPool& pool) {
  if (pool.players.size() < 2) return Error{"a ladder needs at least two players"};
  std::set<std::string_view> different;
  for (const std::string& player : pool.players) {
    if (!different.insert(player).second)
      return Error{fmt::format("player \"{}\" is there twice", printable(player))};
  }
  if (pool.anchor.empty()) pool.anchor = pool.players.front();
  if (!different.contains(pool.anchor))
    return Error{fmt::format("the anchor \"{}\" is not one of the players", printable(pool.anchor))};
  return Done{};
}

}  // namespace jungle
