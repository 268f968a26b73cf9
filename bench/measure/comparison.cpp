#include "bench/measure/comparison.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace jungle::bench {
namespace {

std::optional<double> change(const std::optional<double>& now, const std::optional<double>& before) {
  if (!now || !before || *before <= 0) return std::nullopt;
  return *now / *before - 1;
}

// Without the net, which stands last: the rows name theirs.
std::string backend_of(const std::string& evaluator) { return evaluator.substr(0, evaluator.rfind(", ")); }

void warn_if_different(const char* what, const std::string& now, const std::string& before,
                       std::vector<std::string>& warnings) {
  if (now != before)
    warnings.push_back(fmt::format("the stored run had another {}: \"{}\", now \"{}\"", what, before, now));
}

void compare_facts(const RunFacts& now, const RunFacts& before, std::vector<std::string>& warnings) {
  warn_if_different("processor", now.cpu, before.cpu, warnings);
  warn_if_different("number of cores", std::to_string(now.cores), std::to_string(before.cores), warnings);
  warn_if_different("instruction set or backend", backend_of(now.evaluator), backend_of(before.evaluator),
                    warnings);
  warn_if_different("build target", now.target, before.target, warnings);
}

bool has_part(const Report& report, const std::string& part) {
  return std::ranges::any_of(report.rows, [&](const Row& row) { return row.part == part; });
}

}  // namespace

bool Comparison::any_lost() const { return std::ranges::any_of(changes, &Change::lost); }

const Change* Comparison::find(const std::string& row) const {
  const auto found = std::ranges::find(changes, row, &Change::row);
  return found == changes.end() ? nullptr : &*found;
}

Comparison compare(const Report& now, const Report& stored, double allowed_loss) {
  Comparison comparison;
  compare_facts(now.facts, stored.facts, comparison.warnings);
  for (const Row& row : now.rows) {
    const Row* before = stored.find(row.name);
    if (before == nullptr) continue;
    if (row.what != before->what || row.against != before->against || row.unit != before->unit) {
      comparison.warnings.push_back(
          fmt::format("{} can't be compared: the stored run measured {}", row.name, before->what));
      continue;
    }
    Change found{
        .row = row.name, .ours = change(row.ours, before->ours), .ratio = change(row.ratio, before->ratio)};
    found.lost = found.ratio && *found.ratio < -allowed_loss;
    if (before->ratio && !row.ratio)
      comparison.warnings.push_back(fmt::format("{} has no ratio now, the stored run has", row.name));
    comparison.changes.push_back(found);
  }
  for (const Row& before : stored.rows) {
    if (has_part(now, before.part) && now.find(before.name) == nullptr)
      comparison.warnings.push_back(fmt::format("{} is in the stored run alone", before.name));
  }
  return comparison;
}

nlohmann::ordered_json to_json(const Comparison& comparison) {
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
  };
  auto json = nlohmann::ordered_json::array();
  for (const Change& change : comparison.changes) {
    json.push_back({{"name", change.row},
                    {"ours_change", number(change.ours)},
                    {"ratio_change", number(change.ratio)},
                    {"lost", change.lost}});
  }
  return json;
}

}  // namespace jungle::bench
