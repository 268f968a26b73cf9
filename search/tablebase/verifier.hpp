#pragma once
// Checks tables against the rules: what a table says of a position has to follow, by the generator's moves,
// from what the tables say of the positions after it, and the counts in its head from its values. Where a
// file is damaged that is all that is said.
//
//   verify_tablebase(tablebase, {.threads = 2}, progress, stop);

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "search/tablebase/tablebase.hpp"

namespace jungle {

struct VerifyOptions {
  int threads = 1;
  // Positions of a table of four animals and a side to move; 0: all. Smaller tables are always checked whole.
  std::uint64_t sample = 4096;
  std::uint64_t seed = 0;  // of the sample
};

struct VerifyResult {
  int tables = 0;               // that were checked
  std::uint64_t positions = 0;  // whose value was compared
  std::uint64_t wrong = 0;
  std::vector<std::string> problems;  // a line each, of damage and of the first wrong positions; some at most
  bool stopped = false;

  bool ok() const { return problems.empty() && wrong == 0; }
};

using VerifyReport =
    std::function<void(const VerifyResult& so_far)>;  // by one thread at a time; may be empty

VerifyResult verify_tablebase(const Tablebase& tablebase, const VerifyOptions& options,
                              const VerifyReport& report, const std::stop_token& stop);

}  // namespace jungle
