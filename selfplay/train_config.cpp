#include "selfplay/train_config.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "selfplay/config/parse_toml.hpp"
#include "selfplay/config/rules_toml.hpp"
#include "selfplay/self_play_rules.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMaxFileBytes = 1'000'000;

bool is_section(std::string_view name) {
  const std::string prefix = std::string(name) + ".";
  return std::ranges::any_of(train_options(),
                             [&](const TrainOption& option) { return option.name.starts_with(prefix); });
}

Error unknown_option(std::string_view name) {
  if (is_section(name))
    return Error{fmt::format("{0} is a section of options: {0}.KEY=VALUE, or [{0}] in a file", name)};
  std::vector<std::string_view> known;
  for (const TrainOption& option : train_options()) known.emplace_back(option.name);
  return Error{fmt::format("unknown option \"{}\"{}", printable(name), did_you_mean(name, known))};
}

std::optional<OptionValue> value_of(const toml::node& node) {
  if (const auto flag = node.value_exact<bool>()) return *flag;
  if (const auto whole = node.value_exact<std::int64_t>()) return *whole;
  if (const auto real = node.value_exact<double>()) return *real;
  if (const auto text = node.value_exact<std::string>()) return *text;
  const toml::array* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::vector<std::string> list;
  for (const toml::node& item : *array) {
    const auto text = item.value_exact<std::string>();
    if (!text) return std::nullopt;
    list.push_back(*text);
  }
  return list;
}

// Reads one file into a config; knows the file's name and each node's line for messages.
class Reader {
 public:
  Reader(std::string_view origin, TrainConfig& config) : origin_(origin), config_(config) {}

  Status read(const toml::table& file) {
    for (const auto& [section, node] : file) {
      const toml::table* table = node.as_table();
      if (table == nullptr) {
        const std::string hint =
            is_section(section.str()) ? "" : "; options stand in sections, e.g. [selfplay]";
        return at(node, unknown_option(section.str()).message + hint);
      }
      for (const auto& [key, value] : *table) {
        Status status = read_option(fmt::format("{}.{}", section.str(), key.str()), value);
        if (!status) return status;
      }
    }
    return Done{};
  }

 private:
  Error at(const toml::node& node, const std::string& message) const {
    return Error{fmt::format("{}:{}: {}", origin_, node.source().begin.line, message)};
  }

  Status read_option(const std::string& name, const toml::node& node) {
    const TrainOption* option = find_train_option(name);
    if (option == nullptr) return at(node, unknown_option(name).message);
    if (name == kRulesOption && node.is_table()) return read_rules(*node.as_table());
    if (name == kRuleMixOption && node.is_array()) return read_mix(*node.as_array(), *option);
    const auto value = value_of(node);
    if (!value) return at(node, fmt::format("{}: expected {}", name, option->expected));
    const Status status = option->set(config_, *value);
    if (!status) return at(node, fmt::format("{}: {}", name, status.error()));
    return Done{};
  }

  Result<RuleSet> rules_of(const toml::table& table, std::string_view option) const {
    toml::table fields = table;
    fields.is_inline(false);  // printed line by line, as a rules file is written
    std::ostringstream text;
    text << fields;
    auto rules = parse_rules(text.str(), option, fmt::format("{}-rules", config_.run.name));
    if (!rules) return at(table, rules.error());
    return rules;
  }

  Status read_rules(const toml::table& table) {
    Result<RuleSet> rules = rules_of(table, kRulesOption);
    if (!rules) return Error{rules.error()};
    config_.rules = *std::move(rules);
    return Done{};
  }

  Status read_mix(const toml::array& items, const TrainOption& option) {
    std::vector<RuleSet> mix;
    for (const toml::node& item : items) {
      const auto name = item.value_exact<std::string>();
      if (!name && !item.is_table())
        return at(item, fmt::format("{}: expected {}", option.name, option.expected));
      Result<RuleSet> rules = name ? load_rules(*name) : rules_of(*item.as_table(), kRuleMixOption);
      if (!rules)
        return name ? at(item, fmt::format("{}: {}", option.name, rules.error())) : Error{rules.error()};
      mix.push_back(*std::move(rules));
    }
    config_.rule_mix = std::move(mix);
    return Done{};
  }

  std::string origin_;
  TrainConfig& config_;
};

// A bare word is a text; all else is written as TOML writes it.
OptionValue value_of_text(std::string_view text) {
  const Result<toml::table> table = parse_toml(fmt::format("value = {}", text), "--set");
  if (!table) return std::string(text);  // not TOML: a bare word
  if (const auto value = value_of(*table->get("value"))) return *value;
  return std::string(text);
}

}  // namespace

