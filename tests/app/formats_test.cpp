// docs/formats.md is true: its Python programs read what the program has just written, its tables name what
// is there.

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/experiment_report.hpp"
#include "core/util/text.hpp"
#include "nn/encoding.hpp"
#include "selfplay/generation_report.hpp"
#include "tests/app/documents.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::set<std::string>;

std::string format_section(std::string_view heading) {
  const std::string text = section(document("docs/formats.md"), heading);
  EXPECT_FALSE(text.empty()) << "docs/formats.md has no section " << heading;
  return text;
}

std::string output_of(const ProgramRun& run) {
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return run.out;
}

std::string python(const std::string& name, const std::vector<std::string>& arguments) {
  return output_of(run_documented_python(name, arguments));
}

std::vector<std::string> lines_with(std::string_view text, std::string_view start) {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(start)) found.push_back(line.substr(start.size()));
  }
  return found;
}

// Keys as the tables write them: "endings.den", "depths[].nodes".
void add_keys(const Json& json, const std::string& prefix, Names& keys) {
  for (const auto& [key, value] : json.items()) {
    const bool list = value.is_array() && !value.empty() && value[0].is_object();
    if (list) {
      add_keys(value[0], prefix + key + "[].", keys);
    } else if (value.is_object() && key != "metadata") {
      add_keys(value, prefix + key + ".", keys);
    } else {
      keys.insert(prefix + key);
    }
  }
}

Names keys_of(const std::string& text) {
  Names keys;
  add_keys(Json::parse(text), "", keys);
  return keys;
}

struct Net {
  TemporaryFolder folder;
  std::string path = folder.path() / "net.safetensors";
  Net() { output_of(run_jungle({"net", "create", "--config", "c8b1v4h16", "--out", path})); }
};

// Games of a random net, some from random placements, drawn by length after 80 plies.
struct SelfPlay : Net {
  std::string shard = folder.path() / "gen-0000-000.npz";
  std::string record = folder.path() / "gen-0000-000.pgn";
  SelfPlay() {
    output_of(run_jungle({"selfplay", "--net", path, "--games", "6", "--out", folder.path(), "--threads", "1",
                          "--config", source_folder() / "configs/train/smoke.toml"}));
  }
};

TEST(Formats, EveryPythonProgramOfTheDocumentIsRunByATest) {
  Names names;
  for (const auto& [name, program] : python_programs()) names.insert(name);
  EXPECT_EQ(names, (Names{"weights.py", "optimizer.py", "shard.py", "pgn.py", "run.py", "toml.py",
                          "output.py", "queries.py", "bench.py", "net.py", "ladder.py", "tables.py"}));
}

TEST(Formats, WeightsAreReadAsDescribed) {
  const Net net;
  const std::string out = python("weights.py", {net.path});
  const Json info = Json::parse(output_of(run_jungle({"net", "info", net.path, "--json"})));
  EXPECT_EQ(lines_with(out, "parameters "), std::vector{std::to_string(info["parameters"].get<int>())});
  EXPECT_NE(out.find("tensor value.hidden.weight F32 [16, 4, 9, 7]"), std::string::npos) << out;
  const Names documented = names_in_tables(format_section("Weights"));
  for (const std::string& line : lines_with(out, "metadata "))
    EXPECT_TRUE(documented.contains(line.substr(0, line.find(' ')))) << line;
}

// "g3g4 0.123456" and the first line's figures, as net.py prints what net eval says.
std::vector<std::pair<std::string, double>> figures_of(const Json& opinion) {
  std::vector<std::pair<std::string, double>> figures;
  for (const char* key : {"win", "draw", "loss", "plies_left"}) figures.emplace_back(key, opinion[key]);
  for (const Json& move : opinion["moves"]) figures.emplace_back(move["move"], move["prior"]);
  return figures;
}
std::vector<std::pair<std::string, double>> figures_of(const std::string& printed) {
  std::vector<std::pair<std::string, double>> figures;
  const std::vector<std::string> lines = lines_of(printed);
  const auto first = split_words(lines.at(0));
  for (const std::size_t i : {0, 2, 4})
    figures.emplace_back(first.at(i), std::stod(std::string(first.at(i + 1))));
  figures.emplace_back("plies_left", std::stod(std::string(first.at(8))));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto words = split_words(lines[i]);
    figures.emplace_back(words.at(0), std::stod(std::string(words.at(1))));
  }
  return figures;
}

