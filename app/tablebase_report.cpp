#include "app/tablebase_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/notation.hpp"
#include "search/endgame_moves.hpp"
#include "search/tablebase/placements.hpp"

namespace jungle {

using namespace tablebase;

namespace {

constexpr int kMaxLine = 300;  // plies; no win takes as many

struct LongestWin {
  Position position;
  std::vector<Move> line;
};

std::optional<LongestWin> longest_win_line(const Tablebase& tablebase, const TableFile& file, Side to_move) {
  const auto position = longest_win(file, to_move);
  if (!position) return std::nullopt;
  return LongestWin{*position, best_line(tablebase, *position, tablebase.rules(), kMaxLine)};
}

template <typename Visit>  // visit(file, side to move, statistics)
void for_each_part(const Tablebase& tablebase, Visit visit) {
  for (const TableFile& file : tablebase.files())
    for (std::size_t side = 0; side < static_cast<std::size_t>(file.header().sides()); ++side)
      visit(file, kSides[side], file.header().statistics[side]);
}

std::string words(const std::vector<Move>& line) {
  std::string text;
  for (const Move move : line) text += (text.empty() ? "" : " ") + to_string(move);
  return text;
}

double percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

std::string row(std::string_view name, std::string_view to_move, const Statistics& statistics) {
  const std::uint64_t all = statistics.positions();
  return fmt::format("{:<8} {:<8} {:>13} {:>7.2f} {:>7.2f} {:>7.2f} {:>8}", name, to_move, all,
                     percent(statistics.won, all), percent(statistics.drawn, all),
                     percent(statistics.lost, all), statistics.longest_win);
}

}  // namespace

std::string tablebase_text(const Tablebase& tablebase) {
  std::string text = fmt::format("{:<8} {:<8} {:>13} {:>7} {:>7} {:>7} {:>8}  {}\n", "material", "to move",
                                 "positions", "won %", "drawn %", "lost %", "longest", "from");
  Statistics total;
  const TableFile* longest_file = nullptr;
  Side longest_side = Side::kRed;
  for_each_part(tablebase, [&](const TableFile& file, Side to_move, const Statistics& statistics) {
    const auto position = longest_win(file, to_move);
    text += row(file.header().material.name(), to_string(to_move), statistics) +
            (position ? "  " + to_string(*position) : std::string()) + "\n";
    total.won += statistics.won;
    total.drawn += statistics.drawn;
    total.lost += statistics.lost;
    if (statistics.longest_win <= total.longest_win) return;
    total.longest_win = statistics.longest_win;
    longest_file = &file;
    longest_side = to_move;
  });
  text +=
      row("all", "", total) +
      "\n(of the side to move, mirror images counted; Red alone where both sides have the same animals)\n";
  if (longest_file == nullptr) return text;
  const auto longest = longest_win_line(tablebase, *longest_file, longest_side);
  if (!longest) return text;
  return text + fmt::format("longest win, {} plies from {}: {}\n", total.longest_win,
                            to_string(longest->position), words(longest->line));
}

nlohmann::ordered_json tablebase_json(const Tablebase& tablebase) {
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  for_each_part(tablebase, [&](const TableFile& file, Side to_move, const Statistics& statistics) {
    nlohmann::ordered_json table = {{"material", file.header().material.name()},
                                    {"to_move", to_string(to_move)},
                                    {"positions", statistics.positions()},
                                    {"won", statistics.won},
                                    {"drawn", statistics.drawn},
                                    {"lost", statistics.lost},
                                    {"longest_win", statistics.longest_win}};
    if (const auto longest = longest_win_line(tablebase, file, to_move)) {
      table["longest_win_from"] = to_string(longest->position);
      table["longest_win_line"] = words(longest->line);
    }
    tables.push_back(std::move(table));
  });
  return {{"folder", tablebase.folder().string()}, {"animals", tablebase.max_animals()}, {"tables", tables}};
}

}  // namespace jungle
