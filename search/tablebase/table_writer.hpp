#pragma once
// Writes a solved material as a table file.
//
// Thread rule: hostile; one a thread. Memory: about twice the values of one material, kept for the next.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "search/tablebase/solver.hpp"
#include "search/tablebase/table_header.hpp"

struct ZSTD_CCtx_s;

namespace jungle::tablebase {

class TableWriter {
 public:
  explicit TableWriter(std::uint64_t rules_key);
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  // Of what the solver solved last. Throws std::system_error when the disk refuses (core/util/file.hpp).
  void write(const std::filesystem::path& path, const Material& material, const Solver& solver);

 private:
  void add_values(const Material& material, const GridValues& values);
  std::string compress(TableHeader& header);

  std::uint64_t rules_key_;
  std::vector<ValueCode> values_;
  std::string block_;  // room for one compressed
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> context_;
};

}  // namespace jungle::tablebase
