#include "search/tablebase/verifier.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <span>

#include "core/game.hpp"
#include "core/notation.hpp"
#include "core/util/random.hpp"
#include "core/util/thread_safety.hpp"
#include "search/endgame_moves.hpp"
#include "search/tablebase/mirror.hpp"
#include "search/tablebase/placements.hpp"

namespace jungle {

using namespace tablebase;

namespace {

constexpr std::size_t kMaxProblems = 20;

std::string text(const std::optional<EndgameValue>& value) { return value ? to_string(*value) : "unknown"; }

// The value that follows from the positions after it.
std::optional<EndgameValue> following_value(const Tablebase& tablebase, const Position& position) {
  const Outcome outcome = board_outcome(position, tablebase.rules());
  if (!outcome.is_ongoing())
    return EndgameValue{.result_for_side_to_move = outcome.value_for(position.side_to_move()), .plies = 0};
  const auto moves = valued_moves(tablebase, position, tablebase.rules());
  return moves ? std::optional(moves->front().value) : std::nullopt;
}

class Verifier {
 public:
  Verifier(const Tablebase& tablebase, const VerifyOptions& options, const VerifyReport& report,
           const std::stop_token& stop)
      : tablebase_(tablebase), options_(options), report_(report), stop_(stop) {}

  VerifyResult verify() {
    const std::vector<TableFile>& files = tablebase_.files();
    if (!all_are_whole()) return result();
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(options_.threads)
#endif
    for (std::size_t i = 0; i < files.size(); ++i) {
      try {
        verify_table(files[i], i);
      } catch (...) {
        const MutexLock lock(mutex_);
        if (!exception_) exception_ = std::current_exception();
      }
    }
    return result();
  }

 private:
  // Values of damaged files follow from nothing, nor do those of the files that lead there.
  bool all_are_whole() {
    const MutexLock lock(mutex_);
    for (const TableFile& file : tablebase_.files()) {
      if (stop_.stop_requested()) return false;
      if (!file.is_whole()) add_problem(result_, path_of(file) + ": a damaged block");
    }
    return result_.problems.empty();
  }

  VerifyResult result() {
    const MutexLock lock(mutex_);
    if (exception_) std::rethrow_exception(exception_);
    result_.stopped = stop_.stop_requested();
    return result_;
  }

  void verify_table(const TableFile& file, std::size_t number) {
    if (stop_.stop_requested()) return;
    VerifyResult of_table;
    of_table.tables = 1;
    for (int side = 0; side < file.header().sides(); ++side)
      verify_side(file, kSides[static_cast<std::size_t>(side)], number, of_table);
    add(of_table);
  }

  void verify_side(const TableFile& file, Side to_move, std::size_t number, VerifyResult& of_table) const {
    const std::uint64_t placements = file.layout().placements();
    const bool whole = file.layout().animals() < kMaxAnimals || options_.sample == 0;
    Statistics counted;
    Rng rng({options_.seed, number, static_cast<std::uint64_t>(index(to_move))});
    for (std::uint64_t i = 0; i < (whole ? placements : options_.sample); ++i) {
      if (i % 1024 == 0 && stop_.stop_requested()) return;
      const std::uint64_t at = whole ? i : rng.below(placements);
      const auto position = position_of(file, at, to_move);
      if (!position) continue;  // two animals on a square
      const auto value = verify_position(*position, of_table);
      if (value) count(file, at, *value, counted);
    }
    if (whole && !stop_.stop_requested()) compare(file, to_move, counted, of_table);
  }

  std::optional<EndgameValue> verify_position(const Position& position, VerifyResult& of_table) const {
    const auto value = tablebase_.probe(position), following = following_value(tablebase_, position);
    ++of_table.positions;
    if (!value || value != following) {
      ++of_table.wrong;
      add_problem(of_table,
                  to_string(position) + ": " + text(value) + ", but its moves make it " + text(following));
    }
    return value;
  }

  static void count(const TableFile& file, std::uint64_t at, const EndgameValue& value, Statistics& counted) {
    std::array<Square, kMaxAnimals> squares{};
    file.layout().squares(at, squares);
    const std::uint64_t images = column(squares[0]) == kColumns / 2 ? 1 : 2;
    if (value.result_for_side_to_move == 0) counted.drawn += images;
    if (value.result_for_side_to_move < 0) counted.lost += images;
    if (value.result_for_side_to_move <= 0) return;
    counted.won += images;
    if (static_cast<std::uint32_t>(value.plies) > counted.longest_win) {
      counted.longest_win = static_cast<std::uint32_t>(value.plies);
      counted.longest_win_index = at;
    }
  }

  void compare(const TableFile& file, Side to_move, const Statistics& counted, VerifyResult& of_table) const {
    if (file.header().statistics[static_cast<std::size_t>(index(to_move))] == counted) return;
    add_problem(of_table, path_of(file) + ": the counts in its head are wrong");
  }

  std::string path_of(const TableFile& file) const {
    return (tablebase_.folder() / table_file_name(file.header().material)).string();
  }

  static void add_problem(VerifyResult& result, std::string problem) {
    if (result.problems.size() < kMaxProblems) result.problems.push_back(std::move(problem));
  }

  void add(const VerifyResult& of_table) {
    const MutexLock lock(mutex_);
    result_.tables += of_table.tables;
    result_.positions += of_table.positions;
    result_.wrong += of_table.wrong;
    for (const std::string& problem : of_table.problems) add_problem(result_, problem);
    if (report_) report_(result_);
  }

  const Tablebase& tablebase_;
  const VerifyOptions& options_;
  const VerifyReport& report_;
  const std::stop_token& stop_;
  Mutex mutex_;
  VerifyResult result_ JUNGLE_GUARDED_BY(mutex_);
  std::exception_ptr exception_ JUNGLE_GUARDED_BY(mutex_);
};

}  // namespace

VerifyResult verify_tablebase(const Tablebase& tablebase, const VerifyOptions& options,
                              const VerifyReport& report, const std::stop_token& stop) {
  return Verifier(tablebase, options, report, stop).verify();
}

}  // namespace jungle
