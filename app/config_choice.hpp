#pragma once
// The options by which `train` and `selfplay` take a configuration.

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/util/result.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

struct ConfigChoice {
  std::string file;                    // empty: see load_config()
  std::vector<std::string> overrides;  // section.key=value
};

void add_config_options(CLI::App& command, ConfigChoice& choice);

// The file's configuration with the overrides; without a file, that of the run directory `run` if it is one;
// else the default file, which is looked for from the working directory, then beside the program's source
// tree (`program` is argv[0]).
Result<TrainConfig> load_config(const ConfigChoice& choice, const std::string& run,
                                const std::string& program);

// Where `train` puts a run that is given no --run.
std::filesystem::path default_run_directory(const TrainConfig& config);

}  // namespace jungle
