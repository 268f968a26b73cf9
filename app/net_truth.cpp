#include "app/net_truth.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/evaluator_factory.hpp"
#include "app/named_net.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "core/util/available_cores.hpp"
#include "nn/weights.hpp"
#include "search/caching_evaluator.hpp"
#include "search/tablebase/tablebase.hpp"
#include "selfplay/truth/truth_answers.hpp"
#include "selfplay/truth/truth_json.hpp"

namespace jungle {
namespace {

constexpr int kCacheMegabytes = 64;  // a thread: searches of endings meet the same positions again and again
constexpr int kMostPositions = 100'000;

struct TruthOptions {
  std::string net;
  std::string tablebase;
  std::string rules;
  int positions = 1000;
  int visits = 100;
  int threads = available_cores();
  bool json = false;
};

// All that is asked about, found right.
struct TruthSubject {
  std::string net;
  std::shared_ptr<const Model> model;
  RuleSet rules;
  std::shared_ptr<const EndgameTable> table;
  std::string evaluator;
};

Result<TruthSubject> open_subject(const TruthOptions& options) {
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return Error{rules.error()};
  Result<NamedNet> net = load_named_net(options.net);
  if (!net) return Error{net.error()};
  const auto table = Tablebase::open(options.tablebase, *rules);
  if (!table) return Error{"--tablebase: " + table.error()};
  auto model = std::make_shared<const Model>(std::move(net->weights));
  const auto evaluator = make_net_evaluator(model, {.max_batch = kTruthBatch});
  if (!evaluator) return Error{evaluator.error()};
  return TruthSubject{std::move(net->origin), std::move(model), *rules, *table, (*evaluator)->description()};
}

TruthJob job_for(const TruthOptions& options, const TruthSubject& subject) {
  const auto make_evaluator = [model = subject.model](int max_batch) -> std::unique_ptr<Evaluator> {
    auto evaluator = make_net_evaluator(model, {.max_batch = max_batch});
    if (!evaluator) throw std::runtime_error(evaluator.error());
    return std::make_unique<CachingEvaluator>(*std::move(evaluator), kCacheMegabytes);
  };
  return {.table = *subject.table,
          .rules = subject.rules,
          .make_evaluator = make_evaluator,
          .positions = options.positions,
          .visits = options.visits,
          .threads = options.threads};
}

std::string percent_text(const Share& share) {
  const Interval interval = share.interval();
  return fmt::format("{:.1f} % [{:.1f}, {:.1f}]", 100 * share.value(), 100 * interval.low,
                     100 * interval.high);
}

std::string percent_text(const RunningMean& share) {
  const Interval interval = share.interval();
  return fmt::format("{:.1f} % [{:.1f}, {:.1f}]", 100 * share.mean(), 100 * interval.low,
                     100 * interval.high);
}

std::string mean_text(const RunningMean& mean, int digits) {
  if (mean.count() == 0) return "-";
  const Interval interval = mean.interval();
  return fmt::format("{0:.{3}f} [{1:.{3}f}, {2:.{3}f}]", mean.mean(), interval.low, interval.high, digits);
}

std::string row(std::string_view who, std::string_view right, std::string_view error, std::string_view kept,
                std::string_view wins, std::string_view lost) {
  std::string line = fmt::format("  {:<13}{:<22}{:<22}{:<22}{:<22}{}", who, right, error, kept, wins, lost);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string row_of(std::string_view who, const TruthFigures& figures, std::int64_t won) {
  const Share wins_kept{.hits = figures.plies_lost.count(), .of = won};
  return row(who, percent_text(figures.right), mean_text(figures.value_error, 3), percent_text(figures.kept),
             won > 0 ? percent_text(wins_kept) : "-", mean_text(figures.plies_lost, 1));
}

nlohmann::ordered_json report_json(const TruthSubject& subject, const TruthOptions& options,
                                   const std::vector<TruthGroup>& groups) {
  return {{"net", subject.net},
          {"hash", fmt::format("{:016x}", subject.model->id())},
          {"evaluator", subject.evaluator},
          {"rules", subject.rules.name()},
          {"tablebase", options.tablebase},
          {"truth", to_json(groups)}};
}

int run_truth(const TruthOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const Result<TruthSubject> subject = open_subject(options);
  if (!subject) return usage_error(subject.error());
  warn_about_threads(options.threads);
  Progress progress;
  const auto report = measure_truth(job_for(options, *subject), stop, [&](const TruthProgress& state) {
    progress.show({.label = "truth",
                   .done = state.positions,
                   .total = state.positions_planned,
                   .unit = "positions",
                   .detail = ""});
  });
  progress.clear();
  if (!report) {
    return usage_error(fmt::format("--tablebase: {}: {}; \"jungle tablebase verify\" tells what is damaged",
                                   options.tablebase, report.error()));
  }
  if (!report->complete) {
    fmt::print(stderr, "stopped; nothing was kept\n");
    return kExitInterrupted;
  }
  if (options.json) {
    print_json(report_json(*subject, options, report->groups));
  } else {
    print("net {}, {:016x}; {}\n", subject->net, subject->model->id(), subject->evaluator);
    print("rules {}; the truth is that of tables of up to {} animals, draw rules set aside\n",
          subject->rules.name(), subject->table->max_animals());
    write_out(truth_text(report->groups));
  }
  return kExitSuccess;
}

}  // namespace

std::string truth_text(const std::vector<TruthGroup>& groups) {
  std::string text;
  for (const TruthGroup& group : groups) {
    const TruthBaseline& baseline = group.baseline;
    text += fmt::format("{} animals: {} positions, {} won, {} drawn, {} lost\n", group.animals,
                        baseline.positions, baseline.won, baseline.drawn, baseline.lost);
    text += row("", "result right", "value error", "result kept", "wins kept", "plies lost");
    text += row("random moves", "", "", percent_text(baseline.random_kept), "", "");
    text += row_of("net alone", group.raw, baseline.won);
    if (group.search) text += row_of(fmt::format("{} visits", group.visits), *group.search, baseline.won);
  }
  return text;
}

void add_net_truth(CLI::App& net, CommandContext& context) {
  CLI::App* command = net.add_subcommand(
      "truth", "Measure a net against perfect play: on a fixed sample of endings, whose values tables know");
  command->footer(
      "For each number of animals, with 95 % intervals: how often the likeliest of win, draw and loss is "
      "right;\n"
      "how far win - loss is from the truth, 0 to 2; how often the move keeps what best play gets, of all\n"
      "positions (any move keeps a loss: compare with moves at random) and of those that are won; and how "
      "many\n"
      "plies later a kept win comes. By the net alone, by a search with it, and of moves at random. The "
      "truth\n"
      "sets draw rules aside; the search obeys them.");
  const auto options = std::make_shared<TruthOptions>();
  command->add_option("NET", options->net, "A .safetensors file or a run directory")->required();
  command->add_option("--tablebase", options->tablebase, "Folder of endgame tables, of the same rules")
      ->required()
      ->type_name("DIR");
  add_rules_option(*command, options->rules);
  command
      ->add_option("--positions", options->positions,
                   "For each number of animals; the first so many of a list that is the same for everybody")
      ->transform(whole_number(1, kMostPositions))
      ->capture_default_str();
  command->add_option("--visits", options->visits, "Of the searches; 0: the net alone")
      ->transform(whole_number(0, kMostTruthVisits))
      ->capture_default_str();
  add_threads_option(*command, options->threads, "Threads; the figures don't depend on it");
  command->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*command, context, [options, &context] { return run_truth(*options, context); });
}

}  // namespace jungle
