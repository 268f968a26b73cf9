// jungle tablebase: exact tables of endings. build makes them, probe asks them, stats counts them, verify
// checks them against the rules.

#include <chrono>
#include <cmath>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/position_lines.hpp"
#include "app/progress.hpp"
#include "app/tablebase_report.hpp"
#include "core/notation.hpp"
#include "core/util/available_cores.hpp"
#include "search/endgame_moves.hpp"
#include "search/tablebase/builder.hpp"
#include "search/tablebase/material.hpp"
#include "search/tablebase/verifier.hpp"

namespace jungle {
namespace {

struct BuildOptions {
  std::string rules;
  int pieces = 3;
  std::string out;
  int threads = available_cores();
  double memory_gb = 4;
};

int run_build(const BuildOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  warn_about_threads(options.threads);

  const auto start = std::chrono::steady_clock::now();
  Progress progress;
  TablebaseBuildProgress last;
  const auto show = [&](const TablebaseBuildProgress& state) {
    last = state;
    progress.show({.label = fmt::format("{} animals", state.animals),
                   .done = state.done,
                   .total = state.total,
                   .unit = "tables",
                   .detail = fmt::format("{:.1f} MB", static_cast<double>(state.bytes) / 1e6)});
  };
  const Result<bool> built =
      build_tablebase(options.out, *rules,
                      {.animals = options.pieces,
                       .threads = options.threads,
                       .memory_bytes = static_cast<std::uint64_t>(std::ldexp(options.memory_gb, 30))},
                      show, stop);
  progress.clear();
  if (!built) return usage_error(built.error());
  if (!*built) {
    fmt::print(stderr, "stopped; what is finished is kept. To go on: {}\n", shell_line(context.arguments()));
    return kExitInterrupted;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print("tables of up to {} animals, {:.1f} MB, in {}: {:.1f} s\n", options.pieces,
        static_cast<double>(last.bytes) / 1e6, options.out, seconds.count());
  return kExitSuccess;
}

struct AskOptions {
  std::string folder;
  std::string fen;
  bool from_stdin = false;
  bool moves = false;
  bool json = false;
};

// Opens the tables; damage met later is kept in `damage`.
Result<std::shared_ptr<const Tablebase>> open_tables(const std::string& folder, std::string& damage) {
  return Tablebase::open(folder, {.on_damage = [&damage](const std::string& line) { damage = line; }});
}

// The value, or why there is none.
Result<EndgameValue> look_up(const Tablebase& tablebase, const Position& position,
                             const std::string& damage) {
  if (const auto value = tablebase.probe(position)) return *value;
  if (!damage.empty()) return Error{"no answers after damage was met: " + damage};
  return Error{fmt::format("{} animals, and the tables hold up to {}", position.occupied().count(),
                           tablebase.max_animals())};
}

int run_probe(const AskOptions& options) {
  std::string damage;
  const auto tablebase = open_tables(options.folder, damage);
  if (!tablebase) return usage_error(tablebase.error());
  if (options.from_stdin)
    return answer_positions([&](const Position& position) -> Result<std::string> {
      const Result<EndgameValue> value = look_up(**tablebase, position, damage);
      if (!value) return Error{value.error()};
      return to_string(*value);
    });
  const Result<Position> position = parse_position(options.fen);
  if (!position) return usage_error("--fen: " + position.error());
  const Result<EndgameValue> value = look_up(**tablebase, *position, damage);
  if (!value) return usage_error(value.error());
  print("{}\n", to_string(*value));
  if (!options.moves) return kExitSuccess;
  const auto moves = valued_moves(**tablebase, *position, (*tablebase)->rules());
  if (!moves) return usage_error(damage);
  for (const ValuedMove& move : *moves) print("{} {}\n", to_string(move.move), to_string(move.value));
  return kExitSuccess;
}

int run_stats(const AskOptions& options) {
  std::string damage;
  const auto tablebase = open_tables(options.folder, damage);
  if (!tablebase) return usage_error(tablebase.error());
  if (options.json) {
    print_json(tablebase_json(**tablebase));
  } else {
    write_out(tablebase_text(**tablebase));
  }
  if (!damage.empty()) print_warning(damage);
  return damage.empty() ? kExitSuccess : kExitUsage;
}

struct CheckOptions {
  std::string folder;
  VerifyOptions verify{.threads = available_cores()};
};

int run_verify(const CheckOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const auto tablebase =
      Tablebase::open(options.folder, {.cache_bytes = std::size_t{256} << 20, .on_damage = {}});
  if (!tablebase) return usage_error(tablebase.error());
  warn_about_threads(options.verify.threads);
  Progress progress;
  const auto show = [&](const VerifyResult& so_far) {
    progress.show({.label = "verify",
                   .done = so_far.tables,
                   .total = static_cast<std::int64_t>((*tablebase)->files().size()),
                   .unit = "tables",
                   .detail = fmt::format("{:.1f} M positions", static_cast<double>(so_far.positions) / 1e6)});
  };
  const VerifyResult result = verify_tablebase(**tablebase, options.verify, show, stop);
  progress.clear();
  for (const std::string& problem : result.problems) print_error(problem);
  if (result.stopped) return kExitInterrupted;
  if (result.tables == 0) return kExitUsage;  // damaged, as told
  const bool sampled = (*tablebase)->max_animals() == tablebase::kMaxAnimals && options.verify.sample != 0;
  print("{} tables, {} positions checked{}, {} wrong (mirror images left out)\n", result.tables,
        result.positions, sampled ? fmt::format(", of {} animals a sample", tablebase::kMaxAnimals) : "",
        result.wrong);
  return result.ok() ? kExitSuccess : kExitVerdict;
}

void add_folder_option(CLI::App& command, std::string& folder) {
  command.add_option("--dir", folder, "Folder of tables")->required()->type_name("DIR");
}

void add_build(CLI::App& tablebase, CommandContext& context) {
  CLI::App* build = tablebase.add_subcommand("build", "Solve all endings of up to so many animals; resumes");
  const auto options = std::make_shared<BuildOptions>();
  add_rules_option(*build, options->rules);
  build->add_option("--pieces", options->pieces, "Most animals, both sides together")
      ->transform(whole_number(2, tablebase::kMaxAnimals))
      ->capture_default_str();
  build->add_option("--out", options->out, "Folder of the tables; what is there is kept")
      ->required()
      ->type_name("DIR");
  add_threads_option(*build, options->threads, "Materials solved at once");
  build
      ->add_option("--memory", options->memory_gb, "GiB; fewer threads work where this is too little for all")
      ->transform(real_number(0.01, 4096))
      ->capture_default_str();
  on_run(*build, context, [options, &context] { return run_build(*options, context); });
}

void add_probe(CLI::App& tablebase, CommandContext& context) {
  CLI::App* probe =
      tablebase.add_subcommand("probe", "The value of a position, or of many: win, loss or draw, plies");
  const auto options = std::make_shared<AskOptions>();
  add_folder_option(*probe, options->folder);
  CLI::Option* fen = probe->add_option("--fen", options->fen, "The position")->type_name("FEN");
  CLI::Option* lines = probe->add_flag("--stdin", options->from_stdin,
                                       "A position a line on standard input; answers \"position|win 13\"");
  probe->add_flag("--moves", options->moves, "The value of each move too, best first")->excludes(lines);
  lines->excludes(fen);
  on_run(*probe, context, [options] {
    if (!options->from_stdin && options->fen.empty()) return usage_error("give --fen or --stdin");
    return run_probe(*options);
  });
}

void add_stats(CLI::App& tablebase, CommandContext& context) {
  CLI::App* stats =
      tablebase.add_subcommand("stats", "Won, drawn, lost and the longest win of each material");
  const auto options = std::make_shared<AskOptions>();
  add_folder_option(*stats, options->folder);
  stats->add_flag("--json", options->json, "One JSON object, with the line of every longest win");
  on_run(*stats, context, [options] { return run_stats(*options); });
}

void add_verify(CLI::App& tablebase, CommandContext& context) {
  CLI::App* verify = tablebase.add_subcommand(
      "verify", "Check every entry against the positions after it; a sample of 4 animals");
  const auto options = std::make_shared<CheckOptions>();
  add_folder_option(*verify, options->folder);
  add_threads_option(*verify, options->verify.threads, "Tables checked at once");
  verify
      ->add_option("--sample", options->verify.sample,
                   "Positions of each table of 4 animals and side to move; 0: all")
      ->transform(whole_number(0, 1'000'000'000))
      ->capture_default_str();
  add_seed_option(*verify, options->verify.seed, "Of the sample");
  on_run(*verify, context, [options, &context] { return run_verify(*options, context); });
}

}  // namespace

void add_tablebase_command(CLI::App& app, CommandContext& context) {
  CLI::App* tablebase =
      app.add_subcommand("tablebase", "Exact endings: build, probe, stats, verify; draw rules set aside");
  tablebase->require_subcommand(1);
  add_build(*tablebase, context);
  add_probe(*tablebase, context);
  add_stats(*tablebase, context);
  add_verify(*tablebase, context);
}

}  // namespace jungle
