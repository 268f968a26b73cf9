#include "selfplay/generation_report.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selfplay/truth/truth_json.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

Json time_json(const GenerationReport& report) {
  const SelfPlayTimes& times = report.times;
  return {{"self_play", report.self_play_seconds},
          {"learn", report.learned.seconds},
          {"truth", report.truth_seconds},
          {"cpu", report.cpu_seconds},
          {"evaluate", times.evaluate},
          {"encode", times.encode},
          {"infer", times.infer},
          {"tree", times.tree},
          {"teacher", times.teacher},
          {"other", times.other}};
}

// Of the heads of training; nothing without them.
std::string head_losses(const StepLosses& losses) {
  std::string text;
  if (losses.reply) text += fmt::format(" reply {:.3f}", *losses.reply);
  if (losses.later) text += fmt::format(" later {:.3f}", *losses.later);
  return text;
}

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

Json resign_json(const GenerationReport& report) {
  const ResignFigures& next = *report.resign;
  return {{"threshold", number_or_null(report.resign_threshold)},
          {"next_threshold", number_or_null(next.threshold)},
          {"played_on", next.played_on},
          {"hopeless", next.hopeless},
          {"not_lost", next.not_lost}};
}

std::string resign_line(const GenerationReport& report) {
  const ResignFigures& next = *report.resign;
  std::string line = "nobody could resign";
  if (report.resign_threshold)
    line = fmt::format("resigned {:.0f} % of games at {:.2f}",
                       100 * ratio(report.games.resigned, report.games.games), *report.resign_threshold);
  if (!next.threshold) return line + fmt::format("; no threshold from {} games played on", next.played_on);
  return line + fmt::format("; next at {:.2f}: {:.1f} % of {} hopeless games, of {} played on, were not lost",
                            *next.threshold, 100 * next.false_rate(), next.hopeless, next.played_on);
}

std::string truth_line(const std::vector<TruthGroup>& groups) {
  std::string line;
  for (const TruthGroup& group : groups) {
    line += fmt::format("{}{} animals {:.1f} %", line.empty() ? "truth, moves that keep the result: " : ", ",
                        group.animals, 100 * group.raw.kept.value());
    if (group.search) line += fmt::format(" (search {:.1f} %)", 100 * group.search->kept.value());
  }
  return line;
}

}  // namespace

Json endings_json(const GameStatistics& games) {
  Json json;
  for (int reason = 1; reason < kEndReasons; ++reason)
    json[std::string(to_string(static_cast<EndReason>(reason)))] =
        games.endings[static_cast<std::size_t>(reason)];
  return json;
}

std::string endings_text(const GameStatistics& games) {
  std::string text;
  const auto add = [&text](std::string_view how, int count) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", how, count);
  };
  for (int reason = 1; reason < kEndReasons; ++reason)
    add(to_string(static_cast<EndReason>(reason)), games.endings[static_cast<std::size_t>(reason)]);
  add("adjudicated", games.adjudicated());
  add("resigned", games.resigned);
  return text;
}

void GameStatistics::add(const Shard& shard) {
  const GameColumns& columns = shard.games;
  samples += static_cast<std::int64_t>(shard.size());
  for (std::size_t i = 0; i < columns.index.size(); ++i) {
    ++games;
    plies += columns.plies[i];
    longest = std::max<int>(longest, columns.plies[i]);
    const auto start = static_cast<GameStart>(columns.start[i]);
    random_placements += start == GameStart::kRandomPlacement ? 1 : 0;
    earlier_starts += start == GameStart::kEarlierGame ? 1 : 0;
    ++(columns.reason[i] == kResignedReason ? resigned : endings[columns.reason[i]]);
    const auto result = static_cast<GameResult>(columns.result[i]);
    const bool red_first = columns.first_side[i] == static_cast<int>(Side::kRed);
    if (result == GameResult::kDraw) {
      ++draws;
    } else {
      ++((result == GameResult::kRed) == red_first ? first_side_wins : second_side_wins);
    }
  }
}

