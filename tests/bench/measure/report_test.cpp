#include "bench/measure/report.hpp"

#include <gtest/gtest.h>

namespace jungle::bench {
namespace {

Report sample_report() {
  Report report;
  report.facts = {.date = "2026-11-30T09:00:00Z",
                  .program = "jungle 0.1.0",
                  .commit = "1a2b3c4",
                  .compiler = "GCC 12.2.0",
                  .target = "native: avx2",
                  .cpu = "A processor",
                  .cores = 2,
                  .evaluator = "winograd, float32, avx2, c64b6 0123456789abcdef",
                  .torch = "",
                  .net = "c64b6, random weights",
                  .threads = 2,
                  .seconds = 120};
  report.rows.push_back(with_rates(
      {.part = "perft", .name = "perft", .what = "leaves", .against = "slow leaves", .unit = "leaves/s"},
      {.ours = 300, .naive = 3, .ratio = 100, .spread = 0.02, .rounds = 9}));
  report.rows.push_back({.part = "training", .name = "training", .note = "not built"});
  return report;
}

TEST(BenchReport, ReadsBackWhatWasWritten) {
  const auto written = to_json(sample_report());
  const auto read = parse_report(written.dump(2), "x.json");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_json(*read), written);
  EXPECT_EQ(read->find("perft")->ratio, 100);
  EXPECT_EQ(read->find("training")->ratio, std::nullopt);
  EXPECT_EQ(read->find("mcts"), nullptr);
}

void expect_refused(const nlohmann::ordered_json& json, const std::string& part) {
  const auto read = parse_report(json.dump(), "x.json");
  ASSERT_FALSE(read) << json.dump();
  EXPECT_TRUE(read.error().starts_with("x.json: ")) << read.error();
  EXPECT_NE(read.error().find(part), std::string::npos) << read.error();
}

TEST(BenchReport, OtherDocumentsAreRefused) {
  EXPECT_FALSE(parse_report("", "x.json"));
  EXPECT_FALSE(parse_report("{\"format\": \"jungle-bench\"", "x.json"));
  expect_refused("jungle-bench", "not a document");
  expect_refused({{"format", "jungle-run"}, {"version", 1}}, "not a document");
}

TEST(BenchReport, OtherVersionsAreRefusedByNumber) {
  auto json = to_json(sample_report());
  json["version"] = 7;
  expect_refused(json, "version 7 of its format, this program knows 1");
  json.erase("version");
  expect_refused(json, "version ?");
}

TEST(BenchReport, MissingAndWrongFieldsAreNamed) {
  const auto good = to_json(sample_report());
  auto json = good;
  json.erase("cpu");
  expect_refused(json, "\"cpu\" is missing");
  json = good;
  json["cores"] = -1;
  expect_refused(json, "\"cores\" has a value of another kind");
  json = good;
  json["rows"] = "none";
  expect_refused(json, "\"rows\" is no list");
  json = good;
  json["rows"][1]["ratio"] = "high";
  expect_refused(json, "row 2: \"ratio\"");
  json["rows"][1] = 3;
  expect_refused(json, "row 2: \"part\" is missing");
  json["rows"][1] = good["rows"][0];
  expect_refused(json, "row 2 has a name again");
}

}  // namespace
}  // namespace jungle::bench
