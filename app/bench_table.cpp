#include "app/bench_table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace jungle {
namespace {

using bench::Change;
using bench::Comparison;
using bench::Report;
using bench::Row;
using bench::RunFacts;

using Cells = std::vector<std::string>;

std::string percent_text(double share) { return fmt::format("{:+.1f} %", 100 * share); }

std::string optional_figure(const std::optional<double>& figure) {
  return figure ? figure_text(*figure) : "-";
}

std::string change_text(const Change* change) {
  if (change == nullptr) return "-";
  const std::optional<double> shown = change->ratio ? change->ratio : change->ours;
  if (!shown) return "-";
  return percent_text(*shown) + (change->lost ? " LOST" : change->ratio ? "" : " (figure)");
}

Cells head(bool compared) {
  Cells cells = {"row", "ours", "naive", "unit", "ratio", "spread"};
  if (compared) cells.emplace_back("change");
  return cells;
}

Cells figures_of(const Row& row, const Comparison* comparison) {
  Cells cells = {row.name,
                 optional_figure(row.ours),
                 optional_figure(row.naive),
                 row.unit,
                 row.ratio ? fmt::format("{:.3g} x", *row.ratio) : "-",
                 row.spread ? fmt::format("{:.1f} %", 100 * *row.spread) : "-"};
  if (comparison != nullptr) cells.push_back(change_text(comparison->find(row.name)));
  return cells;
}

// Columns aligned: names and units to the left, figures to the right.
std::string aligned(const std::vector<Cells>& lines) {
  constexpr std::size_t kName = 0, kUnit = 3;
  std::vector<std::size_t> widths(lines.front().size());
  for (const Cells& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  std::string text;
  for (const Cells& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool left = i == kName || i == kUnit;
      text += i == 0 ? "" : "  ";
      text += left ? fmt::format("{:<{}}", cells[i], widths[i]) : fmt::format("{:>{}}", cells[i], widths[i]);
    }
    text += "\n";
  }
  return text;
}

// What the row is, below the table: it would not fit into it.
std::string legend_line(const Row& row) {
  std::string text = row.name + ": " + row.what;
  if (!row.against.empty()) text += "; over " + row.against;
  if (!row.note.empty()) text += fmt::format(" ({})", row.note);
  return text + "\n";
}

std::string facts_text(const RunFacts& facts) {
  return fmt::format(
      "{}, commit {}, {}, {}, {}\nmachine: {}, {} core{}\nevaluator: {}\n{}net: {}; {} thread{} where a row "
      "has several\n\n",
      facts.program, facts.commit, facts.compiler, facts.target, facts.date, facts.cpu, facts.cores,
      facts.cores == 1 ? "" : "s", facts.evaluator,
      facts.torch.empty() ? "" : fmt::format("LibTorch: {}\n", facts.torch), facts.net, facts.threads,
      facts.threads == 1 ? "" : "s");
}

}  // namespace

std::string figure_text(double figure) {
  struct Prefix {
    double factor;
    const char* name;
  };
  for (const auto& [factor, name] : {Prefix{1e9, " G"}, Prefix{1e6, " M"}, Prefix{1e4, " k"}}) {
    if (std::abs(figure) < factor) continue;
    const double shown = figure / (factor == 1e4 ? 1e3 : factor);
    return fmt::format("{:.{}f}{}", shown, shown < 10 ? 2 : shown < 100 ? 1 : 0, name);
  }
  return std::abs(figure) < 1000 ? fmt::format("{:.3g}", figure) : fmt::format("{:.0f}", figure);
}

std::string bench_text(const Report& report, const Comparison* comparison) {
  std::vector<Cells> lines = {head(comparison != nullptr)};
  std::string legend;
  for (const Row& row : report.rows) {
    lines.push_back(figures_of(row, comparison));
    legend += legend_line(row);
  }
  return facts_text(report.facts) + aligned(lines) + "\n" + legend;
}

}  // namespace jungle
