// jungle net, and which file a path to a net means.

#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/net_path.hpp"
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

}  // namespace
}  // namespace jungle::test
