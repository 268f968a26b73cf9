#include "search/tablebase/builder.hpp"

#include <gtest/gtest.h>

#include "core/util/file.hpp"
#include "search/tablebase/manifest.hpp"
#include "search/tablebase/material.hpp"
#include "search/tablebase/table_writer.hpp"
#include "search/tablebase/tablebase.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;

Result<bool> build(const fs::path& folder, const RuleSet& rules, int threads = 1,
                   const TablebaseBuildReport& report = {}, const std::stop_token& stop = {}) {
  return build_tablebase(folder, rules, {.animals = 2, .threads = threads}, report, stop);
}

std::vector<std::string> contents(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& material : tablebase::canonical_materials(2))
    files.push_back(*read_file(folder / tablebase::table_file_name(material), kMaxBytes));
  return files;
}

TEST(BuildTablebase, FilesDoNotDependOnTheNumberOfThreads) {
  const TemporaryFolder one, three;
  ASSERT_TRUE(build(one.path(), RuleSet(), 1).has_value());
  ASSERT_TRUE(build(three.path(), RuleSet(), 3).has_value());
  EXPECT_EQ(contents(one.path()), contents(three.path()));
}

TEST(BuildTablebase, StoppedItGoesOnWithWhatIsThere) {
  const TemporaryFolder whole, stopped;
  ASSERT_TRUE(*build(whole.path(), RuleSet()));
  std::stop_source stop;
  const auto stop_after_ten = [&](const TablebaseBuildProgress& progress) {
    if (progress.done == 10) stop.request_stop();
  };
  EXPECT_FALSE(*build(stopped.path(), RuleSet(), 1, stop_after_ten, stop.get_token()));
  EXPECT_NE(Tablebase::open(stopped.path(), RuleSet()).error().find("no finished tables yet"),
            std::string::npos);
  int kept = 0;
  EXPECT_TRUE(*build(stopped.path(), RuleSet(), 1, [&](const auto& progress) { kept = progress.kept; }));
  EXPECT_EQ(kept, 10);
  EXPECT_EQ(contents(stopped.path()), contents(whole.path()));
}

TEST(BuildTablebase, MakesDamagedAndMissingFilesAgain) {
  const TemporaryFolder folder;
  ASSERT_TRUE(*build(folder.path(), RuleSet()));
  const auto before = contents(folder.path());
  std::string damaged = before[3];
  damaged[damaged.size() - 5] ^= 1;
  const auto materials = tablebase::canonical_materials(2);
  write_file_atomically(folder.path() / tablebase::table_file_name(materials[3]), damaged);
  fs::remove(folder.path() / tablebase::table_file_name(materials[7]));
  int kept = 0;
  EXPECT_TRUE(*build(folder.path(), RuleSet(), 1, [&](const auto& progress) { kept = progress.kept; }));
  EXPECT_EQ(kept, 34);
  EXPECT_EQ(contents(folder.path()), before);
}

TEST(BuildTablebase, RefusesAFolderOfOtherRules) {
  const TemporaryFolder folder;
  ASSERT_TRUE(*build(folder.path(), RuleSet()));
  const auto other = build(folder.path(), *RuleSet::preset("wikipedia"));
  ASSERT_FALSE(other.has_value());
  EXPECT_NE(other.error().find("trapped_attack none, not full"), std::string::npos) << other.error();
  EXPECT_TRUE(*build(folder.path(), *RuleSet::preset("kawu")));
}

TEST(BuildTablebase, RefusesTooLittleMemory) {
  const TemporaryFolder folder;
  const auto built =
      build_tablebase(folder.path(), RuleSet(),
                      {.animals = 4, .threads = 1, .memory_bytes = std::uint64_t{100} << 20}, {}, {});
  ASSERT_FALSE(built.has_value());
  EXPECT_NE(built.error().find("at least"), std::string::npos) << built.error();
  EXPECT_FALSE(fs::exists(tablebase::manifest_path(folder.path())));
}

TEST(Manifest, DamageIsRefusedByLine) {
  const TemporaryFolder folder;
  tablebase::write_manifest(folder.path(), {.animals = 3, .rules = RuleSet::preset("leiden")->fields()});
  const auto manifest = tablebase::read_manifest(folder.path());
  ASSERT_TRUE(manifest.has_value()) << manifest.error();
  EXPECT_EQ(manifest->animals, 3);
  EXPECT_TRUE(manifest->rules.elephant_captures_rat);
  const std::string text = *read_file(tablebase::manifest_path(folder.path()), kMaxBytes);
  for (const auto& [from, to] : {std::pair{"animals 3", "animals 9"},
                                 {"animals 3", "animals x"},
                                 {"no_move", "mo_nove"},
                                 {"tablebase 1", "tablebase 2"},
                                 {"capture_all win\n", ""}}) {
    std::string changed = text;
    changed.replace(changed.find(from), std::string_view(from).size(), to);
    folder.write("tablebase.txt", changed);
    EXPECT_FALSE(tablebase::read_manifest(folder.path()).has_value()) << to;
  }
}

}  // namespace
}  // namespace jungle
