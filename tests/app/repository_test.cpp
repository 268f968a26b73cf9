// What must stay true of the repository as a whole: includes point down, and what the README says exists.

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "core/util/text.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

// The program measures itself against the plain twins of tests/support, so these two lie below it.
const std::map<std::string, int> kLayers = {
    {"nets", 0},          {"core", 0},          {"search", 1}, {"nn", 2},    {"selfplay", 3},
    {"tests/support", 4}, {"bench/measure", 5}, {"app", 6},    {"bench", 7}, {"tests", 7}};

// The layer of a file or an include; the end for what is none of ours.
auto layer_of(const std::string& path) {
  for (const char* part : {"tests/support/", "bench/measure/"}) {
    if (path.starts_with(part)) return kLayers.find(path.substr(0, std::string(part).size() - 1));
  }
  return kLayers.find(path.substr(0, path.find('/')));
}

// The include at `line` of a file, without its quotes or brackets; empty when the line has none.
std::string included_by(const std::string& line) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::smatch match;
  return std::regex_search(line, match, kInclude) ? match[1].str() : std::string();
}

// Calls visit(path below the root, include) for every include of every source file of the layers.
template <typename Visit>
int for_each_include(Visit visit) {
  int files = 0;
  for (const auto& [layer, rank] : kLayers) {
    if (layer.find('/') != layer.npos || !fs::exists(source_folder() / layer)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / layer)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      ++files;
      const std::string path = fs::relative(entry.path(), source_folder()).generic_string();
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        if (const std::string include = included_by(line); !include.empty()) visit(path, include);
      }
    }
  }
  return files;
}

std::string top_folder(const std::string& path) { return path.substr(0, path.find('/')); }

TEST(Repository, IncludesPointDown) {
  const int files = for_each_include([](const std::string& path, const std::string& include) {
    const auto to = layer_of(include);
    if (to == kLayers.end()) return;
    EXPECT_LE(to->second, layer_of(path)->second) << path << " includes " << include;
  });
  EXPECT_GT(files, 50);
}

// What each folder with sources may include, besides itself: the arrows of docs/architecture.md. `app`, the
// benchmarks and the tests put the parts together and may include all below them (but see LibTorch below).
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"core/util", {}},
    {"core", {"core/util"}},
    {"search", {"core", "core/util"}},
    {"search/alphabeta", {"core", "core/util", "search"}},
    {"search/mcts", {"core", "core/util", "search"}},
    {"search/tablebase", {"core", "core/util", "search"}},
    {"nn/winograd", {"core", "core/util"}},
    {"nn", {"core", "core/util", "search", "nn/winograd"}},
    {"nets", {}},
    {"nn/torch", {"core", "core/util", "search", "nn", "nn/winograd"}},
    {"selfplay/config", {"core", "core/util"}},
    {"selfplay/data", {"core", "core/util", "search", "search/mcts"}},
    {"selfplay/rating", {"core", "core/util", "search", "selfplay/data"}},
    {"selfplay/truth", {"core", "core/util", "search", "search/mcts"}},
    {"selfplay",
     {"core", "core/util", "search", "search/alphabeta", "search/mcts", "nn", "selfplay/config",
      "selfplay/data", "selfplay/truth"}},
    {"tests/support", {"core", "core/util", "search", "search/tablebase", "nn"}},
    {"bench/measure",
     {"core", "core/util", "search", "search/alphabeta", "search/mcts", "nn", "selfplay", "tests/support"}},
};

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

TEST(Repository, PartsIncludeOnlyThePartsBelowThem) {
  for_each_include([](const std::string& path, const std::string& include) {
    const std::string from = folder_of(path), to = folder_of(include);
    const std::string layer = layer_of(path)->first;
    if (layer_of(include) == kLayers.end() || layer == "app" || layer == "bench" || layer == "tests") return;
    if (path == "search/signature.cpp") return;  // a sum over both searches
    const auto allowed = kMayInclude.find(from);
    ASSERT_NE(allowed, kMayInclude.end()) << from << " is not in this table";
    EXPECT_TRUE(from == to || allowed->second.contains(to)) << path << " includes " << include;
  });
}

TEST(Repository, OnlyTheTorchModuleSeesLibTorchAndOnlyNnSeesOneDnn) {
  for_each_include([](const std::string& path, const std::string& include) {
    const std::string top = top_folder(include);
    if (top == "torch" || top == "ATen" || top == "c10" || include.starts_with("nn/torch/")) {
      EXPECT_TRUE(path.starts_with("nn/torch/") || path.starts_with("tests/torch/"))
          << path << " includes " << include;
    }
    if (include.starts_with("dnnl") || include.starts_with("oneapi/")) {
      EXPECT_TRUE(path.starts_with("nn/")) << path << " includes " << include;
    }
  });
}

// The lines of README.md inside ``` fences.
std::vector<std::string> readme_commands() {
  std::vector<std::string> commands;
  bool fenced = false;
  for (const std::string& line : lines_of(read_text(source_folder() / "README.md"))) {
    if (line.starts_with("```")) {
      fenced = !fenced;
    } else if (fenced && line.starts_with("./jungle ")) {
      commands.push_back(line);
    }
  }
  return commands;
}

TEST(Readme, EveryCommandItShowsExistsWithItsOptions) {
  const auto commands = readme_commands();
  EXPECT_GE(commands.size(), 2U) << "the two commands: train and test";
  for (const std::string& command : commands) {
    const auto words = split_words(std::string_view(command).substr(0, command.find('#')));
    ASSERT_GE(words.size(), 2U) << command;
    if (words[1] == "test") continue;  // the launcher's own
    std::vector<std::string> help = {std::string(words[1])};
    if (words[1].starts_with("--")) help.clear();
    static const std::set<std::string_view> kWithSubcommands = {"bench", "config",   "data",
                                                                "net",   "openings", "tablebase"};
    if (words.size() > 2 && kWithSubcommands.contains(words[1]) && !words[2].starts_with("-"))
      help.emplace_back(words[2]);
    help.emplace_back("--help");
    const ProgramRun run = run_jungle(help);
    EXPECT_EQ(run.exit_code, 0) << command << "\n" << run.err;
    for (const std::string_view word : words) {
      if (!word.starts_with("--")) continue;
      const std::string option(word.substr(0, word.find('=')));
      EXPECT_NE(run.out.find(option), std::string::npos) << command << ": no " << option;
    }
  }
}

TEST(Scripts, AreGoodBash) {
  for (const char* script : {"jungle", ".ci/run"}) {
    const fs::path path = source_folder() / script;
    ASSERT_TRUE(fs::exists(path)) << path;
    const ProgramRun run = run_program({"bash", "-n", path});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto permissions = fs::status(path).permissions();
    EXPECT_NE(permissions & fs::perms::owner_exec, fs::perms::none) << path << " can't be run";
  }
}

}  // namespace
}  // namespace jungle::test
