#include "app/play/computer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/player_factory.hpp"
#include "app/player_spec.hpp"
#include "app/resources.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr double kWorse = 0.4;   // of the expected score: it is glad of a draw
constexpr double kLevel = 0.05;  // around one half: neither side stands better
constexpr int kQuietPlies = 20;

constexpr int kVariedPlies = 12;  // of a game
constexpr int kLinesToChooseFrom = 4;
constexpr double kAboutAsGood = 0.01;  // of the expected score

std::string_view player_of(const std::string& level_or_player) {
  const auto level = std::ranges::find(levels(), std::string_view(level_or_player), &Level::name);
  return level == levels().end() ? std::string_view(level_or_player) : level->player;
}

}  // namespace

const std::vector<Level>& levels() {
  static const std::vector<Level> all = {
      {"easy", "ab:depth=1"}, {"medium", "ab:depth=3"}, {"hard", "ab:depth=7"}};
  return all;
}

Result<Computer> Computer::open(const std::string& level_or_player, const ComputerWanted& wanted) {
  const bool is_word = level_or_player.find(':') == std::string::npos && level_or_player != "random";
  const std::string player(player_of(level_or_player));
  if (is_word && player == level_or_player) {
    std::vector<std::string_view> names;
    for (const Level& level : levels()) names.push_back(level.name);
    return Error{fmt::format("\"{}\" is no level ({}) and no player such as ab:depth=5",
                             printable(level_or_player), fmt::join(names, ", "))};
  }
  Result<PlayerSpec> spec = parse_player_spec(player);
  if (!spec) return Error{spec.error()};
  if (const Status equipped = wanted.tables.equip(*spec, wanted.rules); !equipped)
    return Error{equipped.error()};
  if (const Status fits = check_memory({player_memory(*spec, 1)}); !fits) return Error{fits.error()};
  Result<OpenedPlayer> opened = open_player(*spec);
  if (!opened) return Error{opened.error()};
  Result<std::unique_ptr<Player>> searcher = opened->contestant.make_player();
  if (!searcher) return Error{searcher.error()};
  Computer computer;
  computer.name_ = level_or_player;
  computer.player_ = player;
  computer.limits_ = opened->contestant.limits;
  computer.searcher_ = *std::move(searcher);
  computer.searcher_->set_seed(wanted.seed);
  computer.searcher_->set_reports({.lines = kLinesToChooseFrom, .on_report = {}});
  computer.rng_ = Rng({wanted.seed});
  return computer;
}

Decision Computer::think(const Game& game, std::stop_token stop) {
  return searcher_->choose_move(game, limits_, std::move(stop));
}

Decision Computer::reply(const Game& game, std::stop_token stop) {
  Decision decision = think(game, std::move(stop));
  if (game.plies() >= kVariedPlies || decision.lines.empty() || decision.lines.front().root.proven != 0)
    return decision;
  const double best = expected_score(decision.lines.front().wdl_for_side_to_move);
  const auto worse = [&](const SearchLine& line) {
    return expected_score(line.wdl_for_side_to_move) < best - kAboutAsGood;
  };
  const auto end = std::ranges::find_if(decision.lines, worse);
  const auto choices = static_cast<std::uint64_t>(end - decision.lines.begin());
  decision.move = decision.lines[static_cast<std::size_t>(rng_.below(choices))].root.move;
  return decision;
}

bool Computer::accepts_draw(const Game& game, std::stop_token stop) {
  const double own = 1 - expected_score(think(game, std::move(stop)).wdl_for_side_to_move);
  const bool quiet = game.position().plies_since_capture() >= kQuietPlies;
  return own < kWorse || (own < 0.5 + kLevel && quiet);
}

double expected_score(const Wdl& wdl) {
  return static_cast<double>(wdl.win) + static_cast<double>(wdl.draw) / 2;
}

}  // namespace jungle
