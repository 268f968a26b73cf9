#include "app/experiment_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/experiment_arm.hpp"
#include "app/match_report.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

template <typename Field>
double mean(const ExperimentArmReport& arm, Field field) {
  double sum = 0;
  for (const ExperimentNet& net : arm.nets) sum += static_cast<double>(net.*field);
  return sum / static_cast<double>(arm.nets.size());
}

std::string difference_text(const ExperimentReport& report, std::size_t arm) {
  if (arm == 0) return "-";
  const ArmDifference& difference = report.arms[arm].difference;
  return fmt::format("{} [{}, {}]  games alone +-{:.0f}", elo_text(difference.elo), elo_text(difference.low),
                     elo_text(difference.high), difference.games_margin);
}

std::string nets_line(const ExperimentArmReport& arm, const std::string& letter) {
  std::vector<std::string> nets;
  for (const ExperimentNet& net : arm.nets)
    nets.push_back(
        fmt::format("{} (seed {}, {:016x})", elo_text(net.rating.elo), net.seed, net.weights_hash));
  return fmt::format("nets of {}: {}\n", letter, fmt::join(nets, ", "));
}

Json net_json(const ExperimentNet& net) {
  return {{"seed", net.seed},
          {"run", net.run},
          {"generations", net.generations},
          {"samples", net.samples},
          {"steps", net.steps},
          {"cpu_minutes", net.cpu_minutes},
          {"weights_hash", fmt::format("{:016x}", net.weights_hash)},
          {"elo", net.rating.elo},
          {"elo_low", number_or_null(net.rating.low)},
          {"elo_high", number_or_null(net.rating.high)}};
}

}  // namespace

std::string experiment_text(const ExperimentReport& report) {
  std::string text = fmt::format("{:<4} {:>5} {:>7} {:>6} {:>9} {:>8}  {}\n", "arm", "nets", "CPU min",
                                 "gen.", "samples", "steps", "Elo over A, 95 % over seeds and games");
  for (std::size_t i = 0; i < report.arms.size(); ++i) {
    const ExperimentArmReport& arm = report.arms[i];
    text += fmt::format("{:<4} {:>5} {:>7.1f} {:>6.0f} {:>9.0f} {:>8.0f}  {}\n", arm_letter(i),
                        arm.nets.size(), mean(arm, &ExperimentNet::cpu_minutes),
                        mean(arm, &ExperimentNet::generations), mean(arm, &ExperimentNet::samples),
                        mean(arm, &ExperimentNet::steps), difference_text(report, i));
  }
  for (std::size_t i = 0; i < report.arms.size(); ++i)
    text += fmt::format("{} = {}\n", arm_letter(i), report.arms[i].text);
  for (std::size_t i = 0; i < report.arms.size(); ++i) text += nets_line(report.arms[i], arm_letter(i));
  if (std::ranges::any_of(report.arms, [](const auto& arm) { return arm.nets.size() < 2; }))
    text += "one net an arm: the intervals are for these nets, not for other seeds\n";
  text += fmt::format("matches: {}, {}, openings of {} plies, {} games\n", report.player, report.rules,
                      report.opening_plies, report.games);
  text += fmt::format("commit {}: {}\n", report.commit, report.command);
  return text;
}

Json experiment_json(const ExperimentReport& report) {
  Json arms = Json::array();
  for (std::size_t i = 0; i < report.arms.size(); ++i) {
    const ExperimentArmReport& arm = report.arms[i];
    Json one{{"arm", arm_letter(i)},
             {"config", arm.text},
             {"elo", arm.difference.elo},
             {"elo_low", number_or_null(arm.difference.low)},
             {"elo_high", number_or_null(arm.difference.high)},
             {"games_margin", number_or_null(arm.difference.games_margin)},
             {"seeds_counted", arm.difference.seeds_counted},
             {"nets", Json::array()}};
    for (const ExperimentNet& net : arm.nets) one["nets"].push_back(net_json(net));
    arms.push_back(std::move(one));
  }
  return {{"event", "experiment"},
          {"commit", report.commit},
          {"command", report.command},
          {"cpu_minutes", report.cpu_minutes},
          {"player", report.player},
          {"rules", report.rules},
          {"opening_plies", report.opening_plies},
          {"games", report.games},
          {"arms", std::move(arms)}};
}

}  // namespace jungle
