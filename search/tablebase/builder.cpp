#include "search/tablebase/builder.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "core/util/thread_safety.hpp"
#include "search/tablebase/board_rules.hpp"
#include "search/tablebase/manifest.hpp"
#include "search/tablebase/solver.hpp"
#include "search/tablebase/table_file.hpp"
#include "search/tablebase/table_writer.hpp"

namespace jungle {

using namespace tablebase;

namespace {

// Of the endings kept for those with one animal more, and of a thread at work.
std::uint64_t shared_memory(int animals) {
  std::uint64_t bytes = 0;
  for (int fewer = 2; fewer < animals; ++fewer)
    bytes += canonical_materials(fewer).size() * 2 * grid_pages(fewer) * kBytesOfPage;
  return bytes;
}
std::uint64_t thread_memory(int animals) {
  const std::uint64_t values = 2 * grid_pages(animals) * kBytesOfPage;
  return Solver::memory_bytes(animals) + values / 2;  // and of the writer: half, by symmetry, and compressed
}

class Builder {
 public:
  Builder(const std::filesystem::path& folder, const RuleSet& rules, const TablebaseBuildOptions& options,
          const TablebaseBuildReport& report, const std::stop_token& stop)
      : folder_(folder),
        options_(options),
        report_(report),
        stop_(stop),
        rules_(rules),
        rules_key_(board_rules_key(rules.fields())),
        moves_(rules) {}

  Result<bool> build();

 private:
  Result<Manifest> open_folder() const;
  int threads_for(int animals) const;
  void build_all_of(int animals);
  void build_one(const Material& material, Solver& solver, TableWriter& writer);
  bool is_there(const Material& material) const;
  void count(bool kept, const Material& material);

  const std::filesystem::path& folder_;
  const TablebaseBuildOptions& options_;
  const TablebaseBuildReport& report_;
  const std::stop_token& stop_;
  RuleSet rules_;
  std::uint64_t rules_key_;
  BoardMoves moves_;
  SolvedEndings solved_;

  // Of the materials of build_all_of().
  Mutex mutex_;
  TablebaseBuildProgress progress_ JUNGLE_GUARDED_BY(mutex_);
  std::optional<Error> error_ JUNGLE_GUARDED_BY(mutex_);
  std::exception_ptr exception_ JUNGLE_GUARDED_BY(mutex_);
};

Result<bool> Builder::build() {
  Result<Manifest> manifest = open_folder();
  if (!manifest) return Error{manifest.error()};
  for (int animals = 2; animals <= options_.animals; ++animals) {
    build_all_of(animals);
    const MutexLock lock(mutex_);
    if (exception_) std::rethrow_exception(exception_);
    if (error_) return *error_;
    if (progress_.done < progress_.total) return false;
    if (manifest->animals >= animals) continue;
    manifest->animals = animals;
    write_manifest(folder_, *manifest);
  }
  return true;
}

Result<Manifest> Builder::open_folder() const {
  if (options_.memory_bytes < least_build_memory(options_.animals))
    return Error{"tables of " + std::to_string(options_.animals) + " animals take at least " +
                 std::to_string((least_build_memory(options_.animals) >> 20) + 1) + " MiB of memory"};
  std::error_code ignored;
  if (!std::filesystem::exists(manifest_path(folder_), ignored)) {
    std::filesystem::create_directories(folder_);
    write_manifest(folder_, {.animals = 0, .rules = rules_.fields()});
  }
  Result<Manifest> manifest = read_manifest(folder_);
  if (!manifest) return manifest;
  const std::string differences = board_rule_differences(manifest->rules, rules_.fields());
  if (!differences.empty())
    return Error{folder_.string() + ": tables of other rules than " + rules_.name() + ": " + differences};
  return manifest;
}

int Builder::threads_for(int animals) const {
  const std::uint64_t room = options_.memory_bytes - shared_memory(animals);
  return static_cast<int>(std::clamp<std::uint64_t>(room / thread_memory(animals), 1,
                                                    static_cast<std::uint64_t>(options_.threads)));
}

void Builder::build_all_of(int animals) {
  const std::vector<Material> materials = canonical_materials(animals);
  {
    const MutexLock lock(mutex_);
    progress_.animals = animals;
    progress_.total = static_cast<int>(materials.size());
    progress_.done = progress_.kept = 0;
  }
#ifdef _OPENMP
#pragma omp parallel num_threads(threads_for(animals))
#endif
  {
    std::optional<Solver> solver;
    std::optional<TableWriter> writer;
#ifdef _OPENMP
#pragma omp for schedule(dynamic)
#endif
    for (std::size_t i = 0; i < materials.size(); ++i) {
      // No exception may leave the loop, nor may the loop be left.
      try {
        if (!solver) solver.emplace(rules_, moves_);
        if (!writer) writer.emplace(rules_key_);
        build_one(materials[i], *solver, *writer);
      } catch (...) {
        const MutexLock lock(mutex_);
        if (!exception_) exception_ = std::current_exception();
      }
    }
  }
}

// Endings that captures of larger ones lead into are solved again even if their file is there: it takes no
// longer than reading it.
void Builder::build_one(const Material& material, Solver& solver, TableWriter& writer) {
  {
    const MutexLock lock(mutex_);
    if (stop_.stop_requested() || error_ || exception_) return;
  }
  const bool kept = is_there(material);
  const bool needed = material.count() < options_.animals;
  if (!kept || needed) {
    if (const Status solved = solver.solve(material, solved_); !solved) {
      const MutexLock lock(mutex_);
      error_ = Error{solved.error()};
      return;
    }
  }
  if (!kept) writer.write(folder_ / table_file_name(material), material, solver);
  if (needed) solved_.add(material, solver.ending());
  count(kept, material);
}

bool Builder::is_there(const Material& material) const {
  const auto file = TableFile::open(folder_ / table_file_name(material), material, rules_key_);
  return file.has_value() && file->is_whole();
}

void Builder::count(bool kept, const Material& material) {
  std::error_code ignored;
  const std::uint64_t bytes = std::filesystem::file_size(folder_ / table_file_name(material), ignored);
  const MutexLock lock(mutex_);
  ++progress_.done;
  progress_.kept += kept ? 1 : 0;
  progress_.bytes += bytes;
  if (report_) report_(progress_);
}

}  // namespace

std::uint64_t least_build_memory(int animals) { return shared_memory(animals) + thread_memory(animals); }

Result<bool> build_tablebase(const std::filesystem::path& folder, const RuleSet& rules,
                             const TablebaseBuildOptions& options, const TablebaseBuildReport& report,
                             const std::stop_token& stop) {
  JUNGLE_CHECK(options.animals >= 2 && options.animals <= kMaxAnimals && options.threads >= 1);
  return Builder(folder, rules, options, report, stop).build();
}

}  // namespace jungle
