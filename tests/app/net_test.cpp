// jungle net, and which file a path to a net means.

#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/net_path.hpp"
#include "core/rules.hpp"
#include "nn/weights.hpp"
#include "selfplay/data/archive.hpp"
#include "selfplay/data/npy.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

TEST(NetPath, OfAFileIsTheFile) {
  const TemporaryFolder folder;
  const std::string file = folder.write("mine.safetensors", "x");
  EXPECT_EQ(*find_net(file), fs::path(file));
}

TEST(NetPath, OfARunIsItsBestNetElseItsLast) {
  const TemporaryFolder run;
  fs::create_directory(run.path() / "nets");
  run.write("nets/gen-0002.safetensors", "x");
  run.write("nets/gen-0010.safetensors", "x");
  run.write("nets/gen-0011.optimizer.pt", "x");
  EXPECT_EQ(find_net(run.path())->filename(), "gen-0010.safetensors");
  EXPECT_EQ(find_net(run.path() / "nets")->filename(), "gen-0010.safetensors");
  fs::create_symlink("gen-0002.safetensors", run.path() / "nets" / "best");
  EXPECT_EQ(find_net(run.path())->filename(), "gen-0002.safetensors");
}

TEST(NetPath, ABestNetThatIsMissingIsNotReplacedByAnother) {
  const TemporaryFolder folder;
  folder.write("gen-0009.safetensors", "x");
  fs::create_symlink("gen-0008.safetensors", folder.path() / "best");
  EXPECT_EQ(find_net(folder.path())->filename(), "gen-0008.safetensors");
}

TEST(NetPath, GenerationsAreNumbersNotText) {
  const TemporaryFolder folder;
  for (const char* name : {"gen-9999.safetensors", "gen-10000.safetensors", "gen-99990x.safetensors"})
    folder.write(name, "x");
  EXPECT_EQ(find_net(folder.path())->filename(), "gen-10000.safetensors");
}

TEST(NetPath, ThatIsNoNetIsRefusedWithWhatIsThere) {
  const TemporaryFolder folder;
  EXPECT_NE(find_net(folder.path()).error().find("is empty"), std::string::npos);
  folder.write("zebra.safetensors", "x");
  folder.write("alpha.txt", "x");
  EXPECT_NE(find_net(folder.path()).error().find("holds zebra.safetensors, alpha.txt"), std::string::npos);
  EXPECT_NE(find_net(folder.path() / "gone").error().find("holds zebra.safetensors, alpha.txt"),
            std::string::npos);
  EXPECT_NE(find_net(folder.path() / "no" / "gone").error().find("does not exist either"), std::string::npos);
}

TEST(DefaultNet, IsTheFileOfTheRepository) {
  const std::string file = source_folder() / "nets" / "default.safetensors";
  const ProgramRun shipped = run_jungle({"net", "hash", "default"});
  ASSERT_EQ(shipped.exit_code, 0) << shipped.err;
  EXPECT_EQ(shipped.out, run_jungle({"net", "hash", file}).out);
  EXPECT_LE(fs::file_size(file), 4U << 20);
}

TEST(DefaultNet, KnowsEveryPreset) {
  const auto info = nlohmann::json::parse(run_jungle({"net", "info", "default", "--json"}).out);
  const std::string rule_sets = info["metadata"]["rule_sets"];
  std::set<std::string> known;
  std::istringstream names(rule_sets);
  for (std::string name; std::getline(names, name, ',');) known.insert(name);
  for (const std::string_view preset : RuleSet::preset_names())
    EXPECT_TRUE(known.contains(std::string(preset))) << preset;
}

