#include "app/ladder_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "app/match_report.hpp"
#include "selfplay/data/rules_json.hpp"
#include "selfplay/rating/ladder_games.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMinNameWidth = 6;

double percent(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void count(std::vector<LadderRow>& rows, const LadderPair& pair, const LadderGame& game) {
  LadderRow& first = rows[static_cast<std::size_t>(game.game == 0 ? pair.first : pair.second)];
  LadderRow& second = rows[static_cast<std::size_t>(game.game == 0 ? pair.second : pair.first)];
  if (game.half_points_of_first == 1) {
    ++first.draws;
    ++second.draws;
    return;
  }
  LadderRow& winner = game.half_points_of_first == 2 ? first : second;
  LadderRow& loser = game.half_points_of_first == 2 ? second : first;
  ++winner.wins;
  ++loser.losses;
  if (is_forfeit(game.termination)) ++loser.forfeits;
}

std::string interval_text(const LadderReport& report, const LadderRow& row) {
  if (row.name == report.anchor) return "anchor";
  return fmt::format("[{}, {}]", elo_text(row.rating.low), elo_text(row.rating.high));
}

// Why intervals may be open, when some are.
std::string remarks(const LadderReport& report) {
  if (report.games > 0 && !report.fit.connected)
    return "No chain of games leads from some players to the anchor: between these groups ratings mean "
           "nothing.\n";
  const bool open = std::ranges::any_of(report.rows, [](const LadderRow& row) {
    return std::isinf(row.rating.low) || std::isinf(row.rating.high);
  });
  return open
             ? "An open end (inf): so far only wins, or only losses, lie between the player and the anchor.\n"
             : "";
}

}  // namespace

double LadderRow::score() const {
  if (games() == 0) return 0.5;
  return (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

LadderReport report_ladder(const std::string& store, const LadderContents& contents) {
  const auto setting = [&](const char* name) {
    const auto found = contents.settings.find(name);
    return found == contents.settings.end() ? std::string() : found->second;
  };
  LadderReport report{
      .store = store, .rules = "", .anchor = setting("anchor"), .games = 0, .rows = {}, .fit = {}};
  const Json rules = Json::parse(setting("rules"), nullptr, false);
  if (const auto known = rules_from_json(rules)) report.rules = known->name();

  PoolOptions options;
  for (const LadderPlayer& player : contents.players) {
    if (player.spec == report.anchor) options.anchor = options.players;
    report.rows.push_back({.rank = 0, .name = player.spec, .rating = {}});
    ++options.players;
  }
  const std::string anchor_elo = setting("anchor_elo");
  options.anchor_elo = anchor_elo.empty() ? 0 : std::stod(anchor_elo);
  if (options.players == 0) return report;

  for (const LadderGame& game : contents.games) {
    count(report.rows, contents.pairs[static_cast<std::size_t>(game.pair - 1)], game);
    ++report.games;
  }
  report.fit = fit_pool(options, contents.rated_games);
  for (std::size_t i = 0; i < report.rows.size(); ++i) report.rows[i].rating = report.fit.ratings[i];
  std::stable_sort(report.rows.begin(), report.rows.end(),
                   [](const LadderRow& a, const LadderRow& b) { return a.rating.elo > b.rating.elo; });
  for (std::size_t i = 0; i < report.rows.size(); ++i) report.rows[i].rank = static_cast<int>(i) + 1;
  return report;
}

std::string ladder_text(const LadderReport& report) {
  std::size_t width = kMinNameWidth;
  for (const LadderRow& row : report.rows) width = std::max(width, row.name.size());
  std::string text = fmt::format("{:>4} {:<{}} {:>6} {:>16} {:>6} {:>8} {:>8} {:>8}\n", "rank", "player",
                                 width, "Elo", "95 % interval", "games", "score", "draws", "forfeits");
  for (const LadderRow& row : report.rows) {
    text += fmt::format("{:>4} {:<{}} {:>6} {:>16} {:>6} {:>6.1f} % {:>6.1f} % {:>8}\n", row.rank, row.name,
                        width, elo_text(row.rating.elo), interval_text(report, row), row.games(),
                        100 * row.score(), percent(row.draws, row.games()), row.forfeits);
  }
  text += remarks(report);
  text += fmt::format("{} games under {}; moving first is worth {} Elo [{}, {}]; equals draw {:.0f} %\n",
                      report.games, report.rules, elo_text(report.fit.first_side.elo),
                      elo_text(report.fit.first_side.low), elo_text(report.fit.first_side.high),
                      100 * report.fit.draws_between_equals);
  return text;
}

Json ladder_json(const LadderReport& report) {
  Json json = {{"store", report.store},
               {"rules", report.rules},
               {"anchor", report.anchor},
               {"games", report.games},
               {"connected", report.fit.connected},
               {"first_side_elo", report.fit.first_side.elo},
               {"first_side_elo_low", report.fit.first_side.low},
               {"first_side_elo_high", report.fit.first_side.high},
               {"draws_between_equals", report.fit.draws_between_equals}};
  json["players"] = Json::array();
  for (const LadderRow& row : report.rows) {
    json["players"].push_back({{"rank", row.rank},
                               {"name", row.name},
                               {"elo", row.rating.elo},
                               {"elo_low", number_or_null(row.rating.low)},
                               {"elo_high", number_or_null(row.rating.high)},
                               {"games", row.games()},
                               {"wins", row.wins},
                               {"draws", row.draws},
                               {"losses", row.losses},
                               {"score", row.score()},
                               {"forfeits", row.forfeits}});
  }
  return json;
}

}  // namespace jungle
