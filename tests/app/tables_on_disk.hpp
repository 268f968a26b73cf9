#pragma once
// A folder of endgame tables of two animals, made for a test: some tenths of a second.

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "search/tablebase/builder.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {

class TablesOnDisk {
 public:
  TablesOnDisk() {
    const Result<bool> built = build_tablebase(path(), RuleSet(), {.animals = 2}, {}, {});
    EXPECT_TRUE(built && *built) << (built ? "" : built.error());
  }

  std::string path() const { return folder_.path() / "tables"; }

  // Damage that only a search finds: the last byte of each table's last block.
  void damage() const {
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      if (entry.path().extension() == ".txt") continue;
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(-1, std::ios::end);
      const char last = static_cast<char>(file.get());
      file.seekp(-1, std::ios::end);
      file.put(static_cast<char>(last ^ 1));
    }
  }

 private:
  TemporaryFolder folder_;
};

// Red's lion has a long way to go; the cat can't stop it. Won, in more plies than a search of one ply sees.
inline constexpr const char* kWonFarOff = "6c/7/7/7/7/7/7/7/L6 r 0 1";

}  // namespace jungle::test
