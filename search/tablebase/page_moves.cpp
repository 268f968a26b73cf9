#include "search/tablebase/page_moves.hpp"

#include <algorithm>

#include "core/symmetry.hpp"
#include "search/tablebase/mirror.hpp"

namespace jungle::tablebase {
namespace {

std::size_t slot(Side side) { return static_cast<std::size_t>(index(side)); }

// Each constant column a step may not start from, so that loops over words have no other branch.
constexpr std::uint64_t kNotFirstColumn = (~column_set(0)).bits();
constexpr std::uint64_t kNotLastColumn = (~column_set(kColumns - 1)).bits();

// The squares one step from any of the set; bits off the board may be set.
constexpr std::uint64_t stepped(std::uint64_t set) {
  return set << kColumns | set >> kColumns | (set & kNotFirstColumn) >> 1 | (set & kNotLastColumn) << 1;
}

}  // namespace

PageMoves::PageMoves(const Material& material, const BoardMoves& moves)
    : moves_(moves), pages_of_grid_(grid_pages(material.count())) {
  leading_ = material.pieces();
  last_animal_ = leading_.back();
  leading_.pop_back();
  word_animal_ = leading_.back();
  leading_.pop_back();
  for (Bitboard squares = BoardMoves::standing(last_animal_.animal); squares.any();)
    for (const BoardMove& move : moves_.quiet(last_animal_, squares.pop_first()))
      if (move.leapt.any()) leaps_of_last_animal_.push_back(move);
  list_pages();
}

void PageMoves::list_pages() {
  std::vector<Square> squares;
  const auto place = [&](auto& self, std::size_t i) -> void {
    if (i == leading_.size()) return add_page(squares);
    Bitboard free = BoardMoves::standing(leading_[i].animal) & computed_half(i, leading_.size() + 2);
    for (const Square taken : squares) free &= ~Bitboard(taken);
    while (free.any()) {
      squares.push_back(free.pop_first());
      self(self, i + 1);
      squares.pop_back();
    }
  };
  place(place, 0);
}

void PageMoves::add_page(std::span<const Square> leading) {
  Page page;
  for (std::size_t i = 0; i < leading.size(); ++i) {
    page.number = page.number * kSquares + static_cast<std::size_t>(index(leading[i]));
    page.occupied |= Bitboard(leading[i]);
    for (Side side : kSides)
      page.leap_blockers[slot(side)] |= stopped_by(leading_[i], side, Bitboard(leading[i]));
    page.enters_den[slot(leading_[i].side)] |= moves_.den_entrances(leading_[i]).contains(leading[i]);
  }
  if (!leading.empty() && column(leading[0]) != kColumns / 2) page.images = 2;
  for (Side side : kSides) {
    page.first_source[slot(side)] = sources_.size();
    list_sources(leading, side, page);
    page.last_source[slot(side)] = sources_.size();
  }
  pages_.push_back(page);
}

void PageMoves::list_sources(std::span<const Square> leading, Side side, Page& page) {
  for (std::size_t i = 0; i < leading.size(); ++i) {
    if (leading_[i].side != side) continue;
    for (const BoardMove& move : moves_.quiet(leading_[i], leading[i])) {
      if ((move.leapt & page.leap_blockers[slot(side)]).any() || page.occupied.contains(move.to)) continue;
      const bool mirror = !computed_half(i, leading.size() + 2).contains(move.to);
      std::size_t number = 0;
      for (std::size_t k = 0; k < leading.size(); ++k) {
        const Square square = k == i ? move.to : leading[k];
        number = number * kSquares + static_cast<std::size_t>(index(mirror ? mirrored(square) : square));
      }
      sources_.push_back({number, move.leapt, mirror});
    }
  }
}

Words PageMoves::placements(const Page& page) const {
  Words words{};
  for (Bitboard squares = BoardMoves::standing(word_animal_.animal) & ~page.occupied; squares.any();) {
    const Square square = squares.pop_first();
    words[static_cast<std::size_t>(index(square))] =
        (BoardMoves::standing(last_animal_.animal) & ~page.occupied & ~Bitboard(square)).bits();
  }
  return words;
}

bool PageMoves::reads_any(const std::vector<std::uint8_t>& flags, Side side, const Page& page) const {
  if (flags[page.number] != 0 && (word_animal_.side == side || last_animal_.side == side)) return true;
  for (std::size_t i = page.first_source[slot(side)]; i < page.last_source[slot(side)]; ++i)
    if (flags[sources_[i].page] != 0) return true;
  return false;
}

void PageMoves::add_moves_into(const PlacementSet& set, Side side, const Page& page, Words& from) const {
  for (std::size_t i = page.first_source[slot(side)]; i < page.last_source[slot(side)]; ++i)
    add_source(sources_[i], set, side, from);
  const std::uint64_t* words = &set[page.number * kWordsOfPage];
  if (word_animal_.side == side) add_moves_of_word_animal(words, side, page, from);
  if (last_animal_.side == side) add_moves_of_last_animal(words, side, page, from);
}

void PageMoves::add_source(const Source& source, const PlacementSet& set, Side side, Words& from) const {
  const std::uint64_t* words = &set[source.page * kWordsOfPage];
  const Bitboard stopped_words = stopped_by(word_animal_, side, source.leapt);
  const std::uint64_t kept = ~stopped_by(last_animal_, side, source.leapt).bits();
  if (!source.mirrored && stopped_words.empty()) {
    for (std::size_t i = 0; i < kWordsOfPage; ++i) from[i] |= words[i] & kept;
    return;
  }
  for (int i = 0; i < kSquares; ++i) {
    const Square square = square_from_index(i);
    if (stopped_words.contains(square)) continue;
    const Bitboard read =
        source.mirrored ? mirrored(Bitboard(words[index(mirrored(square))])) : Bitboard(words[i]);
    from[static_cast<std::size_t>(i)] |= read.bits() & kept;
  }
}

void PageMoves::add_moves_of_word_animal(const std::uint64_t* words, Side side, const Page& page,
                                         Words& from) const {
  for (Bitboard squares = BoardMoves::standing(word_animal_.animal) & ~page.occupied; squares.any();) {
    const Square square = squares.pop_first();
    std::uint64_t reached = 0;
    for (const BoardMove& move : moves_.quiet(word_animal_, square)) {
      if ((move.leapt & page.leap_blockers[slot(side)]).any()) continue;
      reached |= words[index(move.to)] & ~stopped_by(last_animal_, side, move.leapt).bits();
    }
    from[static_cast<std::size_t>(index(square))] |= reached;
  }
}

void PageMoves::add_moves_of_last_animal(const std::uint64_t* words, Side side, const Page& page,
                                         Words& from) const {
  for (std::size_t i = 0; i < kWordsOfPage; ++i) from[i] |= stepped(words[i]);
  // Leaps, one pair of squares at a time: a set of one square each.
  for (const BoardMove& leap : leaps_of_last_animal_) {
    if ((leap.leapt & page.leap_blockers[slot(side)]).any()) continue;
    const Bitboard stopped_words = stopped_by(word_animal_, side, leap.leapt);
    for (std::size_t i = 0; i < kWordsOfPage; ++i) {
      const std::uint64_t open = ~(stopped_words.bits() >> i) & 1;
      from[i] |= (words[i] >> index(leap.to) & open) << index(leap.from);
    }
  }
}

void PageMoves::add_den_entries(Side side, const Page& page, Words& from) const {
  const Bitboard words = word_animal_.side == side ? moves_.den_entrances(word_animal_) : Bitboard();
  const Bitboard bits = last_animal_.side == side ? moves_.den_entrances(last_animal_) : Bitboard();
  for (int i = 0; i < kSquares; ++i) {
    const bool all = page.enters_den[slot(side)] || words.contains(square_from_index(i));
    from[static_cast<std::size_t>(i)] |= (all ? kAllSquares : bits).bits();
  }
}

}  // namespace jungle::tablebase
