#include "app/net_calibration.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/data_files.hpp"
#include "app/evaluator_factory.hpp"
#include "app/named_net.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "core/packed_position.hpp"
#include "core/util/available_cores.hpp"
#include "nn/weights.hpp"
#include "selfplay/data/shard.hpp"
#include "selfplay/data/targets.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;
using Evaluators = std::vector<std::unique_ptr<Evaluator>>;

constexpr int kBatch = 64;
constexpr double kLeastDiscount = 0.5;

struct CalibrationOptions {
  std::string net;
  std::vector<std::string> games;
  double discount = 1;
  int threads = available_cores();
  bool json = false;
};

struct CalibrationSubject {
  std::string net;
  std::shared_ptr<const Model> model;
  std::vector<std::filesystem::path> shards;
  Evaluators evaluators;  // one a thread
};

Result<CalibrationSubject> open_subject(const CalibrationOptions& options) {
  Result<NamedNet> net = load_named_net(options.net);
  if (!net) return Error{net.error()};
  auto shards = find_shards(options.games);
  if (!shards) return Error{"--games: " + shards.error()};
  CalibrationSubject subject{.net = std::move(net->origin),
                             .model = std::make_shared<const Model>(std::move(net->weights)),
                             .shards = *std::move(shards),
                             .evaluators = {}};
  for (int i = 0; i < options.threads; ++i) {
    auto evaluator = make_net_evaluator(subject.model, {.max_batch = kBatch});
    if (!evaluator) return Error{evaluator.error()};
    subject.evaluators.push_back(*std::move(evaluator));
  }
  return subject;
}

// What the net says of the samples [begin, end), at most a batch.
void predict(const Shard& shard, std::size_t begin, std::size_t end, Evaluator& evaluator,
             std::span<Wdl> predicted) {
  std::vector<Position> positions;
  std::vector<MoveList> moves(end - begin);
  positions.reserve(end - begin);
  for (std::size_t sample = begin; sample < end; ++sample) {
    positions.push_back(*unpack(shard.samples.position[sample]));  // read_shard() has seen that it is one
    for (std::size_t m = shard.move_begin(sample); m < shard.move_end(sample); ++m)
      moves[sample - begin].push(Move::from_bits(shard.moves.move[m]));
  }
  std::vector<EvalRequest> requests;
  for (std::size_t i = 0; i < positions.size(); ++i)
    requests.push_back({&positions[i], &shard.rule_sets[shard.samples.rule_set[begin + i]], &moves[i],
                        shard.samples.repetitions[begin + i]});
  std::vector<EvalResult> results(requests.size());
  evaluator.evaluate(requests, results);
  for (std::size_t i = 0; i < results.size(); ++i) predicted[begin + i] = results[i].wdl_for_side_to_move;
}

// Of all samples; the evaluators share the work. Throws what one of them threw.
std::vector<Wdl> predictions(const Shard& shard, const Evaluators& evaluators) {
  std::vector<Wdl> predicted(shard.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&](Evaluator& evaluator) {
    for (;;) {
      const std::size_t begin = next.fetch_add(kBatch, std::memory_order_relaxed);  // a count, nothing else
      if (begin >= shard.size()) return;
      predict(shard, begin, std::min(begin + kBatch, shard.size()), evaluator, predicted);
    }
  };
  std::vector<std::future<void>> workers;
  workers.reserve(evaluators.size());
  for (const auto& evaluator : evaluators)
    workers.push_back(std::async(std::launch::async, [&work, &own = *evaluator] { work(own); }));
  for (std::future<void>& worker : workers) worker.get();
  return predicted;
}

// Against the outcomes as they were, and against what training with a discount teaches.
struct Calibrations {
  Calibration outcomes;
  Calibration discounted;  // empty where the discount is 1
  std::int64_t games = 0;  // of the shards before

  void add(const Shard& shard, std::span<const Wdl> predicted, float discount) {
    const SampleColumns& samples = shard.samples;
    for (std::size_t i = 0; i < shard.size(); ++i) {
      const std::int64_t game = games + samples.game[i];
      const auto target = [&](float kept) {
        return value_target(samples.outcome[i], samples.plies_left[i], 0, {.discount = kept, .value_mix = 0});
      };
      outcomes.add(game, predicted[i], target(1));
      if (discount < 1) discounted.add(game, predicted[i], target(discount));
    }
    games += static_cast<std::int64_t>(shard.games_count());
  }
};

Json bins_json(const Calibration& calibration, WdlResult end) {
  Json bins = Json::array();
  for (const CalibrationBin& bin : calibration.bins(end))
    bins.push_back({{"samples", bin.samples},
                    {"games", bin.games},
                    {"predicted", bin.predicted},
                    {"observed", bin.observed},
                    {"observed_low", bin.interval.low},
                    {"observed_high", bin.interval.high}});
  return bins;
}

