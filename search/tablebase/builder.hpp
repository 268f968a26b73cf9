#pragma once
// Makes a folder of tables: solves every material, fewest animals first, and writes a file of each.
//
//   Status built = build_tablebase("tables/wango", rules, {.animals = 3, .threads = 2}, progress, stop);
//
// Stopped or killed, it goes on where it was: files are whole or not there, and those that are there are
// checked and kept.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "core/rules.hpp"
#include "core/util/result.hpp"

namespace jungle {

struct TablebaseBuildOptions {
  int animals = 3;  // up to so many, both sides together: 2 to 4
  int threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  // fewer threads work where this is too little for all
};

struct TablebaseBuildProgress {
  int animals = 0;  // of the materials at work
  int done = 0;     // of them
  int total = 0;
  int kept = 0;             // of `done`: found whole
  std::uint64_t bytes = 0;  // of all files that are done
};
// Called after each material, by one thread at a time. May be empty.
using TablebaseBuildReport = std::function<void(const TablebaseBuildProgress&)>;

// False when it was stopped before its end. Refuses: a folder with tables of other rules, memory too small
// for one thread, rules with endings longer than a table can say. Throws std::system_error when the disk
// refuses.
Result<bool> build_tablebase(const std::filesystem::path& folder, const RuleSet& rules,
                             const TablebaseBuildOptions& options, const TablebaseBuildReport& report,
                             const std::stop_token& stop);

// The least memory_bytes accepted.
std::uint64_t least_build_memory(int animals);

}  // namespace jungle
