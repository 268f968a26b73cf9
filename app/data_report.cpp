#include "app/data_report.hpp"

#include <map>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/notation.hpp"

namespace jungle {
namespace {

// Numbers in the shortest form that reads back as the same float.
using FloatJson = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                       std::uint64_t, float>;

double share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string range_text(const std::set<std::uint32_t>& numbers) {
  if (numbers.empty()) return "none";
  return numbers.size() == 1 ? fmt::format("{}", *numbers.begin())
                             : fmt::format("{} to {}", *numbers.begin(), *numbers.rbegin());
}

// "wango", or where there are several "kawu (120 samples), wango (98 samples)".
std::string rules_text(const std::map<std::string, std::int64_t>& rules) {
  std::vector<std::string> parts;
  parts.reserve(rules.size());
  for (const auto& [name, samples] : rules)
    parts.push_back(rules.size() > 1 ? fmt::format("{} ({} samples)", name, samples) : name);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> names_of(const std::map<std::string, std::int64_t>& rules) {
  std::vector<std::string> names;
  names.reserve(rules.size());
  for (const auto& [name, samples] : rules) names.push_back(name);
  return names;
}

}  // namespace

void DataReport::add(const Shard& shard) {
  generations.insert(shard.origin.generation);
  models.insert(shard.origin.model_id);
  for (const RuleSet& rule_set : shard.rule_sets) rules.try_emplace(rule_set.name(), 0);
  for (const std::uint8_t row : shard.samples.rule_set) ++rules[shard.rule_sets[row].name()];
  games.add(shard);
  samples.add(shard);
}

std::string data_text(const DataReport& report) {
  const SampleStatistics& samples = report.samples;
  std::string text =
      fmt::format("{} files, {} damaged; generations {}, {} nets, rules {}\n", report.files, report.damaged,
                  range_text(report.generations), report.models.size(), rules_text(report.rules));
  text += fmt::format(
      "{} games of {:.1f} plies, the longest {}; {} from random placements, {} from earlier games\n",
      report.games.games, share(report.games.plies, report.games.games), report.games.longest,
      report.games.random_placements, report.games.earlier_starts);
  text += fmt::format("first side won {}, lost {}, drawn {}; {}\n", report.games.first_side_wins,
                      report.games.second_side_wins, report.games.draws, endings_text(report.games));
  text += fmt::format("{} samples, {} different positions; {:.1f} moves and {:.0f} visits each\n",
                      samples.samples, samples.different_positions(), samples.mean(samples.moves),
                      samples.mean(samples.visits));
  text += fmt::format(
      "side to move won {:.1f} %, drew {:.1f} %, lost {:.1f} %; {:.0f} plies before the end\n",
      100 * share(samples.outcomes[2], samples.samples), 100 * share(samples.outcomes[1], samples.samples),
      100 * share(samples.outcomes[0], samples.samples), samples.mean(samples.plies_left));
  text +=
      fmt::format("policy target {:.3f} nats; square error against the outcome: search {:.3f}, net {:.3f}\n",
                  samples.mean(samples.policy_entropy), samples.mean(samples.root_square_error),
                  samples.mean(samples.raw_square_error));
  return text;
}

nlohmann::ordered_json data_json(const DataReport& report) {
  const SampleStatistics& samples = report.samples;
  return {{"files", report.files},
          {"damaged", report.damaged},
          {"generations", report.generations},
          {"nets", report.models.size()},
          {"rules", names_of(report.rules)},
          {"samples_by_rules", report.rules},
          {"games", report.games.games},
          {"mean_plies", share(report.games.plies, report.games.games)},
          {"longest", report.games.longest},
          {"random_placements", report.games.random_placements},
          {"earlier_starts", report.games.earlier_starts},
          {"first_side_wins", report.games.first_side_wins},
          {"second_side_wins", report.games.second_side_wins},
          {"draws", report.games.draws},
          {"endings", endings_json(report.games)},
          {"adjudicated", report.games.adjudicated()},
          {"resigned", report.games.resigned},
          {"samples", samples.samples},
          {"different_positions", samples.different_positions()},
          {"outcomes",
           {{"won", samples.outcomes[2]}, {"drawn", samples.outcomes[1]}, {"lost", samples.outcomes[0]}}},
          {"mean_moves", samples.mean(samples.moves)},
          {"mean_visits", samples.mean(samples.visits)},
          {"mean_plies_left", samples.mean(samples.plies_left)},
          {"policy_entropy", samples.mean(samples.policy_entropy)},
          {"root_square_error", samples.mean(samples.root_square_error)},
          {"raw_square_error", samples.mean(samples.raw_square_error)}};
}

std::string sample_line(const Shard& shard, std::size_t sample) {
  const SampleColumns& columns = shard.samples;
  FloatJson moves = FloatJson::array();
  for (std::size_t i = shard.move_begin(sample); i < shard.move_end(sample); ++i) {
    moves.push_back({{"move", to_string(Move::from_bits(shard.moves.move[i]))},
                     {"policy", shard.moves.policy[i]},
                     {"visits", shard.moves.visits[i]},
                     {"mean_value", shard.moves.mean_value[i]}});
  }
  const FloatJson json = {{"generation", shard.origin.generation},
                          {"game", shard.games.index[columns.game[sample]]},
                          {"rules", shard.rule_sets[columns.rule_set[sample]].name()},
                          {"position", to_string(*unpack(columns.position[sample]))},
                          {"repetitions", columns.repetitions[sample]},
                          {"outcome", columns.outcome[sample]},
                          {"plies_left", columns.plies_left[sample]},
                          {"root_value", columns.root_value[sample]},
                          {"raw_value", columns.raw_value[sample]},
                          {"weight", columns.weight[sample]},
                          {"moves", std::move(moves)}};
  return json.dump() + '\n';
}

}  // namespace jungle
