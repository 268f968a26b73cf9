#include "selfplay/folder_lock.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

TEST(FolderLock, MakesTheFolderAndHoldsItUntilItGoes) {
  const auto folder = fresh_folder() / "a/b";
  {
    const auto first = FolderLock::take(folder);
    ASSERT_TRUE(first) << first.error();
    const auto second = FolderLock::take(folder);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().find("in use"), std::string::npos) << second.error();
    EXPECT_NE(second.error().find(folder.string()), std::string::npos) << second.error();
  }
  EXPECT_TRUE(FolderLock::take(folder));
}

TEST(FolderLock, RefusesAPathWithAFileInTheWay) {
  const auto file = fresh_folder() / "letter.txt";
  std::ofstream(file) << "dear";
  for (const auto& path : {file, file / "inside"}) {
    const auto refused = FolderLock::take(path);
    ASSERT_FALSE(refused) << path;
    EXPECT_NE(refused.error().find("a file is in the way"), std::string::npos) << refused.error();
  }
}

}  // namespace
}  // namespace jungle
