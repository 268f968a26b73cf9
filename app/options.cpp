#include "app/options.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/output.hpp"
#include "core/util/available_cores.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr int kMaxThreads = 1024;

// The command that the user got to: `jungle config rules ...` is at "rules".
const CLI::App& innermost_command(const CLI::App& app) {
  const CLI::App* innermost = &app;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  return *innermost;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

std::vector<std::string> known_names(const CLI::App& command, bool options) {
  std::vector<std::string> names;
  if (options) {
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* child : command.get_subcommands([](const CLI::App*) { return true; })) {
      names.push_back(child->get_name());
    }
  }
  return names;
}

// The command that did not know what to do with an argument: it stood among that command's own.
const CLI::App& command_of_extras(const CLI::App& app) {
  const CLI::App* command = &app;
  while (command->remaining(false).empty() && !command->get_subcommands().empty())
    command = command->get_subcommands().front();
  return *command;
}

std::string unknown_argument(const CLI::App& command, const std::string& argument) {
  const bool is_option = argument.starts_with("-");
  const std::string name = argument.substr(0, is_option ? argument.find('=') : argument.npos);
  if (!command.get_subcommands().empty()) {
    const CLI::App& inner = *command.get_subcommands().front();
    const auto known = known_names(inner, true);
    if (std::ranges::count(known, name) > 0)
      return fmt::format("\"{}\" is an option of {}: it stands after that word", name, full_name(inner));
  }
  const std::vector<std::string> known = known_names(command, is_option);
  if (!is_option && known.empty()) return fmt::format("unexpected argument \"{}\"", name);
  // The dashes that all options share make none of them likely.
  const auto bare = [](std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('-'), text.size()));
    return text;
  };
  std::vector<std::string_view> candidates;
  candidates.reserve(known.size());
  for (const std::string& candidate : known) candidates.push_back(bare(candidate));
  const std::string_view near = nearest(bare(name), candidates);
  return fmt::format(
      "unknown {} \"{}\"{}", is_option ? "option" : "command", name,
      near.empty() ? "" : fmt::format("; did you mean \"{}{}\"?", is_option ? "--" : "", near));
}

// An option that was given too often, or without its value; else empty.
std::string wrong_number_of_values(const CLI::App& command, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return "";
  for (const CLI::Option* option : command.get_options()) {
    if (static_cast<int>(option->count()) > std::max(option->get_items_expected_max(), 1))
      return fmt::format("{} is given {} times", option->get_name(), option->count());
  }
  const std::string text = error.what();
  return fmt::format("{} needs a value", text.substr(0, text.find(": ")));
}

}  // namespace

CLI::Option* add_rules_option(CLI::App& command, std::string& text) {
  text = RuleSet::preset_names().front();
  return command.add_option("--rules", text, "Rule set: a preset's name or the path of a TOML file")
      ->type_name("RULES")
      ->capture_default_str();
}

CLI::Option* add_fen_option(CLI::App& command, std::string& text) {
  return command.add_option("--fen", text, "Position; the start position if absent")->type_name("FEN");
}

CLI::Option* add_threads_option(CLI::App& command, int& threads, const std::string& help) {
  return command.add_option("--threads", threads, help)
      ->transform(whole_number(1, kMaxThreads))
      ->capture_default_str();
}

void warn_about_threads(int threads) {
  const int cores = available_cores();
  if (threads > cores) {
    print_warning(fmt::format("{} threads on {} available core{} will be slower, not faster", threads, cores,
                              cores == 1 ? "" : "s"));
  }
}

CLI::Validator whole_number(std::int64_t low, std::int64_t high) {
  const std::string range = fmt::format("{} to {}", low, high);
  const auto check = [low, high, range](std::string& text) -> std::string {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < low || number > high)
      return fmt::format("\"{}\" is not a whole number from {}", printable(text), range);
    text = std::to_string(number);  // without leading zeros
    return "";
  };
  return CLI::Validator(check, range);
}

CLI::Validator real_number(double low, double high) {
  const auto check = [low, high](std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (whole && value >= low && value <= high) return std::string();
    return fmt::format("\"{}\" is not a number from {} to {}", printable(text), low, high);
  };
  return CLI::Validator(check, fmt::format("NUMBER:{} to {}", low, high));
}

CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed, const std::string& help) {
  return command.add_option("--seed", seed, help)
      ->transform(whole_number(0, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
}

void refuse_empty_values(CLI::App& app) {
  const auto not_empty = [](const std::string& text) {
    return std::string(text.empty() ? "the value is empty" : "");
  };
  for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    if (option->get_items_expected_max() > 0 && option->get_name() != "--moves") option->check(not_empty);
  }
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    refuse_empty_values(*command);
}

std::string parse_error_message(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> extras = app.remaining(true);
  const bool unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                       dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const CLI::App& innermost = innermost_command(app);
  const CLI::App& command = unknown && !extras.empty() ? command_of_extras(app) : innermost;
  const bool misses_command = command.get_require_subcommand_min() > 0 && command.get_subcommands().empty();
  std::string message = wrong_number_of_values(command, error);
  if (unknown && !extras.empty()) {
    message = unknown_argument(command, extras.front());
  } else if (misses_command) {
    message = fmt::format("which command? One of: {}", fmt::join(known_names(command, false), " "));
  } else if (message.empty()) {
    message = error.what();
  }
  return fmt::format("{} ({} --help tells more)", message, full_name(command));
}

}  // namespace jungle
