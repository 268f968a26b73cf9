// jungle bench: every part beside its naive form, measured in turns in one run; compared with a stored run.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/bench_setup.hpp"
#include "app/bench_table.hpp"
#include "app/bench_tune.hpp"
#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "bench/measure/comparison.hpp"
#include "bench/measure/parts.hpp"
#include "core/util/available_cores.hpp"
#include "core/util/file.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kLargestReport = 1 << 20;
constexpr int kMostSeconds = 86'400;

struct BenchOptions {
  std::string net;
  std::vector<std::string> only;
  int seconds = 120;
  int threads = std::min(2, available_cores());
  bool json = false;
  std::string save;
  std::string baseline;
  int loss = 10;  // percent
};

using ChosenParts = std::vector<const bench::Part*>;

Result<ChosenParts> choose_parts(const std::vector<std::string>& names) {
  ChosenParts chosen;
  std::vector<std::string_view> known;
  for (const bench::Part& part : bench::parts()) known.push_back(part.name);
  for (const std::string& name : names) {
    if (bench::find_part(name) == nullptr)
      return Error{fmt::format("--only: unknown part \"{}\"{}; there are {}", printable(name),
                               did_you_mean(name, known), fmt::join(known, " "))};
  }
  for (const bench::Part& part : bench::parts()) {
    if (names.empty() || std::ranges::count(names, part.name) > 0) chosen.push_back(&part);
  }
  return chosen;
}

// Refuses a stored run that holds nothing of what is to be measured.
Result<bench::Report> load_baseline(const std::string& path, const ChosenParts& chosen) {
  const auto text = read_file(path, kLargestReport);
  if (!text) return Error{text.error()};
  auto report = bench::parse_report(*text, path);
  if (!report) return report;
  for (const bench::Row& row : report->rows) {
    if (std::ranges::count(chosen, row.part, [](const auto* part) { return part->name; }) > 0) return report;
  }
  return Error{fmt::format("{}: no row of the parts asked for", path)};
}

bench::Report measure(const BenchOptions& options, const BenchNet& net, const ChosenParts& chosen) {
  const bench::MeasureSetup setup = bench_setup(net, options.threads);
  const bool with_torch = std::ranges::any_of(chosen, [](const auto* part) { return part->uses_torch; });
  bench::Report report{.facts = bench_facts(net, setup, options.seconds, with_torch), .rows = {}};
  for (const bench::Part* part : chosen) {
    fmt::print(stderr, "measuring {}, about {:.1f} s\n", part->name, part->share * options.seconds);
    auto rows = part->measure(setup, part->share * options.seconds);
    std::ranges::move(rows, std::back_inserter(report.rows));
  }
  return report;
}

void print_report(const BenchOptions& options, const bench::Report& report,
                  const bench::Comparison* comparison) {
  if (!options.json) {
    write_out(bench_text(report, comparison));
    return;
  }
  auto json = to_json(report);
  if (comparison != nullptr) json["changes"] = to_json(*comparison);
  print_json(json);
}

// After all was printed: a disk that refuses must not cost the figures.
void save(const std::string& path, const bench::Report& report) {
  if (path.empty()) return;
  const std::string text =
      to_json(report).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  write_file_atomically(path, text + "\n");
}

int run_bench(const BenchOptions& options) {
  const auto chosen = choose_parts(options.only);
  if (!chosen) return usage_error(chosen.error());
  if (!options.save.empty()) {
    const Status writable = check_output_file(options.save);
    if (!writable) return usage_error("--save: " + writable.error());
    std::error_code absent;
    if (std::filesystem::equivalent(options.save, options.baseline, absent))
      return usage_error("--save and --baseline name the same file: a loss would become the next baseline");
  }
  std::optional<bench::Report> baseline;
  if (!options.baseline.empty()) {
    auto loaded = load_baseline(options.baseline, *chosen);
    if (!loaded) return usage_error("--baseline: " + loaded.error());
    baseline = *std::move(loaded);
  }
  const auto net = open_bench_net(options.net, options.threads);
  if (!net) return usage_error(net.error());
  warn_about_threads(options.threads);

  const bench::Report report = measure(options, *net, *chosen);
  if (!baseline) {
    print_report(options, report, nullptr);
    save(options.save, report);
    return kExitSuccess;
  }
  const bench::Comparison comparison = compare(report, *baseline, options.loss / 100.0);
  for (const std::string& warning : comparison.warnings) print_warning(warning);
  print_report(options, report, &comparison);
  save(options.save, report);
  if (comparison.changes.empty()) {
    print_error("--baseline: it measured other things; take the options it was made with");
    return kExitFailure;
  }
  return comparison.any_lost() ? kExitVerdict : kExitSuccess;
}

}  // namespace

void add_bench_command(CLI::App& app, CommandContext& context) {
  CLI::App* command =
      app.add_subcommand("bench", "Measure every part beside its naive form, in turns, in about two minutes");
  command->footer("Exit code 3: a ratio fell by more than --loss below that of --baseline.");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_net_option(*command, options->net);
  std::vector<std::string_view> names;
  for (const bench::Part& part : bench::parts()) names.push_back(part.name);
  command->add_option("--only", options->only, fmt::format("Parts, with commas: {}", fmt::join(names, ",")))
      ->delimiter(',')
      ->type_name("PARTS");
  command->add_option("--seconds", options->seconds, "Time of all parts; with --only each keeps its share")
      ->transform(whole_number(1, kMostSeconds))
      ->capture_default_str();
  add_threads_option(*command, options->threads, "Threads of self-play and training");
  command->add_flag("--json", options->json, "One JSON object instead of a table");
  command->add_option("--save", options->save, "Store the run in this file, as JSON")->type_name("FILE");
  command->add_option("--baseline", options->baseline, "Compare with a stored run")->type_name("FILE");
  command->add_option("--loss", options->loss, "Percent of a ratio that may be lost against the baseline")
      ->transform(whole_number(0, 100))
      ->capture_default_str();
  const BenchTuneCommand tune = add_bench_tune(*command);
  on_run(*command, context, [command, options, tune] {
    if (!tune.command->parsed()) return run_bench(*options);
    for (const CLI::Option* option : command->get_options()) {
      if (option->count() > 0)
        return usage_error(fmt::format("{} belongs after \"tune\", or is not for it", option->get_name()));
    }
    return tune.run();
  });
}

}  // namespace jungle
