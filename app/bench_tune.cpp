#include "app/bench_tune.hpp"

#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/bench_setup.hpp"
#include "app/bench_table.hpp"
#include "app/command.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "bench/measure/tune.hpp"
#include "core/util/available_cores.hpp"

namespace jungle {
namespace {

using bench::TuneCell;
using bench::TuneTable;
using bench::Tuning;
using Json = nlohmann::ordered_json;

constexpr int kMostSeconds = 86'400;

struct TuneOptions {
  std::string net;
  int seconds = 60;
  int threads = available_cores();
  bool json = false;
};

// What goes into a training configuration, and into a player's spec.
std::string config_lines(const Tuning& tuning) {
  return fmt::format("[selfplay]\nslots = {}\n", tuning.self_play.best.batch);
}
std::string player_keys(const Tuning& tuning) {
  return fmt::format("threads={},batch={}", tuning.search.best.threads, tuning.search.best.batch);
}

std::string table_text(const TuneTable& table, const char* title, const char* batch_name) {
  std::string text = fmt::format("{}\n{:>8} {:>8} {:>10}\n", title, "threads", batch_name, "rate");
  for (const TuneCell& cell : table.cells) {
    const bool best = cell.threads == table.best.threads && cell.batch == table.best.batch;
    text += fmt::format("{:>8} {:>8} {:>10}{}\n", cell.threads, cell.batch, figure_text(cell.rate),
                        best ? "  *" : "");
  }
  return text;
}

Json table_json(const TuneTable& table, const char* batch_name) {
  Json grid = Json::array();
  for (const TuneCell& cell : table.cells)
    grid.push_back({{"threads", cell.threads}, {batch_name, cell.batch}, {"per_second", cell.rate}});
  return {{"threads", table.best.threads}, {batch_name, table.best.batch}, {"grid", grid}};
}

void print_tuning(const Tuning& tuning, const BenchNet& net, const std::string& evaluator) {
  print("evaluator: {}\nnet: {}\n\n", evaluator, net.text);
  write_out(table_text(tuning.self_play, "self-play, 100 visits: evaluations a second", "slots"));
  write_out(table_text(tuning.search, "\nsearch on one tree: visits a second", "batch"));
  print("\nfor a training configuration:\n{}\n", config_lines(tuning));
  print("for train and selfplay: --threads {}\n", tuning.self_play.best.threads);
  print("for players: mcts:net=PATH,visits=400,{}\n", player_keys(tuning));
}

int run_tune(const TuneOptions& options) {
  const auto net = open_bench_net(options.net, options.threads);
  if (!net) return usage_error(net.error());
  warn_about_threads(options.threads);
  const bench::MeasureSetup setup = bench_setup(*net, options.threads);
  fmt::print(stderr, "measuring settings of self-play and search, about {} s\n", options.seconds);
  const auto tuning = bench::tune(setup, options.seconds);
  if (!tuning) return usage_error(tuning.error());
  const std::string evaluator = bench_facts(*net, setup, options.seconds, false).evaluator;
  if (options.json) {
    print_json({{"evaluator", evaluator},
                {"net", net->text},
                {"self_play", table_json(tuning->self_play, "slots")},
                {"search", table_json(tuning->search, "batch")},
                {"config", {{"selfplay.slots", tuning->self_play.best.batch}}},
                {"player", player_keys(*tuning)}});
  } else {
    print_tuning(*tuning, *net, evaluator);
  }
  return kExitSuccess;
}

}  // namespace

BenchTuneCommand add_bench_tune(CLI::App& bench) {
  CLI::App* command = bench.add_subcommand("tune", "Find threads and batches for this machine, in a minute");
  command->footer("");  // that of `bench` is about its verdict
  const auto options = std::make_shared<TuneOptions>();
  add_bench_net_option(*command, options->net);
  command->add_option("--seconds", options->seconds, "Time of all of it")
      ->transform(whole_number(1, kMostSeconds))
      ->capture_default_str();
  add_threads_option(*command, options->threads, "The most threads to try");
  command->add_flag("--json", options->json, "One JSON object instead of tables");
  return {command, [options] { return run_tune(*options); }};
}

}  // namespace jungle
