#pragma once
// Moves of whole pages of placements at once. A set of placements is a bit each, in the order of grid.hpp: a
// page is 64 words, so a move of a leading animal is another page, a move of the last but one another word,
// and a move of the last a shift.
//
//   PageMoves moves(material, board_moves);
//   for (const PageMoves::Page& page : moves.pages()) {
//     Words from{};
//     moves.add_moves_into(lost_for_blue, Side::kRed, page, from);   // Red wins from these
//   }
//
// Sets hold placements only: no bit where an animal can't stand or a square is taken, none in mirror images.
//
// Thread rule: immutable.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/tablebase/board_moves.hpp"
#include "search/tablebase/grid.hpp"
#include "search/tablebase/material.hpp"

namespace jungle::tablebase {

using PlacementSet = std::vector<std::uint64_t>;
using Words = std::array<std::uint64_t, kWordsOfPage>;

class PageMoves {
 public:
  struct Page {
    std::size_t number = 0;
    int images = 1;  // 2: its mirror image is another page, left out
    // Of the leading animals:
    Bitboard occupied;
    std::array<Bitboard, 2> leap_blockers{};  // rats that stop leaps of each side
    std::array<bool, 2> enters_den{};         // one of the side stands beside the enemy den
    // Where their moves lead, in sources_, by side.
    std::array<std::size_t, 2> first_source{};
    std::array<std::size_t, 2> last_source{};  // one past
  };

  PageMoves(const Material& material, const BoardMoves& moves);

  std::span<const Page> pages() const { return pages_; }  // in which an animal may stand, in growing order
  std::size_t set_size() const { return pages_of_grid_ * kWordsOfPage; }

  // All placements of the page.
  Words placements(const Page& page) const;

  // Adds the placements from which a quiet move of `side` leads into the set.
  void add_moves_into(const PlacementSet& set, Side side, const Page& page, Words& from) const;
  // Adds those from which an animal of `side` enters the den; others that are no placements, too.
  void add_den_entries(Side side, const Page& page, Words& from) const;
  // False when add_moves_into reads none of the pages flagged.
  bool reads_any(const std::vector<std::uint8_t>& flags, Side side, const Page& page) const;

 private:
  struct Source {  // a page that a move of a leading animal leads into
    std::size_t page;
    Bitboard leapt;
    bool mirrored;  // it is the mirror image of the page read
  };

  void list_pages();
  void add_page(std::span<const Square> leading);
  void list_sources(std::span<const Square> leading, Side side, Page& page);
  void add_source(const Source& source, const PlacementSet& set, Side side, Words& from) const;
  void add_moves_of_word_animal(const std::uint64_t* words, Side side, const Page& page, Words& from) const;
  void add_moves_of_last_animal(const std::uint64_t* words, Side side, const Page& page, Words& from) const;

  // Squares from which a leap over `leapt` is stopped by the animal there, were it this one.
  Bitboard stopped_by(Piece rat, Side side, Bitboard leapt) const {
    return rat.animal == Animal::kRat && moves_.rat_blocks(rat.side, side) ? leapt : Bitboard();
  }

  const BoardMoves& moves_;
  std::vector<Piece> leading_;  // all but two
  Piece word_animal_;           // the last but one
  Piece last_animal_;
  std::vector<BoardMove> leaps_of_last_animal_;
  std::size_t pages_of_grid_;
  std::vector<Page> pages_;
  std::vector<Source> sources_;
};

}  // namespace jungle::tablebase
