// jungle openings: files of positions that games of a match begin with.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "core/util/file.hpp"
#include "search/alphabeta/player.hpp"
#include "selfplay/rating/match.hpp"
#include "selfplay/rating/opening_file.hpp"

namespace jungle {
namespace {

struct MakeOptions {
  std::string rules;
  BalancedOpenings wanted;
  int depth = 6;
  std::string out;
};

std::string comment(const MakeOptions& options) {
  return fmt::format(
      "{} positions after {} random plies, rules {}, seed {}\n"
      "alpha-beta to depth {} expects the side to move to score between {:.3g} and {:.3g}",
      options.wanted.count, options.wanted.plies, options.rules, options.wanted.seed, options.depth,
      0.5 - options.wanted.max_edge, 0.5 + options.wanted.max_edge);
}

int run_make(const MakeOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  if (const Status writable = check_replaced_file(options.out, "# "); !writable)
    return usage_error("--out: " + writable.error());

  AlphaBetaPlayer player("judge");
  const auto judge = [&](const Game& game) {
    player.new_game();
    const Wdl wdl = player.choose_move(game, {.depth = options.depth}, stop).wdl_for_side_to_move;
    return double{wdl.win} + double{wdl.draw} / 2;
  };
  Progress progress;
  const auto show = [&](int judged, int kept) {
    progress.show({.label = "openings",
                   .done = kept,
                   .total = options.wanted.count,
                   .unit = "found",
                   .detail = fmt::format("{} judged", judged)});
    return !stop.stop_requested();
  };
  const auto openings = make_balanced_openings(with_length_limit(*rules), options.wanted, judge, show);
  progress.clear();
  if (!openings) return usage_error(openings.error());
  if (!openings->has_value()) {
    fmt::print(stderr, "stopped; nothing was written\n");
    return kExitInterrupted;
  }
  write_file_atomically(options.out, opening_file_text(**openings, comment(options)));
  print("{} openings in {}\n", (*openings)->size(), options.out);
  return kExitSuccess;
}

}  // namespace

void add_openings_command(CLI::App& app, CommandContext& context) {
  CLI::App* openings = app.add_subcommand("openings", "Make files of positions that matches begin with");
  openings->require_subcommand(1);
  CLI::App* make = openings->add_subcommand(
      "make", "Random positions that alpha-beta finds balanced, no two of them mirror images");
  const auto options = std::make_shared<MakeOptions>();
  add_rules_option(*make, options->rules);
  make->add_option("--count", options->wanted.count, "How many")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  make->add_option("--plies", options->wanted.plies, "Random plies from the start position")
      ->transform(whole_number(1, 200))
      ->capture_default_str();
  add_seed_option(*make, options->wanted.seed, "Of the random plies");
  make->add_option("--depth", options->depth, "Of the search that judges, in plies")
      ->transform(whole_number(1, 30))
      ->capture_default_str();
  make->add_option("--max-edge", options->wanted.max_edge,
                   "Largest distance of the side to move's expected score from 1/2")
      ->transform(real_number(0, 0.5))
      ->capture_default_str();
  make->add_option("--out", options->out, "The file; an older one of openings is replaced")
      ->required()
      ->type_name("FILE");
  on_run(*make, context, [options, &context] { return run_make(*options, context); });
}

}  // namespace jungle