TEST(Formats, TheNetInPythonSaysWhatTheProgramSays) {
  const SelfPlay games;
  for (const std::vector<std::string>& about : std::vector<std::vector<std::string>>{
           {"--moves", "g3g4 a7a6 g4g5"},
           {"--rules", "panther", "--fen", "7/3l3/7/1R5/7/3e3/7/2T4/7 b 7 1"}}) {
    std::vector<std::string> words = {"net", "eval", games.path, "--json", "--planes"};
    words.insert(words.end(), about.begin(), about.end());
    const std::string opinion = output_of(run_jungle(words));
    const Json told = Json::parse(opinion);
    const auto expected = figures_of(told);
    const auto found = figures_of(python("net.py", {games.path, games.folder.write("eval.json", opinion)}));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].first, expected[i].first);
      EXPECT_NEAR(found[i].second, expected[i].second, i == 3 ? 1e-3 : 1e-5) << found[i].first;
    }
    const Names documented = names_in_tables(format_section("net eval --json"));
    for (const auto& [key, value] : told.items())
      EXPECT_TRUE(documented.contains(key) || documented.contains(key + "[].move")) << key;
  }
}

TEST(Formats, PlanesAreThoseOfTheCode) {
  const auto rows = table_rows(format_section("Planes, version " + std::to_string(kPlanesVersion)));
  ASSERT_EQ(rows.size(), plane_names().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at(0), std::to_string(i));
    EXPECT_EQ(rows[i].at(1), "`" + std::string(plane_names()[i]) + "`");
  }
}

TEST(Formats, ShardsAreReadAsDescribed) {
  const SelfPlay games;
  const std::string out = python("shard.py", {games.shard});
  const auto samples = [&] {
    std::string positions;
    for (const std::string& line : lines_of(out)) {
      if (const std::size_t bar = line.find('|'); bar != line.npos && !line.starts_with("array"))
        positions += line + "\n";
    }
    return positions;
  }();
  std::string positions;
  for (const std::string& line : lines_of(samples)) positions += line.substr(0, line.find('|')) + "\n";
  EXPECT_GT(lines_of(samples).size(), 5U);
  EXPECT_EQ(samples, output_of(run_jungle({"moves", "--stdin"}, positions))) << "decoded positions and moves";
}

TEST(Formats, ShardColumnsAreThoseOfTheTables) {
  const SelfPlay games;
  const std::string out = python("shard.py", {games.shard});
  const std::string text = format_section("Shard");
  Names described, found;
  for (const TableRow& row : table_rows(text)) {
    if (row.size() == 4) described.insert(names_in(row[0]).at(0) + " " + names_in(row[1]).at(0));
  }
  for (const std::string& line : lines_with(out, "array ")) found.insert(line.substr(0, line.find(" (")));
  EXPECT_EQ(found, described);
  const std::string meta = lines_with(out, "meta ").at(0);
  for (const std::string_view key : split_words(meta))
    EXPECT_TRUE(names_in_tables(text).contains(std::string(key))) << key;
}

// Results in PGN's words; the first side is Red under these rules.
std::string outcome_of_red(const std::string& token) {
  return token == "1-0" ? "red" : token == "0-1" ? "blue" : "draw";
}

TEST(Formats, GameRecordsAreReadAsDescribedAndReplayToTheirResult) {
  const SelfPlay games;
  const std::string match = games.folder.path() / "match.pgn";
  output_of(run_jungle({"match", "random", "ab:depth=1", "--pairs", "2", "--pgn", match}));
  const std::string limited = games.folder.write("limited.toml", "max_plies = 80\n");
  const std::vector<std::pair<std::string, std::string>> records = {{games.record, limited},
                                                                    {match, "wango"}};
  for (const auto& [file, rules] : records) {
    std::string replays, outcomes;
    for (const std::string& line : lines_of(python("pgn.py", {file}))) {
      const std::size_t space = line.find(' '), bar = line.find('|');
      outcomes += outcome_of_red(line.substr(0, space)) + line.substr(space, bar - space) + "\n";
      const std::string game = line.substr(bar + 1);
      replays += game.substr(game.starts_with("|") ? 1 : 0) + "\n";
    }
    std::string replayed;
    for (const std::string& line :
         lines_of(output_of(run_jungle({"show", "--stdin", "--rules", rules}, replays))))
      replayed += line.substr(0, line.find('|')) + "\n";
    EXPECT_EQ(replayed, outcomes) << file;
  }
}

