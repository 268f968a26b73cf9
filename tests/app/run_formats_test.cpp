// docs/formats.md on a run directory, which takes a build that can train.

#include <gtest/gtest.h>

#include "core/util/text.hpp"
#include "tests/app/documents.hpp"

namespace jungle::test {
namespace {

struct TinyRun {
  TemporaryFolder folder;
  std::string path = folder.path() / "run";

  TinyRun() {
    const ProgramRun run =
        run_jungle({"train", "--run", path, "--threads", "1", "--config",
                    source_folder() / "configs/train/smoke.toml", "--set", "run.generations=2", "--set",
                    "selfplay.games=8", "--set", "learn.min_samples=10", "--set", "match.opponents=[]"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
};

std::string python(const std::string& name, const std::string& argument) {
  const ProgramRun run = run_documented_python(name, {argument});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return run.out;
}

std::string documented(std::string_view heading) { return section(document("docs/formats.md"), heading); }

std::set<std::string> words_after(const std::string& text, const std::string& start) {
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with(start)) continue;
    const auto words = split_words(std::string_view(line).substr(start.size()));
    return {words.begin(), words.end()};
  }
  return {};
}

TEST(RunFormats, TheDirectoryIsReadAsDescribed) {
  const TinyRun run;
  const std::string out = python("run.py", run.path);
  const std::set<std::string> names = names_in_tables(documented("Run directory"));
  for (const char* file : {"manifest", "checkpoint"}) {
    const std::set<std::string> keys = words_after(out, file);
    EXPECT_GE(keys.size(), 6U) << out;
    for (const std::string& key : keys) EXPECT_TRUE(names.contains(key)) << file << " has " << key;
  }
  EXPECT_NE(out.find("net c8b1 rules wango\n"), std::string::npos) << out;
  EXPECT_NE(out.find("best gen-0002.safetensors\n"), std::string::npos) << out;
  EXPECT_NE(out.find("\ngeneration 1 policy "), std::string::npos) << out;
}

TEST(RunFormats, TheNetAndTheOptimiserStateAreReadAsDescribed) {
  const TinyRun run;
  const std::string net = run.path + "/nets/gen-0002";
  const std::string weights = python("weights.py", net + ".safetensors");
  const std::set<std::string> metadata = names_in_tables(documented("Weights"));
  for (const std::string& line : lines_of(weights)) {
    if (!line.starts_with("metadata ")) continue;
    const std::string key(split_words(line).at(1));
    EXPECT_TRUE(metadata.contains(key)) << key;
  }
  const std::size_t at = weights.find("parameters ");
  const std::string count = weights.substr(at + 11, weights.find('\n', at) - at - 11);

  const std::string state = python("optimizer.py", net + ".optimizer.pt");
  EXPECT_NE(state.find("format jungle trainer state 1\nnet c8b1v4h16\n"), std::string::npos) << state;
  std::set<std::string> entries;
  for (const std::string& line : lines_of(state)) entries.emplace(split_words(line).at(0));
  EXPECT_EQ(entries, names_in_tables(documented("Optimiser state")));
  for (const char* tensor : {"trained.parameters ", "averaged.parameters ", "second_moment "})
    EXPECT_NE(state.find(tensor + count + "\n"), std::string::npos) << state;
}

}  // namespace
}  // namespace jungle::test
