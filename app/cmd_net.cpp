// jungle net: what is in a weights file, its hash, what it says of a position, how near it comes to perfect
// play, whether what it expects comes true, files with random weights, and nets in a form for other programs.

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/game_text.hpp"
#include "app/named_net.hpp"
#include "app/net_calibration.hpp"
#include "app/net_eval.hpp"
#include "app/net_export.hpp"
#include "app/net_truth.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "core/util/file.hpp"
#include "nn/encoding.hpp"
#include "nn/weights.hpp"

namespace jungle {
namespace {

// What training changes; running means and variances are not counted.
std::int64_t parameter_count(const NetWeights& weights) {
  std::int64_t count = 0;
  for (const auto& [name, tensor] : weights.tensors) {
    if (name.find(".running_") == name.npos) count += static_cast<std::int64_t>(tensor.data.size());
  }
  return count;
}

std::string hash_text(const NetWeights& weights) { return fmt::format("{:016x}", weights_hash(weights)); }

int run_info(const std::string& text, bool json) {
  const Result<NamedNet> net = load_named_net(text);
  if (!net) return usage_error(net.error());
  const NetConfig& config = net->weights.config;
  if (json) {
    print_json({{"file", net->origin},
                {"config", config.name()},
                {"channels", config.channels},
                {"blocks", config.blocks},
                {"value_channels", config.value_channels},
                {"value_hidden", config.value_hidden},
                {"parameters", parameter_count(net->weights)},
                {"planes_version", kPlanesVersion},
                {"hash", hash_text(net->weights)},
                {"metadata", net->weights.metadata}});
    return kExitSuccess;
  }
  print("file {}\n", net->origin);
  print("config {}: {} channels, {} blocks, value head of {} channels and {} units\n", config.name(),
        config.channels, config.blocks, config.value_channels, config.value_hidden);
  print("parameters {}\n", parameter_count(net->weights));
  print("planes version {}\n", kPlanesVersion);  // the only one that loads
  print("hash {}\n", hash_text(net->weights));
  for (const auto& [key, value] : net->weights.metadata) print("metadata {} = {}\n", key, value);
  return kExitSuccess;
}

int run_hash(const std::string& text) {
  const Result<NamedNet> net = load_named_net(text);
  if (!net) return usage_error(net.error());
  print("{}\n", hash_text(net->weights));
  return kExitSuccess;
}

// A new file: nets are not overwritten.
Status check_new_file(const std::string& path) {
  if (const Status writable = check_output_file(path); !writable) return Error{"--out: " + writable.error()};
  if (std::filesystem::exists(path)) return Error{"--out: " + path + " exists; give another name"};
  return Done{};
}

int run_create(const std::string& config_name, std::uint64_t seed, const std::string& path) {
  const Result<NetConfig> config = NetConfig::from_name(config_name);
  if (!config) return usage_error("--config: " + config.error());
  if (const Status fine = check_new_file(path); !fine) return usage_error(fine.error());
  NetWeights weights = random_weights(*config, seed);
  weights.metadata["origin"] = fmt::format("random weights, seed {}", seed);
  save_weights(path, weights);
  print("{} {}\n", hash_text(weights), path);
  return kExitSuccess;
}

int run_export(const std::string& text, const std::string& path, bool folded) {
  if (!path.ends_with(".npz")) return usage_error("--out: the file is an archive of arrays, NAME.npz");
  const Result<NamedNet> net = load_named_net(text);
  if (!net) return usage_error(net.error());
  if (const Status fine = check_new_file(path); !fine) return usage_error(fine.error());
  write_file_atomically(path, exported_npz(net->weights, folded));
  print("{} {}\n", hash_text(net->weights), path);
  return kExitSuccess;
}

struct EvalOptions {
  std::string net;
  std::string rules;
  std::string fen;
  std::string moves;
  bool planes = false;
  bool json = false;
};

int run_eval(const EvalOptions& options) {
  const Result<NamedNet> net = load_named_net(options.net);
  if (!net) return usage_error(net.error());
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  const Result<Position> start = position_or_start(options.fen, *rules);
  if (!start) return usage_error("--fen: " + start.error());
  const Result<Game> game = play_moves(*rules, *start, options.moves);
  if (!game) return usage_error("--moves: " + game.error());
  const Result<NetOpinion> opinion = net_opinion(net->weights, *game);
  if (!opinion) return usage_error(opinion.error());
  if (options.json) {
    print_json(opinion_json(*opinion, options.planes));
  } else {
    write_out(opinion_text(*opinion));
  }
  return kExitSuccess;
}

void add_info(CLI::App& net, CommandContext& context) {
  CLI::App* info = net.add_subcommand("info", "Size, hash and origin of a net");
  const auto path = std::make_shared<std::string>();
  const auto json = std::make_shared<bool>(false);
  info->add_option("NET", *path, "A .safetensors file or a run directory")->required();
  info->add_flag("--json", *json, "One JSON object instead of lines");
  on_run(*info, context, [path, json] { return run_info(*path, *json); });
}

void add_hash(CLI::App& net, CommandContext& context) {
  CLI::App* hash = net.add_subcommand("hash", "The hash over a net's tensors: equal nets, equal numbers");
  const auto path = std::make_shared<std::string>();
  hash->add_option("NET", *path, "A .safetensors file or a run directory")->required();
  on_run(*hash, context, [path] { return run_hash(*path); });
}

void add_create(CLI::App& net, CommandContext& context) {
  struct Options {
    std::string config = NetConfig().name();
    std::uint64_t seed = 1;
    std::string out;
  };
  CLI::App* create = net.add_subcommand("create", "Write a net with random weights; prints its hash");
  const auto options = std::make_shared<Options>();
  create->add_option("--config", options->config, "Size, e.g. c32b4: 32 channels, 4 blocks")
      ->capture_default_str();
  add_seed_option(*create, options->seed, "Of the weights");
  create->add_option("--out", options->out, "The file, .safetensors")->required();
  on_run(*create, context, [options] { return run_create(options->config, options->seed, options->out); });
}

void add_eval(CLI::App& net, CommandContext& context) {
  CLI::App* eval = net.add_subcommand("eval", "What a net says of a position, without a search");
  const auto options = std::make_shared<EvalOptions>();
  eval->add_option("NET", options->net, "A .safetensors file or a run directory")->required();
  add_rules_option(*eval, options->rules);
  add_fen_option(*eval, options->fen);
  eval->add_option("--moves", options->moves, "Moves to play first, e.g. \"g3g4 a7a6\"");
  CLI::Option* json = eval->add_flag("--json", options->json, "One JSON object instead of lines");
  eval->add_flag("--planes", options->planes, "With the net's input, in JSON")->needs(json);
  on_run(*eval, context, [options] { return run_eval(*options); });
}

void add_export(CLI::App& net, CommandContext& context) {
  struct Options {
    std::string net;
    std::string out;
    bool folded = false;
  };
  CLI::App* command = net.add_subcommand("export", "Write a net as arrays that NumPy reads; prints its hash");
  const auto options = std::make_shared<Options>();
  command->add_option("NET", options->net, "A .safetensors file or a run directory")->required();
  command->add_option("--out", options->out, "The file, .npz")->required()->type_name("FILE");
  command->add_flag("--folded", options->folded, "Batch norms folded into the convolutions before them");
  on_run(*command, context, [options] { return run_export(options->net, options->out, options->folded); });
}

}  // namespace

void add_net_command(CLI::App& app, CommandContext& context) {
  CLI::App* net = app.add_subcommand("net", "Look at nets, measure and export them, make random ones");
  net->require_subcommand(1);
  add_info(*net, context);
  add_hash(*net, context);
  add_eval(*net, context);
  add_export(*net, context);
  add_create(*net, context);
  add_net_truth(*net, context);
  add_net_calibration(*net, context);
}

}  // namespace jungle