Json to_json(const GenerationReport& report) {
  const GameStatistics& games = report.games;
  const SelfPlayTimes& times = report.times;
  Json json{{"event", "generation"},
            {"generation", report.generation},
            {"games", games.games},
            {"games_kept", report.games_kept},
            {"mean_plies", ratio(static_cast<double>(games.plies), games.games)},
            {"longest", games.longest},
            {"random_placements", games.random_placements},
            {"earlier_starts", games.earlier_starts},
            {"first_side_wins", games.first_side_wins},
            {"second_side_wins", games.second_side_wins},
            {"draws", games.draws},
            {"endings", endings_json(games)},
            {"adjudicated", games.adjudicated()},
            {"resigned", games.resigned},
            {"samples", games.samples},
            {"total_samples", report.total_samples},
            {"window", report.window},
            {"bad_shards", report.bad_shards},
            {"steps", report.learned.steps},
            {"total_steps", report.total_steps},
            {"learning_rate", report.learned.learning_rate},
            {"loss_policy", report.learned.mean.policy},
            {"target_entropy", report.learned.mean.policy_entropy},
            {"loss_value", report.learned.mean.value},
            {"loss_plies_left", report.learned.mean.plies_left},
            {"gradient_norm", report.learned.mean.gradient_norm},
            {"evaluations", times.leaves},
            {"evaluations_per_second", ratio(static_cast<double>(times.leaves), report.self_play_seconds)},
            {"mean_batch", ratio(static_cast<double>(times.leaves), static_cast<double>(times.batches))},
            {"cache_hit_rate",
             ratio(static_cast<double>(times.cache_hits), static_cast<double>(times.cache_lookups))},
            {"seconds", time_json(report)},
            {"weights_hash", fmt::format("{:016x}", report.weights_hash)}};
  if (report.learned.mean.reply) json["loss_reply"] = *report.learned.mean.reply;
  if (report.learned.mean.later) json["loss_later"] = *report.learned.mean.later;
  if (report.resign) json["resign"] = resign_json(report);
  if (!report.truth.empty()) json["truth"] = to_json(report.truth);
  if (report.gate_score >= 0) json["gate_score"] = report.gate_score;
  json["accepted"] = report.accepted;
  return json;
}

std::string games_line(const GenerationReport& report) {
  const GameStatistics& games = report.games;
  const SelfPlayTimes& times = report.times;
  std::string line = fmt::format("{} games of {:.0f} plies, first side won {} lost {}; {}", games.games,
                                 ratio(static_cast<double>(games.plies), games.games), games.first_side_wins,
                                 games.second_side_wins, endings_text(games));
  if (times.leaves == 0) return line;  // all of them were there already
  return line + fmt::format("; {:.1f} k evals/s, batch {:.0f}, cache {:.0f}%",
                            ratio(static_cast<double>(times.leaves), report.self_play_seconds) / 1000,
                            ratio(static_cast<double>(times.leaves), static_cast<double>(times.batches)),
                            100 * ratio(static_cast<double>(times.cache_hits),
                                        static_cast<double>(times.cache_lookups)));
}

std::string time_line(const GenerationReport& report) {
  const SelfPlayTimes& times = report.times;
  const double total = report.self_play_seconds + report.learned.seconds + report.truth_seconds;
  // Self-play's parts are sums over threads; learning is all threads at once.
  const double scale =
      ratio(report.self_play_seconds, times.tree + times.evaluate + times.teacher + times.other);
  const double encode = scale * times.encode, infer = scale * times.infer, tree = scale * times.tree;
  const double teacher = scale * times.teacher;
  const double other = report.self_play_seconds - encode - infer - tree - teacher;
  std::string line = fmt::format("{:.1f} s:", total);
  const auto add = [&](std::string_view name, double seconds) {
    line += fmt::format(" {} {:.0f}%", name, 100 * ratio(seconds, total));
  };
  add("encode", encode);
  add("infer", infer);
  add("tree", tree);
  if (teacher > 0) add("teacher", teacher);
  if (report.learned.seconds > 0) add("learn", report.learned.seconds);
  if (report.truth_seconds > 0) add("truth", report.truth_seconds);
  add("other", other);
  return line;
}

std::string to_lines(const GenerationReport& report) {
  const LearnResult& learned = report.learned;
  std::string lines =
      fmt::format("generation {}: {}\n  {} steps, ", report.generation, games_line(report), learned.steps);
  if (learned.steps > 0)
    lines +=
        fmt::format("loss of policy {:.3f} (target {:.3f}) value {:.3f} plies left {:.3f}{}, lr {:.1e}; ",
                    learned.mean.policy, learned.mean.policy_entropy, learned.mean.value,
                    learned.mean.plies_left, head_losses(learned.mean), learned.learning_rate);
  lines += time_line(report);
  if (report.gate_score >= 0)
    lines += fmt::format("; gate {:.3f}, {}", report.gate_score, report.accepted ? "accepted" : "refused");
  if (report.resign) lines += "\n  " + resign_line(report);
  if (!report.truth.empty()) lines += "\n  " + truth_line(report.truth);
  return lines;
}

}  // namespace jungle
