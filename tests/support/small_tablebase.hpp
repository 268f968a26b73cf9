#pragma once
// Endgame tables of two animals, or a few more, built in a folder of their own: some tenths of a second, most
// of it the disk's.

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "core/rules.hpp"
#include "core/util/check.hpp"
#include "search/tablebase/builder.hpp"
#include "search/tablebase/tablebase.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jungle::test {

// Red's lion has a long way to go; the cat can't stop it. Won, in more plies than a search of one ply sees.
inline constexpr const char* kWonFarOff = "6c/7/7/7/7/7/7/7/L6 r 0 1";

class SmallTablebase {
 public:
  explicit SmallTablebase(const RuleSet& rules = RuleSet(), int animals = 2) {
    const Result<bool> built = build_tablebase(folder_.path(), rules, {.animals = animals}, {}, {});
    JUNGLE_CHECK(built && *built);
    table_ = *Tablebase::open(folder_.path(), rules);
  }

  const EndgameTable& table() const { return *table_; }
  std::string path() const { return folder_.path(); }

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
  std::shared_ptr<const Tablebase> table_;
};

}  // namespace jungle::test
