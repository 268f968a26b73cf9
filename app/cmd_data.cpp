// jungle data: what is in shards, whether it is right, and samples for other programs.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/data_files.hpp"
#include "app/data_report.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "core/util/file.hpp"
#include "selfplay/data/record_check.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostRecordBytes = std::uint64_t{1} << 30;

struct DataOptions {
  std::vector<std::string> paths;
  std::string out;
  bool json = false;
};

// visit(path, shard or error) for each file, under a bar, until it says false. False when stopped.
template <typename Visit>
bool for_each_shard(const std::vector<fs::path>& shards, const std::stop_token& stop, Visit visit) {
  Progress progress;
  ProgressState state{
      .label = "read", .total = static_cast<std::int64_t>(shards.size()), .unit = "files", .detail = ""};
  for (const fs::path& path : shards) {
    if (stop.stop_requested()) return false;
    if (!visit(path, read_shard(path))) return true;
    ++state.done;
    progress.show(state);
  }
  return true;
}

int run_stats(const DataOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const auto shards = find_shards(options.paths);
  if (!shards) return usage_error(shards.error());
  DataReport report;
  std::vector<std::string> problems;
  const bool whole = for_each_shard(*shards, stop, [&](const fs::path&, const Result<Shard>& shard) {
    ++report.files;
    if (shard) {
      report.add(*shard);
    } else {
      ++report.damaged;
      problems.push_back(shard.error());
    }
    return true;
  });
  if (!whole) return kExitInterrupted;
  for (const std::string& problem : problems) print_warning(problem);
  if (report.damaged == report.files) return usage_error("none of the files could be read");
  if (options.json) {
    print_json(data_json(report));
  } else {
    write_out(data_text(report));
  }
  return kExitSuccess;
}

// What is wrong with a shard and the text record beside it; empty: nothing. `records` counts those compared.
std::string problem_of(const fs::path& path, const Result<Shard>& shard, int& records) {
  if (!shard) return shard.error();
  const fs::path record = record_beside(path);
  if (!fs::exists(record)) {
    print_warning(
        fmt::format("{}: no text record beside it, so only the file itself was checked", path.string()));
    return "";
  }
  const Result<std::string> text = read_file(record, kMostRecordBytes);
  if (!text) return text.error();
  ++records;
  const Status same = check_records(*shard, *text);
  return same ? "" : fmt::format("{}: {}", record.string(), same.error());
}

int run_check(const DataOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const auto shards = find_shards(options.paths);
  if (!shards) return usage_error(shards.error());
  std::vector<std::string> problems;
  int records = 0;
  std::int64_t games = 0;
  std::int64_t samples = 0;
  const bool whole = for_each_shard(*shards, stop, [&](const fs::path& path, const Result<Shard>& shard) {
    std::string problem = problem_of(path, shard, records);
    if (!problem.empty()) problems.push_back(std::move(problem));
    if (shard) {
      games += static_cast<std::int64_t>(shard->games_count());
      samples += static_cast<std::int64_t>(shard->size());
    }
    return true;
  });
  if (!whole) return kExitInterrupted;
  for (const std::string& problem : problems) print("{}\n", problem);
  print("{} files, {} games, {} samples, {} text records played again: {} bad\n", shards->size(), games,
        samples, records, problems.size());
  return problems.empty() ? kExitSuccess : kExitVerdict;
}

int run_export(const DataOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const auto shards = find_shards(options.paths);
  if (!shards) return usage_error(shards.error());
  std::unique_ptr<AtomicFile> file;
  if (!options.out.empty()) {
    if (const Status writable = check_replaced_file(options.out, kSampleBeginning); !writable)
      return usage_error("--out: " + writable.error());
    file = std::make_unique<AtomicFile>(options.out);
  }
  std::string problem;
  const bool whole = for_each_shard(*shards, stop, [&](const fs::path&, const Result<Shard>& shard) {
    if (!shard) {
      problem = shard.error();
      return false;
    }
    std::string lines;
    for (std::size_t i = 0; i < shard->size(); ++i) lines += sample_line(*shard, i);
    file ? file->write(lines) : write_out(lines);
    return true;
  });
  if (!problem.empty()) return usage_error(problem);
  if (!whole) return kExitInterrupted;
  if (file) file->commit();
  return kExitSuccess;
}

CLI::App* add_part(CLI::App& data, const std::string& name, const std::string& help, DataOptions& options) {
  CLI::App* command = data.add_subcommand(name, help);
  command->add_option("PATH", options.paths, "Shards (.npz), folders of them, run directories")->required();
  return command;
}

}  // namespace

void add_data_command(CLI::App& app, CommandContext& context) {
  CLI::App* data = app.add_subcommand("data", "Look at games of self-play, check and export them");
  data->require_subcommand(1);
  const auto options = std::make_shared<DataOptions>();
  CLI::App* stats = add_part(*data, "stats", "How games ended, what the samples are like", *options);
  stats->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*stats, context, [options, &context] { return run_stats(*options, context); });
  CLI::App* check =
      add_part(*data, "check", "Whether files are whole and true; exits with 3 when one is not", *options);
  check->footer(
      "Checks checksums, ranges, legal moves, and against the text record beside a shard, played again, "
      "positions and "
      "outcomes.");
  on_run(*check, context, [options, &context] { return run_check(*options, context); });
  CLI::App* exported = add_part(*data, "export", "Samples as JSON, one a line", *options);
  exported->add_option("--out", options->out, "The file; standard output if left out")->type_name("FILE");
  on_run(*exported, context, [options, &context] { return run_export(*options, context); });
}

}  // namespace jungle
