#pragma once
// Endgame tables of two animals, or a few more, built in a folder of their own: a matter of milliseconds.

#include <memory>

#include "core/rules.hpp"
#include "core/util/check.hpp"
#include "search/tablebase/builder.hpp"
#include "search/tablebase/tablebase.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jungle::test {

class SmallTablebase {
 public:
  explicit SmallTablebase(const RuleSet& rules = RuleSet(), int animals = 2) {
    const Result<bool> built = build_tablebase(folder_.path(), rules, {.animals = animals}, {}, {});
    JUNGLE_CHECK(built && *built);
    table_ = *Tablebase::open(folder_.path(), rules);
  }

  const EndgameTable& table() const { return *table_; }
  std::filesystem::path path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  std::shared_ptr<const Tablebase> table_;
};

}  // namespace jungle::test
