// jungle perft: counts move paths, the generator's test. A line per depth, or per root move with --divide.

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/game_text.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "core/notation.hpp"
#include "core/perft.hpp"

namespace jungle {
namespace {

constexpr int kMaxDepth = 20;

struct PerftOptions {
  std::string rules;
  std::string fen;
  int depth = 0;
  int threads = 1;
  bool divide = false;
  bool json = false;
};

struct PerftCount {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;

  std::uint64_t nodes_per_second() const {
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds) : 0;
  }
};

PerftCount count(const Position& position, const RuleSet& rules, int depth, int threads) {
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  for (const PerftMove& move : perft_divide(position, rules, depth, threads)) nodes += move.nodes;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {depth, nodes, seconds.count()};
}

nlohmann::ordered_json head_json(const Position& position, const RuleSet& rules,
                                 const PerftOptions& options) {
  return {{"rules", rules.name()}, {"position", to_string(position)}, {"threads", options.threads}};
}

int run_divide(const Position& position, const RuleSet& rules, const PerftOptions& options) {
  std::vector<std::pair<std::string, std::uint64_t>> lines;
  for (const PerftMove& move : perft_divide(position, rules, options.depth, options.threads)) {
    lines.emplace_back(to_string(move.move), move.nodes);
  }
  std::ranges::sort(lines);
  if (options.json) {
    auto json = head_json(position, rules, options);
    json["depth"] = options.depth;
    json["moves"] = nlohmann::ordered_json::array();
    for (const auto& [move, nodes] : lines) json["moves"].push_back({{"move", move}, {"nodes", nodes}});
    print_json(json);
    return kExitSuccess;
  }
  for (const auto& [move, nodes] : lines) print("{} {}\n", move, nodes);
  return kExitSuccess;
}

int run_depths(const Position& position, const RuleSet& rules, const PerftOptions& options) {
  auto json = head_json(position, rules, options);
  json["depths"] = nlohmann::ordered_json::array();
  for (int depth = 1; depth <= options.depth; ++depth) {
    const PerftCount line = count(position, rules, depth, options.threads);
    if (options.json) {
      json["depths"].push_back({{"depth", line.depth},
                                {"nodes", line.nodes},
                                {"seconds", line.seconds},
                                {"nodes_per_second", line.nodes_per_second()}});
    } else {
      print("{} {} {:.6f} {}\n", line.depth, line.nodes, line.seconds, line.nodes_per_second());
      flush_out();  // the next depth may take long
    }
  }
  if (options.json) print_json(json);
  return kExitSuccess;
}

int run_perft(const PerftOptions& options) {
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  const Result<Position> position = position_or_start(options.fen, *rules);
  if (!position) return usage_error("--fen: " + position.error());
  warn_about_threads(options.threads);
  return options.divide ? run_divide(*position, *rules, options) : run_depths(*position, *rules, options);
}

}  // namespace

void add_perft_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("perft", "Count move paths: \"depth nodes seconds nodes/s\" a line");
  const auto options = std::make_shared<PerftOptions>();
  add_rules_option(*command, options->rules);
  command->add_option("--depth", options->depth, "Plies")->required()->transform(whole_number(1, kMaxDepth));
  add_fen_option(*command, options->fen);
  add_threads_option(*command, options->threads, "Threads that share the root moves");
  command->add_flag("--divide", options->divide, "Nodes of each root move at this depth, sorted by move");
  command->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*command, context, [options] { return run_perft(*options); });
}

}  // namespace jungle
