#include "search/tablebase/solver.hpp"

#include <algorithm>
#include <bit>

#include "search/tablebase/capture_values.hpp"

namespace jungle::tablebase {
namespace {

template <typename Visit>
void for_each_square(std::uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

std::size_t Solver::memory_bytes(int animals) {
  const std::size_t values = grid_pages(animals) * kBytesOfPage;
  // For each side: values and captures, three sets of an eighth, and four bytes for each placement that has a
  // capture, a fifth of them at most.
  return 2 * (2 * values + 3 * values / 8 + 4 * values / 5);
}

Status Solver::solve(const Material& material, const SolvedEndings& smaller) {
  page_moves_.emplace(material, moves_);
  clear(material.count(), page_moves_->set_size());
  std::array<GridValues, 2> captures = {std::move(sides_[0].captures), std::move(sides_[1].captures)};
  add_capture_values(material, rules_, moves_, smaller, captures);
  for (Side side : kSides) {
    sides_[slot(side)].captures = std::move(captures[slot(side)]);
    order_captures(sides_[slot(side)]);
  }
  if (rules_.fields().no_move == NoMove::kDraw) keep_stuck_from_losing();

  if (!run_levels()) {
    return Error{"the ending " + material.name() + " takes more than " + std::to_string(kMaxWinPlies - 2) +
                 " plies under these rules, and tables can't hold that"};
  }
  for (OfSide& of_side : sides_) finish(of_side);
  return Done{};
}

SolvedEnding Solver::ending() const {
  SolvedEnding ending;
  for (Side side : kSides) {
    GridValues& values = ending.values[slot(side)] = sides_[slot(side)].values;
    if (animals_ > 2) fill_mirror_images(values, animals_);
  }
  return ending;
}

bool Solver::run_levels() {
  int last_capture = 0;  // plies of the longest win or loss by capture
  for (const OfSide& of_side : sides_)
    for (int code = 1; code <= 255; ++code)
      if (!of_side.with_capture(static_cast<ValueCode>(code)).empty())
        last_capture = std::max(last_capture, plies_of(static_cast<ValueCode>(code)));
  // Nothing new in a level of each kind, and no capture to come: nothing will be. That has to be seen before
  // the codes run out.
  int levels_without = 0;
  for (int plies = 0; levels_without < 2 || plies <= last_capture + 1; ++plies) {
    if (plies > kMaxWinPlies) return false;
    bool changed = false;
    for (Side side : kSides) {
      if (plies % 2 == 0) {
        changed |= lose_in_plies(side, plies);
      } else if (win_in_plies(side, plies)) {
        changed = true;
        sides_[slot(side)].statistics.longest_win = static_cast<std::uint32_t>(plies);
      }
    }
    levels_without = changed ? 0 : levels_without + 1;
  }
  return true;
}

void Solver::clear(int animals, std::size_t set_size) {
  for (OfSide& of_side : sides_) {
    of_side.statistics = {};
    const std::size_t pages = set_size / kWordsOfPage;
    for (auto* flags : {&of_side.won_changed, &of_side.lost_changed, &of_side.escapes_changed})
      flags->assign(pages, 1);  // the first levels read everything
    if (animals == animals_ && of_side.values.size() == set_size * 64) continue;
    for (PlacementSet* set : {&of_side.lost, &of_side.not_won, &of_side.escapes}) set->assign(set_size, 0);
    of_side.values.assign(set_size * 64, kNoValue);
    of_side.captures.assign(set_size * 64, kNoValue);
  }
  animals_ = animals;
  for (const Page& page : page_moves_->pages()) clear_page(page);
}

void Solver::clear_page(const Page& page) {
  const Words placements = page_moves_->placements(page);
  const std::size_t word = page.number * kWordsOfPage;
  for (OfSide& of_side : sides_) {
    for (PlacementSet* set : {&of_side.lost, &of_side.escapes}) std::fill_n(&(*set)[word], kWordsOfPage, 0);
    std::copy_n(placements.data(), kWordsOfPage, &of_side.not_won[word]);
    std::fill_n(&of_side.values[word * 64], kBytesOfPage, kNoValue);
    std::fill_n(&of_side.captures[word * 64], kBytesOfPage, kNoValue);
  }
}

// A counting sort of the placements that have captures; all of them are escapes until proven otherwise.
void Solver::order_captures(OfSide& of_side) const {
  std::array<std::size_t, 257> count{};
  const auto visit_captures = [&](auto&& visit) {
    for (const Page& page : page_moves_->pages()) {
      for (std::size_t word = page.number * kWordsOfPage; word < (page.number + 1) * kWordsOfPage; ++word) {
        for_each_square(of_side.not_won[word], [&](std::size_t square) {
          const ValueCode code = of_side.captures[word * 64 + square];
          if (code != kNoValue) visit(word, square, code);
        });
      }
    }
  };
  visit_captures([&](std::size_t word, std::size_t square, ValueCode code) {
    of_side.escapes[word] |= std::uint64_t{1} << square;
    ++count[code];
  });
  std::size_t total = 0;
  for (std::size_t code = 0; code < count.size(); ++code) {
    of_side.first_of_code[code] = total;
    total += count[code];
    count[code] = of_side.first_of_code[code];
  }
  of_side.by_capture.resize(total);
  visit_captures([&](std::size_t word, std::size_t square, ValueCode code) {
    of_side.by_capture[count[code]++] = static_cast<std::uint32_t>(word * 64 + square);
  });
}

// Where having no move is a draw.
void Solver::keep_stuck_from_losing() {
  for (Side side : kSides) {
    OfSide& of_side = sides_[slot(side)];
    for (const Page& page : page_moves_->pages()) {
      Words movable{};
      page_moves_->add_moves_into(sides_[slot(!side)].not_won, side, page, movable);
      page_moves_->add_den_entries(side, page, movable);
      const Words placements = page_moves_->placements(page);
      for (std::size_t i = 0; i < kWordsOfPage; ++i)
        of_side.escapes[page.number * kWordsOfPage + i] |= placements[i] & ~movable[i];
    }
  }
}

bool Solver::win_in_plies(Side side, int plies) {
  OfSide& us = sides_[slot(side)];
  const OfSide& them = sides_[slot(!side)];
  const ValueCode code = win_in(plies);
  std::fill(us.won_changed.begin(), us.won_changed.end(), std::uint8_t{0});
  bool changed = win_by_capture(us, code);
  for (const Page& page : page_moves_->pages()) {
    if (plies > 1 && !page_moves_->reads_any(them.lost_changed, side, page)) continue;
    Words won{};
    page_moves_->add_moves_into(them.lost, side, page, won);
    if (plies == 1) page_moves_->add_den_entries(side, page, won);
    const std::uint64_t* not_won = &us.not_won[page.number * kWordsOfPage];
    for (std::size_t i = 0; i < kWordsOfPage; ++i) won[i] &= not_won[i];
    changed |= add_won(us, page, won, code);
  }
  return changed;
}

bool Solver::win_by_capture(OfSide& us, ValueCode code) {
  bool changed = false;
  for (const std::uint32_t at : us.with_capture(code)) {
    const std::uint64_t bit = std::uint64_t{1} << at % 64;
    if ((us.not_won[at / 64] & bit) == 0) continue;
    us.not_won[at / 64] &= ~bit;
    us.values[at] = code;
    us.won_changed[at / kBytesOfPage] = 1;
    changed = true;
  }
  return changed;
}

bool Solver::lose_in_plies(Side side, int plies) {
  OfSide& us = sides_[slot(side)];
  const OfSide& them = sides_[slot(!side)];
  const ValueCode code = loss_in(plies);
  std::fill(us.lost_changed.begin(), us.lost_changed.end(), std::uint8_t{0});
  std::fill(us.escapes_changed.begin(), us.escapes_changed.end(), std::uint8_t{plies == 0});
  // A capture that loses in so many plies is no way out of losing in as many.
  for (const std::uint32_t at : us.with_capture(code)) {
    us.escapes[at / 64] &= ~(std::uint64_t{1} << at % 64);
    us.escapes_changed[at / kBytesOfPage] = 1;
  }
  bool changed = false;
  for (const Page& page : page_moves_->pages()) {
    if (us.escapes_changed[page.number] == 0 && !page_moves_->reads_any(them.won_changed, side, page))
      continue;
    Words lost{};  // first what is not: what can move to where the opponent has not won
    page_moves_->add_moves_into(them.not_won, side, page, lost);
    if (plies == 0) page_moves_->add_den_entries(side, page, lost);
    const std::size_t word = page.number * kWordsOfPage;
    for (std::size_t i = 0; i < kWordsOfPage; ++i)
      lost[i] = us.not_won[word + i] & ~(lost[i] | us.escapes[word + i] | us.lost[word + i]);
    changed |= add_lost(us, page, lost, code);
  }
  return changed;
}

bool Solver::add_won(OfSide& us, const Page& page, const Words& won, ValueCode code) {
  if (!write(us.values, page, won, code)) return false;
  std::uint64_t* not_won = &us.not_won[page.number * kWordsOfPage];
  for (std::size_t i = 0; i < kWordsOfPage; ++i) not_won[i] &= ~won[i];
  us.won_changed[page.number] = 1;
  return true;
}

bool Solver::add_lost(OfSide& us, const Page& page, const Words& lost, ValueCode code) {
  if (!write(us.values, page, lost, code)) return false;
  std::uint64_t* all_lost = &us.lost[page.number * kWordsOfPage];
  for (std::size_t i = 0; i < kWordsOfPage; ++i) all_lost[i] |= lost[i];
  us.lost_changed[page.number] = 1;
  return true;
}

// Gives the placements of a page their value; false when there are none.
bool Solver::write(GridValues& values, const Page& page, const Words& placements, ValueCode code) {
  bool any = false;
  ValueCode* of_page = &values[page.number * kBytesOfPage];
  for (std::size_t i = 0; i < kWordsOfPage; ++i) {
    any |= placements[i] != 0;
    for_each_square(placements[i], [&](std::size_t square) { of_page[i * 64 + square] = code; });
  }
  return any;
}

// What is neither won nor lost is drawn; and the counts of all three.
void Solver::finish(OfSide& of_side) {
  for (const Page& page : page_moves_->pages()) {
    const std::size_t word = page.number * kWordsOfPage;
    const Words placements = page_moves_->placements(page);
    Words drawn{};
    std::uint64_t all = 0, won = 0, lost = 0;
    for (std::size_t i = 0; i < kWordsOfPage; ++i) {
      const std::uint64_t not_won = of_side.not_won[word + i];
      drawn[i] = not_won & ~of_side.lost[word + i];
      all += static_cast<std::uint64_t>(std::popcount(placements[i]));
      won += static_cast<std::uint64_t>(std::popcount(placements[i] & ~not_won));
      lost += static_cast<std::uint64_t>(std::popcount(of_side.lost[word + i]));
    }
    write(of_side.values, page, drawn, kDrawCode);
    const auto images = static_cast<std::uint64_t>(page.images);
    of_side.statistics.won += images * won;
    of_side.statistics.lost += images * lost;
    of_side.statistics.drawn += images * (all - won - lost);
  }
}

}  // namespace jungle::tablebase
