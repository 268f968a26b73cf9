#include "app/run_matches.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "app/match_report.hpp"
#include "app/player_factory.hpp"
#include "app/resources.hpp"
#include "app/training_evaluator.hpp"
#include "core/util/random.hpp"
#include "search/mcts/search.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMatchStream = 0x6d61746368;  // sets these streams apart from those of games

// A net as a contestant that searches `visits` a move.
Contestant net_contestant(const TrainConfig& config, const std::shared_ptr<const Model>& net, int visits,
                          const std::string& name) {
  const auto make_player = [config, net, name]() -> Result<std::unique_ptr<Player>> {
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    evaluators.push_back(training_evaluator_factory(config)(net, 1));
    MctsParams params = config.search;
    params.noise_fraction = 0;
    params.endgame_table = nullptr;
    params.memory_mb = MctsParams().memory_mb;  // one tree, not one of many
    return std::unique_ptr<Player>(std::make_unique<MctsPlayer>(
        std::move(evaluators),
        MctsPlayerOptions{.params = params, .temperature = 0, .seed = 0, .name = name}));
  };
  return {.name = name, .limits = {.visits = visits}, .make_player = make_player};
}

MatchConfig match_config(const TrainConfig& config, int games, RunMatch kind, int threads) {
  return {.rules = with_length_limit(config.rules),
          .pairs = games / 2,
          .seed = run_match_seed(config.run.seed, kind),
          .concurrency = threads};
}

Result<PlayerSpec> opponent_spec(const std::string& text, const RuleSet& rules, EndgameTables& tables) {
  Result<PlayerSpec> spec = parse_player_spec(text);
  if (!spec) return spec;
  if (const Status equipped = tables.equip(*spec, rules); !equipped) return Error{equipped.error()};
  return spec;
}

Result<OpenedPlayer> open_opponent(const std::string& text, const RuleSet& rules, EndgameTables& tables,
                                   const std::stop_token& stop) {
  const Result<PlayerSpec> spec = opponent_spec(text, rules, tables);
  if (!spec) return Error{spec.error()};
  return open_player(*spec, stop);
}

}  // namespace

std::uint64_t run_match_seed(std::uint64_t run_seed, RunMatch kind) {
  return Rng({run_seed, kMatchStream, static_cast<std::uint64_t>(kind)})();
}

Status check_opponents(const TrainConfig& config, int threads, EndgameTables& tables) {
  for (const std::string& text : config.match.opponents) {
    const auto refused = [](const std::string& why) {
      return Error{fmt::format("match.opponents: {}", why)};
    };
    const Result<PlayerSpec> spec = opponent_spec(text, config.rules, tables);
    if (!spec) return refused(spec.error());
    if (const Status fits = check_memory({player_memory(*spec, threads)}); !fits)
      return refused(fits.error());
    if (const auto opponent = open_player(*spec); !opponent) return refused(opponent.error());
  }
  return Done{};
}

Result<FinalMatches> play_final_matches(const TrainConfig& config, const std::shared_ptr<const Model>& net,
                                        const FinalMatchTools& tools, const std::stop_token& stop) {
  Progress& progress = tools.progress;
  const Contestant ours =
      net_contestant(config, net, config.match.visits, fmt::format("{} net", config.run.name));
  FinalMatches finals;
  for (const std::string& text : config.match.opponents) {
    const auto opponent = open_opponent(text, config.rules, tools.tables, stop);
    if (stop.stop_requested()) return finals;
    if (!opponent) return Error{opponent.error()};
    int played = 0, half_points = 0;
    const auto on_game = [&](const MatchGame& game) {
      half_points += game.half_points_of_a();
      progress.show({.label = "match against " + text,
                     .done = ++played,
                     .total = config.match.games,
                     .unit = "games",
                     .detail = fmt::format("score {:.1f} %", 50.0 * half_points / played)});
    };
    const auto games = run_match(match_config(config, config.match.games, RunMatch::kFinal, tools.threads),
                                 ours, opponent->contestant, on_game, stop);
    if (!games) return Error{games.error()};
    if (const MatchGame* last = game_that_ended_the_match(*games); last != nullptr)
      return Error{fmt::format("{}: {}", text, last->forfeit->why.text)};
    if (!games->empty()) finals.matches.push_back({text, tally_match(*games)});
    if (static_cast<int>(games->size()) < config.match.games) return finals;
    const MatchTally& tally = finals.matches.back().tally;
    progress.line(fmt::format("match against {}: {} won, {} drawn, {} lost", text, tally.wins, tally.draws,
                              tally.losses));
  }
  progress.clear();
  finals.complete = true;
  return finals;
}

std::string final_table(const FinalMatches& finals, const TrainConfig& config) {
  std::string text =
      fmt::format("{:<14} {:>5} {:>5} {:>5} {:>5}  {}\n", "opponent", "games", "win", "draw", "loss",
                  fmt::format("score of the net at {} visits, 95 % interval", config.match.visits));
  for (const FinalMatch& match : finals.matches) {
    const MatchTally& tally = match.tally;
    text += fmt::format("{:<14} {:>5} {:>5} {:>5} {:>5}  {}{}\n", match.opponent, tally.games(), tally.wins,
                        tally.draws, tally.losses, estimate_text(estimate_score(tally.pairs)),
                        tally.games() < config.match.games ? "  (stopped)" : "");
  }
  return text;
}

std::optional<double> play_gate(const std::shared_ptr<const Model>& candidate,
                                const std::shared_ptr<const Model>& best, const TrainConfig& config,
                                int threads, const std::stop_token& stop) {
  const Contestant a = net_contestant(config, candidate, config.gate.visits, "candidate");
  const Contestant b = net_contestant(config, best, config.gate.visits, "best");
  const auto games = run_match(
      match_config(config, config.gate.games, RunMatch::kGate, threads), a, b, [](const MatchGame&) {}, stop);
  if (!games) throw std::runtime_error(games.error());
  if (static_cast<int>(games->size()) < config.gate.games) return std::nullopt;
  const MatchTally tally = tally_match(*games);
  return (static_cast<double>(tally.wins) + 0.5 * static_cast<double>(tally.draws)) /
         static_cast<double>(tally.games());
}

}  // namespace jungle