Json calibration_json(const Calibration& calibration, double discount) {
  Json json = {{"discount", discount},
               {"samples", calibration.samples()},
               {"games", calibration.games()},
               {"brier", calibration.brier()},
               {"log_loss", calibration.log_loss()}};
  for (const WdlResult end : kWdlResults)
    json[std::string(to_string(end))] = {{"expected_error", calibration.expected_error(end)},
                                         {"bins", bins_json(calibration, end)}};
  return json;
}

void print_report(const CalibrationSubject& subject, const CalibrationOptions& options,
                  const Calibrations& found) {
  if (options.json) {
    Json list = Json::array({calibration_json(found.outcomes, 1)});
    if (options.discount < 1) list.push_back(calibration_json(found.discounted, options.discount));
    print_json({{"net", subject.net},
                {"hash", fmt::format("{:016x}", subject.model->id())},
                {"evaluator", subject.evaluators.front()->description()},
                {"calibration", std::move(list)}});
    return;
  }
  print("net {}, {:016x}; {}\n", subject.net, subject.model->id(), subject.evaluators.front()->description());
  print("against outcomes as they happened\n");
  write_out(calibration_text(found.outcomes));
  if (options.discount == 1) return;
  print("against outcomes discounted by {} a ply, as training teaches them\n", options.discount);
  write_out(calibration_text(found.discounted));
}

int run_calibration(const CalibrationOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const Result<CalibrationSubject> subject = open_subject(options);
  if (!subject) return usage_error(subject.error());
  warn_about_threads(options.threads);
  Calibrations found;
  Progress progress;
  ProgressState state{.label = "calibration",
                      .total = static_cast<std::int64_t>(subject->shards.size()),
                      .unit = "files",
                      .detail = ""};
  for (const std::filesystem::path& path : subject->shards) {
    if (stop.stop_requested()) {
      progress.clear();
      fmt::print(stderr, "stopped; nothing was kept\n");
      return kExitInterrupted;
    }
    const Result<Shard> shard = read_shard(path);
    if (!shard) return usage_error("--games: " + shard.error());
    found.add(*shard, predictions(*shard, subject->evaluators), static_cast<float>(options.discount));
    ++state.done;
    progress.show(state);
  }
  progress.clear();
  if (found.outcomes.samples() == 0) return usage_error("--games: there is no sample in these files");
  print_report(*subject, options, found);
  return kExitSuccess;
}

}  // namespace

std::string calibration_text(const Calibration& calibration) {
  std::string text =
      fmt::format("{} samples of {} games; Brier score {:.4f}, log loss {:.4f}\n", calibration.samples(),
                  calibration.games(), calibration.brier(), calibration.log_loss());
  for (const WdlResult end : kWdlResults) {
    text += fmt::format("{}: expected error {:.1f} %\n{:>12} {:>9} {:>7} {:>10} {:>9}  {}\n", to_string(end),
                        100 * calibration.expected_error(end), "bin", "samples", "games", "predicted",
                        "observed", "95 %");
    const auto bins = calibration.bins(end);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      const CalibrationBin& bin = bins[i];
      if (bin.samples == 0) continue;
      text += fmt::format("{:>12} {:>9} {:>7} {:>8.1f} % {:>7.1f} %  [{:.1f}, {:.1f}]\n",
                          fmt::format("{}-{} %", 10 * i, 10 * (i + 1)), bin.samples, bin.games,
                          100 * bin.predicted, 100 * bin.observed, 100 * bin.interval.low,
                          100 * bin.interval.high);
    }
  }
  return text;
}

void add_net_calibration(CLI::App& net, CommandContext& context) {
  CLI::App* command = net.add_subcommand(
      "calibration",
      "Measure whether what a net expects comes true: predicted ends of games against real ones");
  command->footer(
      "The games must be ones that the net did not learn from: those of another seed, e.g. by\n"
      "jungle selfplay --net NET --seed OTHER --out DIR. Samples are put into ten bins by what the net "
      "predicts\n"
      "for the side to move; each line tells the mean prediction of a bin and the share that came true, "
      "with\n"
      "an interval that takes the samples of one game for what they are, one draw. A net trained with\n"
      "target.discount learns outcomes that fade into draws: --discount compares with these too.");
  const auto options = std::make_shared<CalibrationOptions>();
  command->add_option("NET", options->net, "A .safetensors file or a run directory")->required();
  command->add_option("--games", options->games, "Shards (*.npz), folders of them, or run directories")
      ->required()
      ->type_name("PATH");
  command->add_option("--discount", options->discount, "target.discount of the net's training")
      ->check(CLI::Range(kLeastDiscount, 1.0))
      ->capture_default_str();
  add_threads_option(*command, options->threads, "Threads; the figures don't depend on it");
  command->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*command, context, [options, &context] { return run_calibration(*options, context); });
}

}  // namespace jungle
