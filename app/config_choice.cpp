#include "app/config_choice.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "selfplay/run_directory.hpp"
#include "selfplay/train_config.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kDefaultConfig = "configs/train/quickstart.toml";

// The launcher stands in the root of the source tree and passes its own name on.
fs::path default_config(const std::string& program) {
  if (fs::exists(kDefaultConfig)) return kDefaultConfig;
  return fs::path(program).parent_path() / kDefaultConfig;
}

}  // namespace

void add_config_options(CLI::App& command, ConfigChoice& choice) {
  command
      .add_option("--config", choice.file,
                  fmt::format("Configuration file; default {}, or that of --run", kDefaultConfig))
      ->type_name("FILE");
  command.add_option("--set", choice.overrides, "Override one option: section.key=value; may be repeated")
      ->type_name("SECTION.KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<TrainConfig> load_config(const ConfigChoice& choice, const std::string& run,
                                const std::string& program) {
  if (!choice.file.empty()) return load_train_config(choice.file, choice.overrides);
  if (run.empty() || !fs::exists(fs::path(run) / "manifest.json"))
    return load_train_config(default_config(program), choice.overrides);
  Result<TrainConfig> config = config_of_run(run);
  if (!config) return config;
  for (const std::string& assignment : choice.overrides) {
    const Status status = set_train_option(*config, assignment);
    if (!status) return Error{fmt::format("--set {}", status.error())};
  }
  const Status status = check_train_config(*config);
  if (!status) return Error{status.error()};
  return config;
}

fs::path default_run_directory(const TrainConfig& config) { return fs::path("runs") / config.run.name; }

}  // namespace jungle