Status set_train_option(TrainConfig& config, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos)
    return Error{fmt::format("\"{}\" is not of the form section.key=value", printable(assignment))};
  const std::string_view name = assignment.substr(0, equals);
  const TrainOption* option = find_train_option(name);
  if (option == nullptr) return unknown_option(name);
  OptionValue value = value_of_text(assignment.substr(equals + 1));
  const bool wants_list = std::holds_alternative<std::vector<std::string>>(option->get(config));
  if (wants_list && std::holds_alternative<std::string>(value))
    value = std::vector<std::string>{std::get<std::string>(value)};
  const Status status = option->set(config, value);
  if (!status) return Error{fmt::format("{}: {}", name, status.error())};
  return Done{};
}

Result<TrainConfig> parse_train_config(std::string_view toml, std::string_view origin,
                                       const std::vector<std::string>& overrides) {
  TrainConfig config;
  const Result<toml::table> file = parse_toml(toml, origin);
  if (!file) return Error{file.error()};
  if (const Status status = Reader(origin, config).read(*file); !status) return Error{status.error()};
  for (const std::string& assignment : overrides) {
    const Status status = set_train_option(config, assignment);
    if (!status) return Error{fmt::format("--set {}", status.error())};
  }
  const Status status = check_train_config(config);
  if (!status) return Error{fmt::format("{}: {}", origin, status.error())};
  return config;
}

bool is_train_config(std::string_view toml) {
  const Result<toml::table> file = parse_toml(toml, "");
  if (!file) return false;
  return std::any_of(file->begin(), file->end(), [](const auto& entry) {
    return entry.second.is_table() || is_section(entry.first.str());
  });
}

Result<TrainConfig> load_train_config(const std::filesystem::path& path,
                                      const std::vector<std::string>& overrides) {
  const Result<std::string> text = read_file(path, kMaxFileBytes);
  if (!text) return Error{text.error()};
  return parse_train_config(*text, path.string(), overrides);
}

namespace {

Status check_root(const TrainConfig& config) {
  if (config.root.kind == RootKind::kGumbel && config.policy_target.kind == PolicyTargetKind::kVisits)
    return Error{
        "search.root = \"gumbel\" needs target.policy = \"completed_q\": its visits follow a schedule and "
        "say "
        "little of a move"};
  if (config.root.forced_playouts > 0 && config.root.kind == RootKind::kGumbel)
    return Error{
        "search.forced_playouts is for search.root = \"puct\": a gumbel root gives visits by schedule"};
  if (config.root.forced_playouts > 0 && config.search.noise_fraction == 0)
    return Error{
        "search.forced_playouts needs search.noise_fraction above 0: visits are forced under noise only"};
  return Done{};
}

Status check_schedules(const SelfPlaySettings& settings) {
  if (settings.visits_first < 1 && settings.visits_generations == 0)
    return Error{"selfplay.visits_first needs selfplay.visits_generations, in which the visits grow"};
  if (settings.max_plies_first == 0) return Done{};
  if (settings.max_plies_generations == 0)
    return Error{"selfplay.max_plies_first needs selfplay.max_plies_generations, in which the limit grows"};
  if (settings.max_plies_first < kLeastMaxPlies)
    return Error{fmt::format("selfplay.max_plies_first ({}) must be 0 or from {} on",
                             settings.max_plies_first, kLeastMaxPlies)};
  if (settings.max_plies_first > settings.max_plies)
    return Error{fmt::format("selfplay.max_plies_first ({}) must not be above selfplay.max_plies ({})",
                             settings.max_plies_first, settings.max_plies)};
  return Done{};
}

}  // namespace

