// What README.md and configs/README.md say about the program is so, and links lead somewhere.

#include "tests/app/documents.hpp"

#include <cctype>
#include <regex>

#include <gtest/gtest.h>

#include "app/ladder_config.hpp"
#include "app/player_spec.hpp"
#include "app/uci/options.hpp"
#include "bench/measure/parts.hpp"
#include "core/util/text.hpp"
#include "selfplay/train_options.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kDocuments = {
    "README.md",         "CONTRIBUTING.md",      "CHANGELOG.md",
    "configs/README.md", "docs/architecture.md", "docs/experiments.md",
    "docs/formats.md",   "docs/performance.md",  "docs/rules.md",
    "docs/uci.md",       "nets/README.md"};

// As GitHub makes anchors of headings: lower case, spaces to hyphens, punctuation gone.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

bool has_anchor(const fs::path& file, const std::string& anchor) {
  for (const std::string& line : lines_of(read_text(file))) {
    if (line.starts_with('#') && anchor_of(line.substr(line.find_first_not_of('#') + 1)) == anchor)
      return true;
  }
  return false;
}

TEST(Documents, LinksLeadToFilesAndHeadings) {
  static const std::regex kLink(R"(\]\(([^)#:]*)(?:#([^)]*))?\))");
  for (const std::string& name : kDocuments) {
    const std::string text = document(name);
    ASSERT_FALSE(text.empty()) << name;
    for (std::sregex_iterator link(text.begin(), text.end(), kLink), end; link != end; ++link) {
      const fs::path file = source_folder() / name;
      const fs::path target = (*link)[1].length() == 0 ? file : file.parent_path() / (*link)[1].str();
      EXPECT_TRUE(fs::exists(target)) << name << " links to " << target;
      if ((*link)[2].length() > 0) {
        EXPECT_TRUE(has_anchor(target, (*link)[2])) << name << ": " << (*link)[0];
      }
    }
  }
}

// The lines of a document inside ``` fences that call the program.
std::vector<std::string> commands_in(const std::string& name) {
  std::vector<std::string> commands;
  bool fenced = false;
  for (const std::string& line : lines_of(document(name))) {
    if (line.starts_with("```")) {
      fenced = !fenced;
    } else if (fenced && line.starts_with("./jungle ")) {
      commands.push_back(line.substr(0, line.find(" #")));
    }
  }
  return commands;
}

// Commands that take long, in order to be shown at their best, or what such a command made; their options are
// looked up in --help.
bool is_quick(const std::string& command) {
  static const std::regex kSlow(
      "^./jungle (train|test|experiment|selfplay|match|signature|bench|data|net truth|net "
      "calibration|analyze "
      "--game|ladder "
      ".*--minutes|perft "
      ".*--depth [6-9])");
  return !std::regex_search(command, kSlow);
}

TEST(Documents, QuickCommandsOfTheReadmeRunInItsOrder) {
  const TemporaryFolder folder;
  fs::create_symlink(source_folder() / "configs", folder.path() / "configs");
  fs::create_symlink(JUNGLE_PROGRAM, folder.path() / "jungle");
  fs::create_directory(folder.path() / "runs");  // as the first train leaves it
  int count = 0;
  for (const std::string& command : commands_in("README.md")) {
    if (!is_quick(command)) continue;
    const ProgramRun run = run_program({"sh", "-c", "cd '" + folder.path().string() + "' && " + command});
    EXPECT_EQ(run.exit_code, 0) << command << "\n" << run.err;
    ++count;
  }
  EXPECT_GE(count, 10);
}

TEST(Documents, PlayersOfTheReadmeAreUnderstood) {
  std::vector<std::string> specs;
  for (const TableRow& row : table_rows(section(document("README.md"), "Players"))) {
    for (const std::string& spec : names_in(row.at(0))) specs.push_back(spec);
  }
  EXPECT_GE(specs.size(), 5U);
  for (const std::string& command : commands_in("README.md")) {
    const auto words = split_words(command);
    if (words[1] != "match") continue;
    specs.emplace_back(words.at(2));
    specs.emplace_back(words.at(3));
  }
  for (const std::string& spec : specs) {
    const auto parsed = parse_player_spec(spec);
    EXPECT_TRUE(static_cast<bool>(parsed)) << parsed.error();
  }
}

TEST(Documents, ConfigurationOptionsAreThoseOfTheProgramWithTheirDefaults) {
  const auto rows = table_rows(section(document("configs/README.md"), "Every option"));
  const auto options = train_options();
  ASSERT_EQ(rows.size(), options.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at(0), "`" + options[i].name + (options[i].changes_results ? "`" : "` *"));
    EXPECT_EQ(rows[i].at(1), "`" + to_text(options[i].get(TrainConfig())) + "`") << options[i].name;
    EXPECT_FALSE(rows[i].at(2).empty()) << options[i].name;
  }
}

TEST(Documents, LadderKeysAreThoseOfTheProgram) {
  std::set<std::string> known;
  for (const std::string_view key : ladder_config_keys()) known.emplace(key);
  EXPECT_EQ(names_in_tables(section(document("configs/README.md"), "Keys of a ladder")), known);
}

TEST(Documents, BenchmarkSuitesAreThoseThatAreBuilt) {
  const std::set<std::string> named = names_in_tables(section(document("docs/performance.md"), "Suites"));
  std::set<std::string> built;
  const std::string ending = "_bench.cpp";
  for (const auto& entry : fs::directory_iterator(source_folder() / "bench")) {
    const std::string name = entry.path().filename();
    if (name.ends_with(ending)) built.insert(name.substr(0, name.size() - ending.size()) + "/");
  }
  EXPECT_EQ(named, built);
}

TEST(Documents, MeasuredPartsAreThoseOfTheProgram) {
  std::set<std::string> parts;
  for (const bench::Part& part : bench::parts()) parts.emplace(part.name);
  EXPECT_EQ(names_in_tables(section(document("docs/performance.md"), "What it measures")), parts);
}

TEST(Documents, UciOptionsAreThoseOfTheProgram) {
  std::set<std::string> options;
  for (const std::string& line : option_lines(EngineSettings())) {
    const std::string_view name = std::string_view("option name ");
    options.insert(line.substr(name.size(), line.find(" type ") - name.size()));
  }
  EXPECT_EQ(names_in_tables(section(document("docs/uci.md"), "Options")), options);
}

TEST(Documents, EveryConfigurationFileIsExplained) {
  const std::set<std::string> named = names_in_tables(document("configs/README.md"));
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "configs")) {
    if (entry.path().extension() == ".toml") {
      EXPECT_TRUE(named.contains(entry.path().filename())) << entry.path();
    }
  }
}

}  // namespace
}  // namespace jungle::test