TEST(Formats, LaddersAreReadAsDescribed) {
  const TemporaryFolder folder;
  const std::string store = folder.path() / "ladder.sqlite";
  const Json json =
      Json::parse(output_of(run_jungle({"ladder", "--players", "random", "ab:depth=1", "ab:depth=2",
                                        "--store", store, "--games", "21", "--json"})));
  const std::string out = python("ladder.py", {store});
  std::vector<std::string> players;
  for (const Json& player : json["players"]) {
    const double points = player["wins"].get<double>() + player["draws"].get<double>() / 2;
    players.push_back(
        fmt::format("{} {:.1f} {}", player["name"].get<std::string>(), points, player["games"].get<int>()));
  }
  EXPECT_EQ(lines_with(out, "player "), players);
  Names described, found;
  for (const TableRow& row : table_rows(format_section("Ladder"))) {
    const std::string table = names_in(row[0]).at(0);
    for (const std::string& name : names_in(row[1])) described.insert(table + " " + name);
  }
  for (const std::string& column : lines_with(out, "column ")) {
    EXPECT_TRUE(described.contains(column)) << column;
    found.insert(column.substr(0, column.find(' ')));
  }
  EXPECT_EQ(found, names_in_tables(format_section("Ladder")));
}

TEST(Formats, EndgameTablesAreReadAsDescribed) {
  const TemporaryFolder folder;
  const std::string tables = folder.path() / "tables";
  output_of(run_jungle({"tablebase", "build", "--pieces", "2", "--out", tables}));
  std::vector<std::string> said;
  const Json stats = Json::parse(output_of(run_jungle({"tablebase", "stats", "--dir", tables, "--json"})));
  for (const Json& table : stats["tables"])
    said.push_back(fmt::format("{} {} {} {} {} {}", table["material"].get<std::string>(),
                               table["to_move"].get<std::string>(), table["won"].get<int>(),
                               table["drawn"].get<int>(), table["lost"].get<int>(),
                               table["longest_win"].get<int>()));
  std::sort(said.begin(), said.end());
  auto read = lines_of(python("tables.py", {tables}));
  std::sort(read.begin(), read.end());
  EXPECT_EQ(read, said);
}

TEST(Formats, TomlFilesAreReadAsDescribed) {
  const TemporaryFolder folder;
  const std::string rules =
      folder.write("rules.toml", output_of(run_jungle({"config", "rules", "--rules", "kawu"})));
  EXPECT_NE(python("toml.py", {rules}).find("no_capture_draw_plies = 200\n"), std::string::npos);
  const std::string config = source_folder() / "configs/train/quickstart.toml";
  const std::string printed = folder.write("train.toml", output_of(run_jungle({"config", "train", config})));
  for (const std::string& line : lines_of(python("toml.py", {config})))
    EXPECT_NE(python("toml.py", {printed}).find(line + "\n"), std::string::npos) << line;
}

TEST(Formats, AnalysisIsAskedForAsDescribed) {
  const std::string out =
      python("queries.py", {JUNGLE_PROGRAM, "analyze", "--stdin", "--player", "ab:depth=2"});
  EXPECT_EQ(lines_of(out).size(), 5U) << out;
  EXPECT_NE(out.find(" is answered by "), std::string::npos) << out;
}

