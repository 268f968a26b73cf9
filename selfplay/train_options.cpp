#include "selfplay/train_options.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "selfplay/option_groups.hpp"
#include "selfplay/option_kinds.hpp"
#include "selfplay/truth/truth_answers.hpp"

namespace jungle {
namespace {

using namespace option_kinds;
using Options = std::vector<TrainOption>;

constexpr std::int64_t kMany = 1'000'000'000;

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

TrainOption run_name() {
  const std::string expected = "1 to 40 letters, digits, '-', '_' or '.', not a dot first";
  const auto parse = [expected](TrainConfig& config, const std::string& name) -> Status {
    const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
    if (!plain || name.empty() || name.size() > 40 || name.front() == '.') return refused(expected, name);
    config.run.name = name;
    return Done{};
  };
  return text(
      "run.name", expected, [](const TrainConfig& c) { return c.run.name; }, parse,
      "the run's directory is runs/NAME unless --run says otherwise");
}

TrainOption net_size() {
  const auto parse = [](TrainConfig& config, const std::string& name) -> Status {
    const Result<NetConfig> size = NetConfig::from_name(name);
    if (!size) return Error{size.error()};
    if (name != fmt::format("c{}b{}", size->channels, size->blocks))
      return Error{
          fmt::format("\"{}\": channels and blocks alone, like \"c{}b{}\"; the value head has options of its "
                      "own, net.value_channels and net.value_hidden",
                      name, size->channels, size->blocks)};
    config.net.channels = size->channels;
    config.net.blocks = size->blocks;
    return Done{};
  };
  return text(
      "net.size", "a size like \"c32b4\"",
      [](const TrainConfig& c) { return fmt::format("c{}b{}", c.net.channels, c.net.blocks); }, parse,
      "channels and residual blocks");
}

TrainOption opponents() {
  const std::string expected = "a list of player specs, e.g. [\"random\", \"ab:depth=2\"]";
  return {.name = "match.opponents",
          .expected = expected,
          .help = "whom the last net plays when training ends; an empty list for nobody",
          .get = [](const TrainConfig& config) -> OptionValue { return config.match.opponents; },
          .set = [expected](TrainConfig& config, const OptionValue& value) -> Status {
            const auto* list = std::get_if<std::vector<std::string>>(&value);
            if (list == nullptr) return refused(expected, value);
            config.match.opponents = *list;
            return Done{};
          }};
}

void add_run(Options& all) {
  all.push_back(without_effect_on_results(run_name()));
  all.push_back(integer(
      "run.seed", [](auto& c) -> auto& { return c.run.seed; }, 0, INT64_MAX,
      "names every random stream of the run"));
  all.push_back(integer(
      "run.generations", [](auto& c) -> auto& { return c.run.generations; }, 1, 1'000'000,
      "rounds of self-play and learning"));
  all.push_back(number(
      "run.cpu_minutes", [](auto& c) -> auto& { return c.run.cpu_minutes; }, 0, 1e9,
      "budget of processor time, all threads together: the run ends after the generation that used it up; 0 "
      "for none. What such a run gives depends on the machine"));
  add_game_options(all);
  all.push_back(net_size());
  all.push_back(integer(
      "net.value_channels", [](auto& c) -> auto& { return c.net.value_channels; }, 1, 64,
      "of the value head"));
  all.push_back(integer(
      "net.value_hidden", [](auto& c) -> auto& { return c.net.value_hidden; }, 1, 1024,
      "units of the value head's hidden layer"));
}

void add_targets(Options& all) {
  all.push_back(choice<>(
      "target.policy", [](auto& c) -> auto& { return c.policy_target.kind; },
      std::vector<std::pair<std::string, PolicyTargetKind>>{{"completed_q", PolicyTargetKind::kCompletedQ},
                                                            {"visits", PolicyTargetKind::kVisits}},
      "what the policy learns: sharpened completed values, or visit counts"));
  all.push_back(number(
      "target.policy_scale", [](auto& c) -> auto& { return c.policy_target.scale; }, 0, 1000,
      "of completed_q: prior * exp(scale * (50 + max visits) / 80 * q)"));
  all.push_back(number(
      "target.discount", [](auto& c) -> auto& { return c.value_target.discount; }, 0.5, 1,
      "of the outcome per ply to the end of the game"));
  all.push_back(number(
      "target.value_mix", [](auto& c) -> auto& { return c.value_target.value_mix; }, 0, 1,
      "share of the search's value in the value target"));
  all.push_back(integer(
      "target.later_plies", [](auto& c) -> auto& { return c.learn.later_plies; }, 1, 1000,
      "how many plies later the board is that learn.later_weight is for"));
}

void add_learning(Options& all) {
  all.push_back(integer(
      "learn.batch_size", [](auto& c) -> auto& { return c.trainer.batch_size; }, 2, 65536, "samples a step"));
  all.push_back(integer(
      "learn.slices", [](auto& c) -> auto& { return c.trainer.slices; }, 1, 256,
      "parts of a batch that threads share; fixed, since batch norm sees one part at a time"));
  all.push_back(number(
      "learn.passes", [](auto& c) -> auto& { return c.learn.passes; }, 0.01, 1000,
      "how often a sample is drawn on average"));
  all.push_back(integer(
      "learn.min_samples", [](auto& c) -> auto& { return c.learn.min_samples; }, 1, kMany,
      "no step is made before so many are there"));
  all.push_back(number(
      "learn.learning_rate", [](auto& c) -> auto& { return c.learn.learning_rate; }, 1e-8, 1, "of AdamW"));
  all.push_back(number(
      "learn.final_learning_rate", [](auto& c) -> auto& { return c.learn.final_learning_rate; }, 0, 1,
      "at the end of the run"));
  all.push_back(number(
      "learn.decay_start", [](auto& c) -> auto& { return c.learn.decay_start; }, 0, 1,
      "share of the run after which the rate begins to fall, in a straight line"));
  all.push_back(flag(
      "learn.mirror", [](auto& c) -> auto& { return c.learn.mirror; },
      "show each sample mirrored half of the time"));
  all.push_back(flag(
      "learn.bfloat16", [](auto& c) -> auto& { return c.trainer.bfloat16; },
      "train in bfloat16 where it is faster (AMX)"));
  all.push_back(number(
      "learn.weight_decay", [](auto& c) -> auto& { return c.trainer.weight_decay; }, 0, 1, "of AdamW"));
  all.push_back(number(
      "learn.gradient_clip", [](auto& c) -> auto& { return c.trainer.gradient_clip; }, 0.001, 1e9,
      "of the global norm"));
  all.push_back(number(
      "learn.average_decay", [](auto& c) -> auto& { return c.trainer.average_decay; }, 0, 0.99999,
      "of the moving average of the weights that play, per step"));
  all.push_back(number(
      "learn.value_weight", [](auto& c) -> auto& { return c.trainer.value_weight; }, 0, 100,
      "of the win/draw/loss loss"));
  all.push_back(number(
      "learn.plies_left_weight", [](auto& c) -> auto& { return c.trainer.plies_left_weight; }, 0, 100,
      "of the plies-left loss"));
  all.push_back(number(
      "learn.reply_weight", [](auto& c) -> auto& { return c.trainer.reply_weight; }, 0, 100,
      "of guessing the opponent's reply, by a head of training alone; 0 for none"));
  all.push_back(number(
      "learn.later_weight", [](auto& c) -> auto& { return c.trainer.later_weight; }, 0, 100,
      "of guessing the board target.later_plies later, by a head of training alone; 0 for none"));
}

void add_window(Options& all) {
  all.push_back(integer(
      "window.start", [](auto& c) -> auto& { return c.window.start; }, 1, kMany,
      "samples before anything leaves the window"));
  all.push_back(number(
      "window.exponent", [](auto& c) -> auto& { return c.window.exponent; }, 0.01, 1,
      "of the window's growth beyond that"));
  all.push_back(number(
      "window.slope", [](auto& c) -> auto& { return c.window.slope; }, 0, 1,
      "of the growth where it begins"));
  all.push_back(integer(
      "window.max", [](auto& c) -> auto& { return c.window.max; }, 1, kMany,
      "samples the window holds at most"));
}

void add_matches(Options& all) {
  all.push_back(integer(
      "gate.games", [](auto& c) -> auto& { return c.gate.games; }, 0, 1'000'000,
      "games a new net plays against the best one; 0: no gate, the newest net plays on"));
  all.push_back(integer(
      "gate.visits", [](auto& c) -> auto& { return c.gate.visits; }, 2, 1'000'000, "a move in those games"));
  all.push_back(number(
      "gate.threshold", [](auto& c) -> auto& { return c.gate.threshold; }, 0, 1,
      "score from which the new net becomes the best"));
  all.push_back(without_effect_on_results(opponents()));
  all.push_back(without_effect_on_results(integer(
      "match.games", [](auto& c) -> auto& { return c.match.games; }, 2, 1'000'000,
      "against each opponent, half of them with either side")));
  all.push_back(without_effect_on_results(integer(
      "match.visits", [](auto& c) -> auto& { return c.match.visits; }, 2, 1'000'000,
      "a move of the net in those games")));
}

void add_truth(Options& all) {
  all.push_back(without_effect_on_results(text(
      "truth.tablebase", "the path of a folder of endgame tables",
      [](const TrainConfig& c) { return c.truth.tablebase; },
      [](TrainConfig& c, const std::string& folder) -> Status {
        c.truth.tablebase = folder;
        return Done{};
      },
      "folder of endgame tables that each new net is measured against; empty for none")));
  all.push_back(without_effect_on_results(integer(
      "truth.positions", [](auto& c) -> auto& { return c.truth.positions; }, 1, 100'000,
      "asked of a net for each number of animals")));
  all.push_back(without_effect_on_results(integer(
      "truth.visits", [](auto& c) -> auto& { return c.truth.visits; }, 0, kMostTruthVisits,
      "of a search in each; 0 for the net alone")));
}

}  // namespace

std::string to_text(const OptionValue& value) {
  struct Printer {
    std::string operator()(bool on) const { return on ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return in_quotes(text); }
    std::string operator()(const std::vector<std::string>& list) const {
      std::vector<std::string> items;
      items.reserve(list.size());
      for (const std::string& item : list) items.push_back(in_quotes(item));
      return fmt::format("[{}]", fmt::join(items, ", "));
    }
  };
  return std::visit(Printer{}, value);
}

std::span<const TrainOption> train_options() {
  static const Options table = [] {
    Options all;
    add_run(all);
    add_self_play_options(all);
    add_targets(all);
    add_learning(all);
    add_window(all);
    add_matches(all);
    add_truth(all);
    return all;
  }();
  return table;
}

const TrainOption* find_train_option(std::string_view name) {
  for (const TrainOption& option : train_options())
    if (option.name == name) return &option;
  return nullptr;
}

}  // namespace jungle