Status check_train_config(const TrainConfig& config) {
  if (Status net = config.net.check(); !net) return net;
  if (Status mix = check_rule_mix(config); !mix) return mix;
  if (config.trainer.batch_size % config.trainer.slices != 0)
    return Error{fmt::format("learn.slices ({}) must divide learn.batch_size ({})", config.trainer.slices,
                             config.trainer.batch_size)};
  if (config.trainer.batch_size / config.trainer.slices < 2)
    return Error{"learn.batch_size must be at least 2 * learn.slices: batch norm needs two samples a slice"};
  if (config.window.max < config.window.start)
    return Error{fmt::format("window.max ({}) must not be below window.start ({})", config.window.max,
                             config.window.start)};
  if (config.learn.min_samples > config.window.max)
    return Error{fmt::format("learn.min_samples ({}) would never be there: window.max is {}",
                             config.learn.min_samples, config.window.max)};
  if (config.selfplay.device != "cpu" && config.selfplay.backend != "torch")
    return Error{"selfplay.device is for selfplay.backend = \"torch\"; cpu is the processor"};
  if (config.selfplay.adjudicate && config.selfplay.tablebase.empty())
    return Error{"selfplay.adjudicate needs selfplay.tablebase, a folder of endgame tables"};
  if (config.selfplay.tablebase_pieces > 0 && config.selfplay.tablebase.empty())
    return Error{"selfplay.tablebase_pieces needs selfplay.tablebase, a folder of endgame tables"};
  const double most_random = std::max(config.selfplay.random_start_first, config.selfplay.random_start_last);
  if (most_random + config.selfplay.earlier_start > 1)
    return Error{fmt::format(
        "selfplay.earlier_start ({}) and random starts (up to {}) are together more than all games",
        config.selfplay.earlier_start, most_random)};
  if (Status schedules = check_schedules(config.selfplay); !schedules) return schedules;
  if (Status root = check_root(config); !root) return root;
  if (config.learn.later_plies != LearnSettings().later_plies && config.trainer.later_weight == 0)
    return Error{"target.later_plies needs learn.later_weight above 0: nothing else looks at that board"};
  if (config.match.games % 2 != 0)
    return Error{fmt::format("match.games ({}) must be even: openings are played twice", config.match.games)};
  if (config.gate.games % 2 != 0)
    return Error{fmt::format("gate.games ({}) must be even: openings are played twice", config.gate.games)};
  return Done{};
}

std::string train_config_to_toml(const TrainConfig& config) {
  std::string text, section;
  for (const TrainOption& option : train_options()) {
    const std::size_t dot = option.name.find('.');
    if (option.name.substr(0, dot) != section) {
      text += fmt::format("{}[{}]\n", section.empty() ? "" : "\n", option.name.substr(0, dot));
      section = option.name.substr(0, dot);
    }
    const std::string value = option.name == kRulesOption     ? rules_as_toml(config.rules)
                              : option.name == kRuleMixOption ? rule_mix_as_toml(config.rule_mix)
                                                              : to_text(option.get(config));
    text +=
        fmt::format("# {}; {}\n{} = {}\n", option.help, option.expected, option.name.substr(dot + 1), value);
  }
  return text;
}

std::uint64_t games_settings_hash(const TrainConfig& config) {
  // Options younger than some runs on disk count only when they are used, so that those runs go on.
  constexpr auto kLater = std::to_array<std::string_view>({
      "selfplay.tablebase_pieces",
      "selfplay.adjudicate",
      "selfplay.visits_first",
      "selfplay.visits_generations",
      "selfplay.max_plies_first",
      "selfplay.max_plies_generations",
      "teacher.share_first",
      "teacher.share_last",
      "teacher.generations",
      "teacher.nodes",
      "teacher.random_moves",
      "search.root",
      "search.gumbel_moves",
      "search.forced_playouts",
      "selfplay.repetition_draw_weight",
      "selfplay.surprise_weight",
      "selfplay.policy_opening_plies",
      "selfplay.earlier_start",
      "selfplay.resign",
      "selfplay.resign_played_on",
      "selfplay.resign_false_rate",
  });
  const TrainConfig defaults;
  std::string text;
  for (const TrainOption& option : train_options()) {
    if (std::ranges::find(kLater, option.name) != kLater.end() && option.get(config) == option.get(defaults))
      continue;
    const bool shapes_games = option.name.starts_with("selfplay.") || option.name.starts_with("search.") ||
                              option.name.starts_with("teacher.") || option.name.starts_with("target.policy");
    if (option.changes_results && shapes_games && option.name != "selfplay.games")
      text += fmt::format("{}={}\n", option.name, to_text(option.get(config)));
  }
  for (const RuleSet& rules : self_play_rules(config))
    for (const RuleFieldInfo& field : rule_field_infos())
      text += fmt::format("{}={}\n", field.name, rule_field_value(rules.fields(), field.name));
  return XXH3_64bits(text.data(), text.size());
}

std::vector<std::string> differing_options(const TrainConfig& before, const TrainConfig& now) {
  std::vector<std::string> differing;
  for (const TrainOption& option : train_options()) {
    const OptionValue old_value = option.get(before), new_value = option.get(now);
    if (option.changes_results && old_value != new_value)
      differing.push_back(
          fmt::format("{} ({}, now {})", option.name, to_text(old_value), to_text(new_value)));
  }
  std::ranges::move(differing_rules(before, now), std::back_inserter(differing));
  return differing;
}

}  // namespace jungle