TEST(Formats, JsonOutputsHaveTheKeysOfTheTables) {
  const Net net;
  const SmallTablebase tables;
  const std::string games = net.folder.path() / "games";
  output_of(run_jungle({"selfplay", "--net", net.path, "--games", "4", "--out", games, "--config",
                        source_folder() / "configs/train/smoke.toml"}));
  const std::string game = net.folder.write("game.pgn", "[Result \"*\"]\n\n1. g3g4 a7a6 *\n");
  const std::map<std::string, std::vector<std::string>> commands = {
      {"match --json", {"match", "random", "random", "--pairs", "1"}},
      {"ladder --json",
       {"ladder", "--players", "random", "ab:depth=1", "--store", net.folder.path() / "ladder.sqlite",
        "--games", "2"}},
      {"perft --json", {"perft", "--depth", "2"}},
      {"show --json", {"show", "--moves", "g3g4"}},
      {"analyze --json", {"analyze", "--player", "ab:depth=2"}},
      {"analyze --game --json", {"analyze", "--player", "ab:depth=2", "--game", game}},
      {"tablebase stats --json", {"tablebase", "stats", "--dir", tables.path()}},
      {"net info --json", {"net", "info", net.path}},
      {"net truth --json",
       {"net", "truth", net.path, "--tablebase", tables.path(), "--positions", "20", "--visits", "4"}},
      {"net calibration --json", {"net", "calibration", net.path, "--games", games, "--discount", "0.9"}},
      {"bench tune --json", {"bench", "tune", "--seconds", "1", "--net", "c8b1"}},
      {"Benchmark report", {"bench", "--only", "perft", "--seconds", "1", "--net", "c8b1"}}};
  for (auto [heading, words] : commands) {
    words.push_back("--json");
    const std::string json = output_of(run_jungle(words));
    EXPECT_EQ(keys_of(json), names_in_tables(format_section(heading))) << heading;
    words.insert(words.begin(), JUNGLE_PROGRAM);
    EXPECT_EQ(lines_of(python("output.py", words)).size(), Json::parse(json).size()) << heading;
  }
}

TEST(Formats, TheJsonOfAnSprtHasTheKeysOfItsTable) {
  Names keys;
  const std::string json = output_of(
      run_jungle({"match", "random", "random", "--pairs", "1", "--sprt", "elo0=0,elo1=20", "--json"}));
  for (const std::string& key : keys_of(json)) {
    if (key.starts_with("sprt.")) keys.insert(key);
  }
  EXPECT_EQ(keys, names_in_tables(format_section("match --sprt --json")));
}

TEST(Formats, TheJsonOfAnExperimentHasTheKeysOfItsTable) {
  ExperimentReport report;
  report.arms = {{.text = "a.toml", .nets = {ExperimentNet()}}};
  EXPECT_EQ(keys_of(experiment_json(report).dump()), names_in_tables(format_section("experiment --json")));
}

TEST(Formats, BenchmarkReportsAreReadAsDescribed) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "bench.json";
  output_of(run_jungle({"bench", "--only", "perft", "--seconds", "1", "--net", "c8b1", "--save", file}));
  const std::string out = python("bench.py", {file});
  EXPECT_NE(out.find("perft: "), std::string::npos) << out;
  EXPECT_NE(out.find(" x leaves of perft("), std::string::npos) << out;
}

TEST(Formats, MetricsHaveTheKeysOfTheTable) {
  GenerationReport report;
  report.gate_score = 0.5;
  report.learned.mean.reply = report.learned.mean.later = 1;
  report.resign = ResignFigures();
  report.truth = {TruthGroup{.animals = 2, .baseline = {}, .raw = {}, .visits = 9, .search = TruthFigures()}};
  Names keys = keys_of(to_json(report).dump());
  const Names truth = names_in_tables(format_section("net truth --json"));
  EXPECT_GT(
      std::erase_if(
          keys, [&](const std::string& key) { return key.starts_with("truth[].") && truth.contains(key); }),
      10U);
  keys.insert("truth");
  const Names documented = names_in_tables(format_section("Run directory"));
  for (const std::string& key : keys) EXPECT_TRUE(documented.contains(key)) << key;
  const Names elsewhere = {"format",         "version",     "config",          "program",
                           "commit",         "compiler",    "target",          "torch",
                           "evaluator",      "cores",       "best_generation", "metrics_bytes",
                           "optimizer_hash", "cpu_seconds", "resign_threshold"};
  for (const std::string& key : documented)
    EXPECT_TRUE(keys.contains(key) || elsewhere.contains(key)) << key << " is not written";
}

}  // namespace
}  // namespace jungle::test
