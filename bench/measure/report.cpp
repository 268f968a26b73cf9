#include "bench/measure/report.hpp"

#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/util/text.hpp"

namespace jungle::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "jungle-bench";

// Calls visit(key, field) for every field: the one list that writing and reading share.
template <typename Facts, typename Visit>
void visit_facts(Facts& facts, Visit visit) {
  visit("date", facts.date);
  visit("program", facts.program);
  visit("commit", facts.commit);
  visit("compiler", facts.compiler);
  visit("target", facts.target);
  visit("cpu", facts.cpu);
  visit("cores", facts.cores);
  visit("evaluator", facts.evaluator);
  visit("torch", facts.torch);
  visit("net", facts.net);
  visit("threads", facts.threads);
  visit("seconds", facts.seconds);
}

template <typename RowType, typename Visit>
void visit_row(RowType& row, Visit visit) {
  visit("part", row.part);
  visit("name", row.name);
  visit("what", row.what);
  visit("against", row.against);
  visit("unit", row.unit);
  visit("ours", row.ours);
  visit("naive", row.naive);
  visit("ratio", row.ratio);
  visit("spread", row.spread);
  visit("rounds", row.rounds);
  visit("note", row.note);
}

Json value_json(const std::string& text) { return text; }
Json value_json(int number) { return number; }
Json value_json(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

// False: not of that kind.
bool read_value(const Json& json, std::string& text) {
  if (json.is_string()) text = json.get<std::string>();
  return json.is_string();
}
bool read_value(const Json& json, int& number) {
  const bool fits = json.is_number_integer() && json >= 0 && json <= 1'000'000'000;
  if (fits) number = json.get<int>();
  return fits;
}
bool read_value(const Json& json, std::optional<double>& number) {
  if (json.is_number() && std::isfinite(json.get<double>()) && json >= 0) number = json.get<double>();
  return json.is_null() || number.has_value();
}

// Reads json[key] into each field that it is called for; remembers the first that is absent or wrong.
class FieldReader {
 public:
  FieldReader(const Json& json, std::string& problem) : json_(json), problem_(problem) {}

  template <typename Field>
  void operator()(const char* key, Field& field) {
    if (!problem_.empty()) return;
    if (!json_.is_object() || !json_.contains(key)) {
      problem_ = fmt::format("\"{}\" is missing", key);
    } else if (!read_value(json_[key], field)) {
      problem_ = fmt::format("\"{}\" has a value of another kind", key);
    }
  }

 private:
  const Json& json_;
  std::string& problem_;
};

// Empty when all is well.
std::string read_rows(const Json& json, std::vector<Row>& rows) {
  if (!json.contains("rows") || !json["rows"].is_array()) return "\"rows\" is no list";
  std::set<std::string> names;
  for (const Json& entry : json["rows"]) {
    Row row;
    std::string problem;
    visit_row(row, FieldReader(entry, problem));
    if (!problem.empty()) return fmt::format("row {}: {}", rows.size() + 1, problem);
    if (!names.insert(row.name).second) return fmt::format("row {} has a name again", rows.size() + 1);
    rows.push_back(std::move(row));
  }
  return "";
}

}  // namespace

Row with_rates(Row row, const Rates& rates) {
  row.ours = rates.ours;
  row.naive = rates.naive;
  row.ratio = rates.ratio;
  if (rates.rounds > 1) row.spread = rates.spread;
  row.rounds = rates.rounds;
  return row;
}

const Row* Report::find(std::string_view name) const {
  for (const Row& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

Json to_json(const Report& report) {
  Json json = {{"format", kFormat}, {"version", kReportVersion}};
  visit_facts(report.facts, [&](const char* key, const auto& field) { json[key] = value_json(field); });
  json["rows"] = Json::array();
  for (const Row& row : report.rows) {
    Json entry = Json::object();
    visit_row(row, [&](const char* key, const auto& field) { entry[key] = value_json(field); });
    json["rows"].push_back(std::move(entry));
  }
  return json;
}

Result<Report> parse_report(std::string_view text, std::string_view name) {
  const Json json = json_nesting(text) > kMostJsonNesting ? Json() : Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || json.value("format", Json()) != kFormat)
    return Error{fmt::format("{}: not a document of `jungle bench --save` or --json", name)};
  if (const Json version = json.value("version", Json()); version != kReportVersion) {
    return Error{fmt::format("{}: version {} of its format, this program knows {}; measure it again", name,
                             version.is_number() ? version.dump() : "?", kReportVersion)};
  }
  Report report;
  std::string problem;
  visit_facts(report.facts, FieldReader(json, problem));
  if (problem.empty()) problem = read_rows(json, report.rows);
  if (!problem.empty()) return Error{fmt::format("{}: {}", name, problem)};
  return report;
}

}  // namespace jungle::bench
