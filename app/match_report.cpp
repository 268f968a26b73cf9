#include "app/match_report.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/sprt_option.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

double ms_per_move(const ThinkingTime& time) {
  return time.moves > 0 ? static_cast<double>(time.nanoseconds) / 1e6 / static_cast<double>(time.moves) : 0;
}

double mean_plies(const MatchTally& tally) {
  return tally.games() > 0 ? static_cast<double>(tally.plies) / static_cast<double>(tally.games()) : 0;
}

std::string endings_text(const MatchTally& tally) {
  std::vector<std::string> parts;
  for (int i = 1; i < kEndReasons; ++i) {
    const std::int64_t games = tally.endings[static_cast<std::size_t>(i)];
    if (games > 0) parts.push_back(fmt::format("{} {}", to_string(static_cast<EndReason>(i)), games));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool any(const ForfeitCounts& forfeits) {
  return std::ranges::any_of(forfeits, [](std::int64_t games) { return games > 0; });
}

std::string forfeits_text(const ForfeitCounts& forfeits) {
  std::vector<std::string> parts;
  for (int i = 0; i < kForfeitReasons; ++i) {
    const std::int64_t games = forfeits[static_cast<std::size_t>(i)];
    if (games > 0) parts.push_back(fmt::format("{} {}", to_string(static_cast<ForfeitReason>(i)), games));
  }
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

Json forfeits_json(const ForfeitCounts& forfeits) {
  Json json;
  for (int i = 0; i < kForfeitReasons; ++i)
    json[to_string(static_cast<ForfeitReason>(i))] = forfeits[static_cast<std::size_t>(i)];
  return json;
}

// What the tightest move left of its time; below 0: by how much the worst one overran it.
double least_margin_ms(const ThinkingTime& time, int movetime_ms) {
  return movetime_ms - static_cast<double>(time.longest_nanoseconds) / 1e6;
}

std::string clock_text(std::string_view player, const ThinkingTime& time, int movetime_ms) {
  return fmt::format("clock of {}: {} ms a move, {} of {} moves over it, least margin {:.1f} ms\n", player,
                     movetime_ms, time.moves_over, time.moves, least_margin_ms(time, movetime_ms));
}

Json clock_json(const ThinkingTime& time, int movetime_ms) {
  if (movetime_ms == 0) return nullptr;
  return {{"movetime_ms", movetime_ms},
          {"moves", time.moves},
          {"moves_over", time.moves_over},
          {"least_margin_ms", least_margin_ms(time, movetime_ms)}};
}

}  // namespace

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string elo_text(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+inf" : "-inf";
  return std::abs(elo) < 10 ? fmt::format("{:+.1f}", elo) : fmt::format("{:+.0f}", elo);
}

std::string estimate_text(const Estimate& estimate) {
  return fmt::format("{:.1f} % [{:.1f}, {:.1f}]  Elo {} [{}, {}]", 100 * estimate.score, 100 * estimate.low,
                     100 * estimate.high, elo_text(elo_of_score(estimate.score)),
                     elo_text(elo_of_score(estimate.low)), elo_text(elo_of_score(estimate.high)));
}

std::string match_text(const MatchReport& report) {
  const MatchTally& tally = report.tally;
  std::string text = fmt::format("A {}\nB {}\n", report.name_a, report.name_b);
  text += fmt::format("rules {}, {} pairs, {}, seed {}{}\n", report.rules, report.pairs,
                      report.opening_file.empty() ? fmt::format("openings of {} plies", report.opening_plies)
                                                  : "openings of " + report.opening_file,
                      report.seed,
                      report.interrupted          ? ", interrupted"
                      : report.stopped_by.empty() ? ""
                                                  : ", stopped");
  text += fmt::format("games {}: A won {}, drawn {}, lost {}\n", tally.games(), tally.wins, tally.draws,
                      tally.losses);
  text += fmt::format("score {}\n", estimate_text(estimate_score(tally.pairs)));
  if (report.sprt) text += sprt_text(*report.sprt);
  text += fmt::format("pairs by A's points: 0: {}, 1/2: {}, 1: {}, 3/2: {}, 2: {}\n", tally.pairs[0],
                      tally.pairs[1], tally.pairs[2], tally.pairs[3], tally.pairs[4]);
  text += fmt::format("unique games {} of {}, {:.1f} plies each, won by the first side {}\n",
                      tally.unique_games, tally.games(), mean_plies(tally), tally.first_side_wins);
  text += fmt::format("endings {}\n", endings_text(tally));
  if (any(tally.forfeits_a) || any(tally.forfeits_b)) {
    text += fmt::format("lost by forfeit A: {}; B: {}\n", forfeits_text(tally.forfeits_a),
                        forfeits_text(tally.forfeits_b));
  }
  text += fmt::format("time per move A {:.3f} ms, B {:.3f} ms\n", ms_per_move(tally.time_a),
                      ms_per_move(tally.time_b));
  if (report.movetime_a_ms > 0) text += clock_text("A", tally.time_a, report.movetime_a_ms);
  if (report.movetime_b_ms > 0) text += clock_text("B", tally.time_b, report.movetime_b_ms);
  return text;
}

nlohmann::ordered_json match_json(const MatchReport& report) {
  const MatchTally& tally = report.tally;
  const Estimate estimate = estimate_score(tally.pairs);
  nlohmann::ordered_json json = {
      {"a", report.name_a},
      {"b", report.name_b},
      {"rules", report.rules},
      {"pairs", report.pairs},
      {"opening_plies", report.opening_plies},
      {"opening_file", report.opening_file.empty() ? Json(nullptr) : Json(report.opening_file)},
      {"seed", report.seed},
      {"interrupted", report.interrupted},
      {"games", tally.games()},
      {"wins", tally.wins},
      {"draws", tally.draws},
      {"losses", tally.losses},
      {"score", estimate.score},
      {"score_low", estimate.low},
      {"score_high", estimate.high},
      {"elo", number_or_null(elo_of_score(estimate.score))},
      {"elo_low", number_or_null(elo_of_score(estimate.low))},
      {"elo_high", number_or_null(elo_of_score(estimate.high))},
      {"pentanomial", tally.pairs},
      {"unique_games", tally.unique_games},
      {"first_side_wins", tally.first_side_wins},
      {"mean_plies", mean_plies(tally)},
      {"ms_per_move_a", ms_per_move(tally.time_a)},
      {"ms_per_move_b", ms_per_move(tally.time_b)}};
  for (int i = 1; i < kEndReasons; ++i) {
    json["endings"][to_string(static_cast<EndReason>(i))] = tally.endings[static_cast<std::size_t>(i)];
  }
  json["forfeits_a"] = forfeits_json(tally.forfeits_a);
  json["forfeits_b"] = forfeits_json(tally.forfeits_b);
  json["clock_a"] = clock_json(tally.time_a, report.movetime_a_ms);
  json["clock_b"] = clock_json(tally.time_b, report.movetime_b_ms);
  json["sprt"] = report.sprt ? sprt_json(*report.sprt) : Json(nullptr);
  json["stopped_by"] = report.stopped_by.empty() ? Json(nullptr) : Json(report.stopped_by);
  return json;
}

}  // namespace jungle
