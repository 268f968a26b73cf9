#include "selfplay/config/rules_toml.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "selfplay/config/parse_toml.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMaxFileBytes = 1'000'000;
constexpr std::size_t kMaxNameLength = 40;

std::string join(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::vector<std::string_view> preset_names() {
  return {RuleSet::preset_names().begin(), RuleSet::preset_names().end()};
}

bool is_preset(std::string_view name) { return std::ranges::count(RuleSet::preset_names(), name) > 0; }

std::string unknown_preset(std::string_view name) {
  return "unknown rule set \"" + std::string(name) + "\"" + did_you_mean(name, preset_names()) +
         " (presets: " + join(RuleSet::preset_names()) + "; or give the path of a TOML file)";
}

// One file being read: where we are, for messages.
class RulesReader {
 public:
  RulesReader(std::string_view origin, const toml::table& table) : origin_(origin), table_(table) {}

  Result<RuleSet> read(std::string_view default_name) const {
    const Result<RuleFields> base = read_base();
    if (!base) return Error{base.error()};
    const Result<std::string> name = read_name(default_name);
    if (!name) return Error{name.error()};
    RuleFields fields = *base;
    for (const auto& [key, node] : table_) {
      if (key.str() == "name" || key.str() == "base") continue;
      const Status status = read_field(fields, key.str(), node);
      if (!status) return Error{status.error()};
    }
    return RuleSet(*name, fields);
  }

 private:
  Error error_at(const toml::node& node, const std::string& message) const {
    return Error{origin_ + ":" + std::to_string(node.source().begin.line) + ": " + message};
  }

  Result<RuleFields> read_base() const {
    const toml::node* node = table_.get("base");
    if (node == nullptr) return RuleFields{};
    const auto name = node->value_exact<std::string>();
    if (!name) return error_at(*node, "base must be the name of a preset: " + join(RuleSet::preset_names()));
    const auto preset = RuleSet::preset(*name);
    if (!preset) {
      return error_at(*node, "base: unknown preset \"" + *name + "\"" + did_you_mean(*name, preset_names()) +
                                 " (presets: " + join(RuleSet::preset_names()) + ")");
    }
    return preset->fields();
  }

  Result<std::string> read_name(std::string_view default_name) const {
    const toml::node* node = table_.get("name");
    const auto refuse = [&](const std::string& why) {
      return node == nullptr ? Error{origin_ + ": " + why} : error_at(*node, why);
    };
    std::string name(default_name);
    if (node != nullptr) {
      const auto text = node->value_exact<std::string>();
      if (!text) return refuse("name must be a text");
      name = *text;
    }
    const bool plain = std::ranges::all_of(
        name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; });
    if (name.empty() || name.size() > kMaxNameLength || !plain) {
      return refuse("name \"" + name + "\": use 1 to 40 letters, digits, '-', '_' or '.'");
    }
    if (is_preset(name)) {
      return refuse("name \"" + name + "\" is a preset's: give the rule set another `name`");
    }
    return name;
  }

  Status read_field(RuleFields& fields, std::string_view key, const toml::node& node) const {
    const auto infos = rule_field_infos();
    const auto info = std::ranges::find(infos, key, &RuleFieldInfo::name);
    if (info == infos.end()) {
      std::vector<std::string_view> known = {"name", "base"};
      for (const RuleFieldInfo& field : infos) known.push_back(field.name);
      return error_at(node, "unknown key \"" + printable(key) + "\"" + did_you_mean(key, known) +
                                " (`jungle config rules` prints every key)");
    }
    const auto text = text_of(*info, node);
    if (!text) return error_at(node, std::string(key) + " must be " + allowed_values(*info));
    const Status status = set_rule_field(fields, key, *text);
    if (!status) return error_at(node, status.error());
    return Done{};
  }

  static bool is_switch(const RuleFieldInfo& info) { return std::ranges::count(info.allowed, "true") > 0; }

  static std::string allowed_values(const RuleFieldInfo& info) {
    if (info.allowed.empty()) return "a whole number from 0 (never) to " + std::to_string(kMaxPlyLimit);
    std::string text;
    for (const std::string_view value : info.allowed) {
      const std::string shown = is_switch(info) ? std::string(value) : '"' + std::string(value) + '"';
      text.append(text.empty() ? "" : " or ").append(shown);
    }
    return text;
  }

  // The value as set_rule_field() takes it; empty when its TOML type or value is wrong.
  static std::optional<std::string> text_of(const RuleFieldInfo& info, const toml::node& node) {
    if (info.allowed.empty()) {
      const auto number = node.value_exact<std::int64_t>();
      if (!number || *number < 0 || *number > kMaxPlyLimit) return std::nullopt;
      return std::to_string(*number);
    }
    if (is_switch(info)) {
      const auto value = node.value_exact<bool>();
      if (!value) return std::nullopt;
      return *value ? "true" : "false";
    }
    const auto value = node.value_exact<std::string>();
    if (!value || std::ranges::count(info.allowed, *value) == 0) return std::nullopt;
    return *value;
  }

  std::string origin_;
  const toml::table& table_;
};

}  // namespace

Result<RuleSet> parse_rules(std::string_view toml, std::string_view origin, std::string_view default_name) {
  const Result<toml::table> table = parse_toml(toml, origin);
  if (!table) return Error{table.error()};
  return RulesReader(origin, *table).read(default_name);
}

Result<RuleSet> load_rules_file(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path, kMaxFileBytes);
  if (!text) return Error{"rules file " + text.error()};
  return parse_rules(*text, path.string(), path.stem().string());
}

Result<RuleSet> load_rules(const std::string& text) {
  if (auto preset = RuleSet::preset(text)) return *std::move(preset);
  const std::filesystem::path path(text);
  std::error_code ignored;
  const bool meant_as_path = path.extension() == ".toml" || path.has_parent_path();
  if (!meant_as_path && !std::filesystem::is_regular_file(path, ignored)) return Error{unknown_preset(text)};
  return load_rules_file(path);
}

std::string rules_to_toml(const RuleSet& rules) {
  std::string text =
      std::string("name = \"") + (is_preset(rules.name()) ? "my-" : "") + rules.name() + "\"\n";
  for (const RuleFieldInfo& info : rule_field_infos()) {
    const std::string value = rule_field_value(rules.fields(), info.name);
    const bool quoted = !info.allowed.empty() && !std::ranges::count(info.allowed, "true");
    text.append("\n# ").append(info.help).append("\n").append(info.name).append(" = ");
    text.append(quoted ? "\"" + value + "\"" : value).append("\n");
    if (quoted) text.insert(text.rfind('\n'), "  # " + join(info.allowed));
  }
  return text;
}

}  // namespace jungle
