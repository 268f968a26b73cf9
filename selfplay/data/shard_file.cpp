#include <cstring>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "selfplay/data/archive.hpp"
#include "selfplay/data/npy.hpp"
#include "selfplay/data/rules_json.hpp"
#include "selfplay/data/shard.hpp"
#include "selfplay/data/shard_check.hpp"
#include "selfplay/data/shard_columns.hpp"

namespace jungle {
namespace {

constexpr std::string_view kFormat = "jungle-shard";
constexpr std::uint64_t kMaxShardBytes = std::uint64_t{1} << 30;

// How a column's elements look to NumPy: scalars, or positions as pairs of 64-bit words.
template <typename T>
struct Element {
  static constexpr std::string_view kType = NpyType<T>::kText;
  static std::vector<std::uint64_t> shape(std::uint64_t rows) { return {rows}; }
};
template <>
struct Element<PackedPosition> {
  static constexpr std::string_view kType = NpyType<std::uint64_t>::kText;
  static std::vector<std::uint64_t> shape(std::uint64_t rows) { return {rows, 2}; }
};

std::string meta_text(const Shard& shard) {
  nlohmann::ordered_json rule_sets = nlohmann::ordered_json::array();
  for (const RuleSet& rules : shard.rule_sets) rule_sets.push_back(rules_to_json(rules));
  const nlohmann::ordered_json meta{{"format", kFormat},
                                    {"version", kShardVersion},
                                    {"seed", shard.origin.seed},
                                    {"generation", shard.origin.generation},
                                    {"model_id", shard.origin.model_id},
                                    {"settings_hash", shard.origin.settings_hash},
                                    {"rule_sets", std::move(rule_sets)}};
  return meta.dump(1) + "\n";
}

// 0 when it is absent or something else.
std::uint64_t whole_number(const nlohmann::ordered_json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// Returns the version.
Result<int> parse_meta(std::string_view text, Shard& shard) {
  if (json_nesting(text) > kMostJsonNesting) return Error{"meta.json nests deeper than any of ours"};
  const nlohmann::ordered_json meta = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!meta.is_object() || meta.find("format") == meta.end() || meta["format"] != kFormat)
    return Error{"meta.json does not say jungle-shard"};
  const std::uint64_t version = whole_number(meta, "version");
  if (version < kOldestShardVersion || version > kShardVersion)
    return Error{
        fmt::format("shard version {}, expected {} to {}", version, kOldestShardVersion, kShardVersion)};
  shard.origin = {.seed = whole_number(meta, "seed"),
                  .generation = static_cast<std::uint32_t>(whole_number(meta, "generation")),
                  .model_id = whole_number(meta, "model_id"),
                  .settings_hash = whole_number(meta, "settings_hash")};
  const auto rule_sets = meta.find("rule_sets");
  if (rule_sets == meta.end() || !rule_sets->is_array()) return Error{"meta.json has no rule_sets"};
  for (const nlohmann::ordered_json& json : *rule_sets) {
    auto rules = rules_from_json(json);
    if (!rules) return Error{rules.error()};
    shard.rule_sets.push_back(*std::move(rules));
  }
  return static_cast<int>(version);
}

template <typename T>
Status read_column(std::string_view name, std::string_view bytes, std::vector<T>& column) {
  const auto array = parse_npy(bytes);
  if (!array) return Error{fmt::format("{}: {}", name, array.error())};
  if (array->type != Element<T>::kType)
    return Error{fmt::format("{}: element type {}, expected {}", name, array->type, Element<T>::kType)};
  const std::uint64_t rows = array->elements.size() / sizeof(T);
  if (array->elements.size() % sizeof(T) != 0 || array->shape != Element<T>::shape(rows))
    return Error{
        fmt::format("{}: the shape does not fit the {} bytes of elements", name, array->elements.size())};
  column.resize(rows);
  if (rows > 0) std::memcpy(column.data(), array->elements.data(), array->elements.size());
  return Done{};
}

using EntriesByName = std::map<std::string_view, std::string_view>;

EntriesByName named(const std::vector<ArchiveEntry>& entries) {
  EntriesByName by_name;
  for (const ArchiveEntry& entry : entries) by_name.emplace(entry.name, entry.bytes);
  return by_name;
}

}  // namespace

std::string shard_bytes(const Shard& shard) {
  std::vector<ArchiveEntry> entries;
  entries.push_back({"meta.json", meta_text(shard)});
  visit_columns(shard, [&](std::string_view name, const auto& column) {
    using T = typename std::decay_t<decltype(column)>::value_type;
    std::string bytes = npy_header(Element<T>::kType, Element<T>::shape(column.size()));
    const std::size_t header = bytes.size();
    bytes.resize(header + column.size() * sizeof(T));
    if (!column.empty()) std::memcpy(bytes.data() + header, column.data(), column.size() * sizeof(T));
    entries.push_back({fmt::format("{}.npy", name), std::move(bytes)});
  });
  return make_archive(entries);
}

Result<Shard> parse_shard(std::string_view bytes) {
  const auto entries = read_archive(bytes);
  if (!entries) return Error{entries.error()};
  EntriesByName by_name = named(*entries);

  Shard shard;
  const Result<int> version = parse_meta(by_name["meta.json"], shard);
  if (!version) return Error{version.error()};
  const bool is_older = *version < kFirstVersionWithResignation;
  Status status = Done{};
  const auto read = [&](std::string_view newest_name, auto& column) {
    if (!status) return;
    if (is_older && is_about_resignation(newest_name)) return column.resize(shard.games_count());
    const std::string_view name = is_older ? name_before_resignation(newest_name) : newest_name;
    const auto found = by_name.find(fmt::format("{}.npy", name));
    status = found == by_name.end() ? Status(Error{fmt::format("column {} is missing", name)})
                                    : read_column(name, found->second, column);
  };
  visit_sample_columns(shard, read);
  visit_move_columns(shard, read);
  visit_game_columns(shard, read);
  const bool has_played_moves = *version >= kFirstVersionWithPlayedMoves;
  if (has_played_moves) visit_played_columns(shard, read);
  if (status) status = check_shard(shard, has_played_moves ? PlayedMoves::kThere : PlayedMoves::kAbsent);
  if (!status) return Error{status.error()};
  return shard;
}

void write_shard(const std::filesystem::path& path, const Shard& shard) {
  const std::string bytes = shard_bytes(shard);
  if (bytes.size() > kMaxShardBytes)
    throw std::runtime_error(
        fmt::format("{}: {} bytes of games, and nothing reads more than {}; lower "
                    "selfplay.games_per_shard",
                    path.string(), bytes.size(), kMaxShardBytes));
  write_file_atomically(path, bytes);
}

Result<Shard> read_shard(const std::filesystem::path& path) {
  const auto bytes = read_file(path, kMaxShardBytes);
  if (!bytes) return Error{bytes.error()};
  auto shard = parse_shard(*bytes);
  if (!shard) return Error{fmt::format("{}: {}", path.string(), shard.error())};
  return shard;
}

Result<ShardOrigin> read_shard_origin(const std::filesystem::path& path) {
  const auto bytes = read_file(path, kMaxShardBytes);
  if (!bytes) return Error{bytes.error()};
  const auto entries = read_archive(*bytes);
  if (!entries) return Error{fmt::format("{}: {}", path.string(), entries.error())};
  Shard shard;
  const Result<int> version = parse_meta(named(*entries)["meta.json"], shard);
  if (!version) return Error{fmt::format("{}: {}", path.string(), version.error())};
  return shard.origin;
}

}  // namespace jungle
