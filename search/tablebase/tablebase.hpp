#pragma once
// A folder of endgame tables, ready to be asked.
//
//   Result<std::shared_ptr<const Tablebase>> tablebase = Tablebase::open("tables/wango", rules);
//   if (const auto value = (*tablebase)->probe(position)) ...
//
// Values are exact under the rules of the board; draw rules are set aside (search/endgame_table.hpp). A probe
// of a block in the cache takes 0.2 microseconds (docs/performance.md); another decompresses 32 KiB first,
// which takes some 20. Files are mapped, so the system's cache holds what is used of them.
//
// Thread rule: safe.

#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "search/endgame_table.hpp"
#include "search/tablebase/block_cache.hpp"
#include "search/tablebase/decoder_pool.hpp"
#include "search/tablebase/table_file.hpp"

namespace jungle {

struct TablebaseOptions {
  std::size_t cache_bytes = std::size_t{64} << 20;  // of decompressed blocks
  // Called once, on the thread that probes, with one line, when a block turns out to be damaged. From then on
  // the tables know nothing, so a search goes on without them. May be empty.
  std::function<void(const std::string&)> on_damage;
};

class Tablebase final : public EndgameTable {
 public:
  // Refuses in one line what is no folder of tables for the rules of this board, every file with a right
  // head; blocks are checked when they are read.
  static Result<std::shared_ptr<const Tablebase>> open(const std::filesystem::path& folder,
                                                       const RuleSet& rules, TablebaseOptions options = {});
  // For whatever rules the tables are.
  static Result<std::shared_ptr<const Tablebase>> open(const std::filesystem::path& folder,
                                                       TablebaseOptions options = {});

  int max_animals() const override { return max_animals_; }
  std::optional<EndgameValue> probe(const Position& position) const override;

  // The rules of the board; draw rules are those of a default rule set and mean nothing.
  const RuleSet& rules() const { return rules_; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<tablebase::TableFile>& files() const { return files_; }  // two animals first

 private:
  struct Place {  // of a value
    const tablebase::TableFile* file;
    std::uint64_t at;
  };
  Tablebase(std::filesystem::path folder, RuleSet rules, int animals, TablebaseOptions options)
      : folder_(std::move(folder)),
        rules_(std::move(rules)),
        max_animals_(animals),
        options_(std::move(options)),
        cache_(options_.cache_bytes) {}

  Status open_files();
  std::optional<EndgameValue> value_of_one_side(const Position& position) const;
  Place find(const Position& position) const;
  std::optional<tablebase::ValueCode> read(const Place& place) const;
  std::optional<tablebase::ValueCode> read_block(const Place& place, tablebase::BlockCache::Key key) const;
  void report_damage(const tablebase::TableFile& file) const;

  std::filesystem::path folder_;
  RuleSet rules_;
  int max_animals_;
  TablebaseOptions options_;
  std::vector<tablebase::TableFile> files_;
  std::vector<std::uint16_t> file_of_material_;  // by both sides' sets of animals; of canonical materials
  mutable tablebase::BlockCache cache_;
  mutable tablebase::DecoderPool decoders_;
  mutable std::atomic<bool> damaged_ = false;
};

}  // namespace jungle