TEST(DefaultNet, PlaysWhereNoOtherIsNamed) {
  const ProgramRun run =
      run_jungle({"match", "mcts:visits=8", "mcts:net=default,visits=8", "--pairs", "2", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto result = nlohmann::json::parse(run.out);
  EXPECT_EQ(result["wins"], result["losses"]) << "the same net on both sides: pairs mirror each other";
}

TEST(NetCommand, CreatesTheSameRandomNetForTheSameSeed) {
  const TemporaryFolder folder;
  const auto create = [&](const std::string& name, const std::string& seed) {
    return run_jungle({"net", "create", "--config", "c8b1", "--seed", seed, "--out", folder.path() / name});
  };
  ASSERT_EQ(create("a.safetensors", "7").exit_code, 0);
  ASSERT_EQ(create("b.safetensors", "7").exit_code, 0);
  ASSERT_EQ(create("c.safetensors", "8").exit_code, 0);
  const auto hash = [&](const std::string& name) {
    return run_jungle({"net", "hash", folder.path() / name}).out;
  };
  EXPECT_EQ(hash("a.safetensors").size(), 17U);  // 16 hexadecimal digits and a line end
  EXPECT_EQ(hash("a.safetensors"), hash("b.safetensors"));
  EXPECT_NE(hash("a.safetensors"), hash("c.safetensors"));
}

TEST(NetCommand, InfoTellsSizeHashAndOrigin) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "net.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", file}).exit_code, 0);
  const auto json = nlohmann::json::parse(run_jungle({"net", "info", file, "--json"}).out);
  EXPECT_EQ(json["config"], "c8b1");
  EXPECT_EQ(json["channels"], 8);
  EXPECT_EQ(json["blocks"], 1);
  // Stem 36 x 8 x 9 + 16; block twice 8 x 8 x 9 + 16; policy 8 x 8 + 16, 4 x 8 + 4; value 8 x 8 + 16, 64 x 8
  // x 63 + 64, 4 x 64 + 4.
  EXPECT_EQ(json["parameters"], 2592 + 16 + 2 * (576 + 16) + 64 + 16 + 36 + 64 + 16 + 32256 + 64 + 260);
  EXPECT_EQ(json["hash"].get<std::string>() + "\n", run_jungle({"net", "hash", file}).out);
  EXPECT_EQ(json["metadata"]["origin"], "random weights, seed 1");
  EXPECT_NE(run_jungle({"net", "info", file}).out.find("metadata origin = random weights, seed 1\n"),
            std::string::npos);
}

TEST(NetCommand, RefusesWhatIsNoNetAndDoesNotOverwrite) {
  const TemporaryFolder folder;
  const std::string text = folder.write("a.safetensors", "this is no net at all");
  const ProgramRun info = run_jungle({"net", "info", text});
  EXPECT_EQ(info.exit_code, 2);
  EXPECT_NE(info.err.find("a.safetensors"), std::string::npos) << info.err;
  const ProgramRun create = run_jungle({"net", "create", "--out", text});
  EXPECT_EQ(create.exit_code, 2);
  EXPECT_EQ(read_text(text), "this is no net at all");
  EXPECT_EQ(run_jungle({"net", "create", "--config", "huge", "--out", folder.path() / "b"}).exit_code, 2);
  EXPECT_FALSE(fs::exists(folder.path() / "b"));
}

TEST(NetCommand, RefusesPlacesWhereNoFileCanBeWritten) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x");
  const std::string long_name(300, 'x');
  for (const std::string& place : {folder.path().string(), folder.path().string() + "/none/net.safetensors",
                                   file + "/net.safetensors", folder.path().string() + "/" + long_name}) {
    const ProgramRun run = run_jungle({"net", "create", "--config", "c8b1", "--out", place});
    EXPECT_EQ(run.exit_code, 2) << place;
    EXPECT_TRUE(run.err.starts_with("jungle: --out: cannot write " + place + ": ")) << run.err;
    EXPECT_EQ(run.out, "");
  }
}

// The arrays of an archive by name.
std::map<std::string, std::vector<float>> arrays_of(const std::string& path) {
  std::map<std::string, std::vector<float>> arrays;
  const std::string bytes = read_text(path);
  const auto entries = read_archive(bytes);
  EXPECT_TRUE(static_cast<bool>(entries)) << entries.error();
  for (const ArchiveEntry& entry : *entries) {
    if (!entry.name.ends_with(".npy")) continue;
    const auto array = parse_npy(entry.bytes);
    EXPECT_TRUE(static_cast<bool>(array)) << array.error();
    std::vector<float>& values = arrays[entry.name.substr(0, entry.name.size() - 4)];
    values.resize(array->elements.size() / sizeof(float));
    std::memcpy(values.data(), array->elements.data(), array->elements.size());
  }
  return arrays;
}

