#pragma once
// All endings with one animal a side, solved by plain iteration: a table for tests that need nothing on disk.

#include <cstdint>
#include <vector>

#include "core/rules.hpp"
#include "search/endgame_table.hpp"

namespace jungle::test {

class TwoAnimals final : public EndgameTable {
 public:
  explicit TwoAnimals(const RuleSet& rules);

  int max_animals() const override { return 2; }
  std::optional<EndgameValue> probe(const Position& position) const override;

 private:
  std::vector<EndgameValue> values_;  // by material, squares and side to move
};

}  // namespace jungle::test
