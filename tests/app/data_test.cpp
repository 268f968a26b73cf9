// jungle data, on files that the program has just written.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selfplay/data/shard.hpp"
#include "tests/app/documents.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

// A run directory with games of a random net.
struct Games {
  TemporaryFolder run;
  std::string folder = run.path() / "games";
  explicit Games(const std::vector<std::string>& more = {}) {
    const std::string net = run.path() / "net.safetensors";
    EXPECT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
    std::vector<std::string> words = {"selfplay",
                                      "--net",
                                      net,
                                      "--games",
                                      "20",
                                      "--out",
                                      folder,
                                      "--threads",
                                      "1",
                                      "--config",
                                      source_folder() / "configs/train/smoke.toml"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramRun played = run_jungle(words);
    EXPECT_EQ(played.exit_code, 0) << played.err;
  }
  std::string file(const std::string& name) const { return (fs::path(folder) / name).string(); }
};

TEST(Data, StatsCountGamesAndSamplesOfARun) {
  const Games games;
  const ProgramRun run = run_jungle({"data", "stats", games.run.path(), "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["games"], 20);
  EXPECT_EQ(json["damaged"], 0);
  EXPECT_EQ(json["generations"], nlohmann::json::array({0}));
  EXPECT_EQ(json["rules"], nlohmann::json::array({"wango"}));
  const auto& outcomes = json["outcomes"];
  EXPECT_EQ(outcomes["won"].get<int>() + outcomes["drawn"].get<int>() + outcomes["lost"].get<int>(),
            json["samples"]);
  std::set<std::string> documented =
      names_in_tables(section(document("docs/formats.md"), "data stats --json"));
  for (const auto& [key, value] : json.items())
    EXPECT_TRUE(documented.contains(key) || documented.contains(key + ".won") ||
                documented.contains(key + ".den") || documented.contains(key + ".NAME"))
        << key;
  const ProgramRun text = run_jungle({"data", "stats", games.file("gen-0000-000.npz")});
  EXPECT_NE(text.out.find("1 files, 0 damaged; generations 0"), std::string::npos) << text.out;
}

TEST(Data, SamplesOfAMixAreCountedByTheirRules) {
  const Games games({"--set", "game.mix=[\"wango\",\"kawu\",\"leiden\"]"});
  EXPECT_EQ(run_jungle({"data", "check", games.folder}).exit_code, 0);
  const ProgramRun run = run_jungle({"data", "stats", games.folder, "--json"});
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["rules"], nlohmann::json::array({"kawu", "leiden", "wango"}));
  int samples = 0;
  for (const auto& [name, count] : json["samples_by_rules"].items()) samples += count.get<int>();
  EXPECT_EQ(samples, json["samples"]);
  const ProgramRun text = run_jungle({"data", "stats", games.folder});
  EXPECT_NE(text.out.find(", rules kawu ("), std::string::npos) << text.out;
}

TEST(Data, CheckReplaysTextRecordsAndNamesWhatIsBad) {
  const Games games;
  const ProgramRun good = run_jungle({"data", "check", games.folder});
  EXPECT_EQ(good.exit_code, 0) << good.out;
  EXPECT_NE(good.out.find("text records played again: 0 bad"), std::string::npos) << good.out;

  std::string bytes = read_text(games.file("gen-0000-000.npz"));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  std::ofstream(games.file("gen-0000-000.npz"), std::ios::binary) << bytes;
  fs::copy_file(games.file("gen-0000-002.pgn"), games.file("gen-0000-001.pgn"),
                fs::copy_options::overwrite_existing);
  const ProgramRun bad = run_jungle({"data", "check", games.folder});
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_NE(bad.out.find("gen-0000-000.npz: "), std::string::npos) << bad.out;
  EXPECT_NE(bad.out.find("gen-0000-001.pgn: "), std::string::npos) << bad.out;
  EXPECT_NE(bad.out.find(": 2 bad\n"), std::string::npos) << bad.out;

  const ProgramRun stats = run_jungle({"data", "stats", games.folder});  // of the others, with a warning
  EXPECT_EQ(stats.exit_code, 0);
  EXPECT_NE(stats.out.find("3 files, 1 damaged"), std::string::npos) << stats.out;
  EXPECT_NE(stats.err.find("gen-0000-000.npz"), std::string::npos) << stats.err;
}

TEST(Data, ExportWritesEverySampleAsALineOfJson) {
  const Games games;
  const std::string out = games.run.path() / "samples.jsonl";
  ASSERT_EQ(run_jungle({"data", "export", games.folder, "--out", out}).exit_code, 0);
  EXPECT_EQ(read_text(out), run_jungle({"data", "export", games.folder}).out);
  const std::vector<std::string> lines = lines_of(read_text(out));
  std::size_t samples = 0;
  for (const auto& entry : fs::directory_iterator(games.folder))
    if (entry.path().extension() == ".npz") samples += read_shard(entry.path())->size();
  EXPECT_EQ(lines.size(), samples);

  const Shard shard = *read_shard(games.file("gen-0000-000.npz"));
  const auto first = nlohmann::json::parse(lines.at(0));
  EXPECT_EQ(first["root_value"].get<float>(), shard.samples.root_value[0]);  // no bit is lost
  EXPECT_EQ(first["outcome"], shard.samples.outcome[0]);
  EXPECT_EQ(first["moves"].size(), shard.move_end(0));
  EXPECT_EQ(first["moves"][0]["policy"].get<float>(), shard.moves.policy[0]);
  EXPECT_EQ(run_jungle({"show", "--fen", first["position"].get<std::string>()}).exit_code, 0);
  const std::set<std::string> documented =
      names_in_tables(section(document("docs/formats.md"), "data export"));
  for (const auto& [key, value] : first.items())
    EXPECT_TRUE(documented.contains(key) || documented.contains(key + "[].move")) << key;
}

TEST(Data, ExportNeverReplacesShardsOrOtherFilesAndEachFileCountsOnce) {
  const Games games;
  const std::string shard = games.file("gen-0000-000.npz");
  const std::string before = read_text(shard);
  const ProgramRun run = run_jungle({"data", "export", games.folder, "--out", shard});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("exists and is something else"), std::string::npos) << run.err;
  EXPECT_EQ(read_text(shard), before);
  const std::string out = games.run.path() / "out.jsonl";
  for (int i = 0; i < 2; ++i)  // an older export may be replaced
    EXPECT_EQ(run_jungle({"data", "export", games.folder, games.folder, "--out", out}).exit_code, 0);
  EXPECT_EQ(read_text(out), run_jungle({"data", "export", games.run.path()}).out);
  fs::remove(games.file("gen-0000-000.pgn"));
  EXPECT_NE(run_jungle({"data", "check", games.folder}).err.find("no text record beside it"),
            std::string::npos);
}

TEST(Data, BadInputIsOneLineAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string shard = folder.write("bad.npz", "no shard");
  const std::string out = folder.path() / "out.jsonl";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"data", "stats", folder.path() / "nowhere"},
           {"data", "check", folder.path() / "nowhere"},
           {"data", "export", shard, "--out", out},
           {"data", "export", shard, "--out", folder.path() / "no" / "folder"},
           {"data", "export"},
           {"data"}}) {
    const ProgramRun run = run_jungle(words);
    EXPECT_EQ(run.exit_code, 2) << words.back();
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
  EXPECT_FALSE(fs::exists(out));
  EXPECT_EQ(run_jungle({"data", "check", shard}).exit_code, 3);
  EXPECT_EQ(run_jungle({"data", "stats", shard}).exit_code, 2);
}

}  // namespace
}  // namespace jungle::test