TEST(NetCommand, ExportsEveryTensorAndFoldsBatchNorms) {
  const TemporaryFolder folder;
  NetWeights weights =
      random_weights({.channels = 8, .blocks = 1, .value_channels = 2, .value_hidden = 4}, 3);
  for (auto& [name, tensor] : weights.tensors) {
    for (std::size_t i = 0; i < tensor.data.size() && name.find(".bn") != name.npos; ++i)
      tensor.data[i] = 0.5F + 0.125F * static_cast<float>(i);  // no longer the identity
  }
  const std::string net = folder.path() / "net.safetensors";
  save_weights(net, weights);
  const std::string plain = folder.path() / "plain.npz";
  const std::string folded = folder.path() / "folded.npz";
  ASSERT_EQ(run_jungle({"net", "export", net, "--out", plain}).exit_code, 0);
  ASSERT_EQ(run_jungle({"net", "export", net, "--out", folded, "--folded"}).exit_code, 0);
  const auto arrays = arrays_of(plain);
  EXPECT_EQ(arrays.size(), weights.tensors.size());
  for (const auto& [name, tensor] : weights.tensors) EXPECT_EQ(arrays.at(name), tensor.data) << name;

  const auto by_name = arrays_of(folded);
  EXPECT_EQ(by_name.size(),
            2U * (1 + 2 + 2 + 3));  // stem, two of the block, both heads' first, three outputs
  for (const char* name : {"stem", "policy", "value"}) {
    const std::string conv = std::string(name) + ".conv";
    const std::string bn = std::string(name) + ".bn";
    const std::vector<float>& bias = by_name.at(conv + ".bias");
    const std::size_t fan_in = arrays.at(conv + ".weight").size() / bias.size();
    for (std::size_t i = 0; i < bias.size(); ++i) {
      const double scale = arrays.at(bn + ".weight")[i] / std::sqrt(arrays.at(bn + ".running_var")[i] + 1e-5);
      EXPECT_NEAR(bias[i], arrays.at(bn + ".bias")[i] - arrays.at(bn + ".running_mean")[i] * scale, 1e-5);
      EXPECT_NEAR(by_name.at(conv + ".weight")[i * fan_in], arrays.at(conv + ".weight")[i * fan_in] * scale,
                  1e-5);
    }
  }
  EXPECT_EQ(run_jungle({"net", "export", net, "--out", plain}).exit_code, 2);  // it is there
  EXPECT_EQ(run_jungle({"net", "export", net, "--out", folder.path() / "x.onnx"}).exit_code, 2);
}

TEST(NetCommand, EvalTellsWhatTheNetExpectsAndRefusesGamesThatAreOver) {
  const TemporaryFolder folder;
  const std::string net = folder.path() / "net.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
  const ProgramRun run = run_jungle({"net", "eval", net, "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_NEAR(json["win"].get<double>() + json["draw"].get<double>() + json["loss"].get<double>(), 1, 1e-5);
  double sum = 0;
  double last = 1;
  for (const auto& move : json["moves"]) {
    sum += move["prior"].get<double>();
    EXPECT_LE(move["prior"], last);  // likeliest first
    last = move["prior"];
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_EQ(json["moves"].size(), 24U);
  EXPECT_NE(run_jungle({"net", "eval", net}).out.find("red to move: win "), std::string::npos);
  const ProgramRun over = run_jungle({"net", "eval", net, "--fen", "3R3/7/7/7/7/7/7/7/4r2 b 0 1"});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_NE(over.err.find("the game is over (red, den)"), std::string::npos) << over.err;
}

}  // namespace
}  // namespace jungle::test
