#include "app/options.hpp"

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

std::string unknown_argument(const CLI::App& command, const std::string& argument) {
  const bool is_option = argument.starts_with("-");
  const std::string name = argument.substr(0, is_option ? argument.find('=') : argument.npos);
  const std::vector<std::string> known = known_names(command, is_option);
  const std::vector<std::string_view> views(known.begin(), known.end());
  if (!is_option && views.empty()) return fmt::format("unexpected argument \"{}\"", name);
  return fmt::format("unknown {} \"{}\"{}", is_option ? "option" : "command", name,
                     did_you_mean(name, views));
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
      ->check(CLI::Range(1, kMaxThreads))
      ->capture_default_str();
}

void warn_about_threads(int threads) {
  const int cores = available_cores();
  if (threads > cores) {
    print_warning(fmt::format("{} threads on {} available core{} will be slower, not faster", threads, cores,
                              cores == 1 ? "" : "s"));
  }
}

std::string parse_error_message(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = innermost_command(app);
  const std::vector<std::string> extras = app.remaining(true);
  const bool misses_command = command.get_require_subcommand_min() > 0 && command.get_subcommands().empty();
  const bool unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                       dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  std::string message = error.what();
  if (unknown && !extras.empty()) {
    message = unknown_argument(command, extras.front());
  } else if (misses_command) {
    message = fmt::format("which command? One of: {}", fmt::join(known_names(command, false), " "));
  }
  return fmt::format("{} ({} --help tells more)", message, full_name(command));
}

}  // namespace jungle
