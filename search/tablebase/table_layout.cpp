#include "search/tablebase/table_layout.hpp"

#include "search/tablebase/board_moves.hpp"
#include "search/tablebase/mirror.hpp"

namespace jungle::tablebase {

TableLayout::TableLayout(const Material& material) : animals_(material.count()) {
  const std::vector<Piece> pieces = material.pieces();
  for (std::size_t i = pieces.size(); i-- > 0;) {
    OfAnimal& animal = animal_[i];
    animal.stride = static_cast<std::uint32_t>(placements_);
    Bitboard squares = BoardMoves::standing(pieces[i].animal);
    if (i == 0) squares &= kLeftHalf;
    while (squares.any()) {
      const int square = jungle::index(squares.pop_first());
      animal.number[static_cast<std::size_t>(square)] = animal.size;
      animal.square[animal.size++] = static_cast<std::uint8_t>(square);
    }
    placements_ *= animal.size;
  }
}

void TableLayout::squares(std::uint64_t at, std::span<Square> squares) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(animals_); ++i) {
    squares[i] = square_from_index(animal_[i].square[at / animal_[i].stride]);
    at %= animal_[i].stride;
  }
}

}  // namespace jungle::tablebase
