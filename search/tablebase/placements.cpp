#include "search/tablebase/placements.hpp"

#include <array>
#include <utility>
#include <vector>

namespace jungle::tablebase {

std::optional<Position> position_of(const TableFile& file, std::uint64_t at, Side to_move) {
  std::array<Square, kMaxAnimals> squares{};
  file.layout().squares(at, squares);
  const std::vector<Piece> pieces = file.header().material.pieces();
  PositionBuilder builder;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (!builder.place(pieces[i], squares[i])) return std::nullopt;
  Result<Position> position = builder.side_to_move(to_move).build();
  return position ? std::optional(*position) : std::nullopt;
}

std::optional<Position> longest_win(const TableFile& file, Side to_move) {
  const Statistics& statistics = file.header().statistics[static_cast<std::size_t>(index(to_move))];
  if (statistics.longest_win == 0) return std::nullopt;
  return position_of(file, statistics.longest_win_index, to_move);
}

}  // namespace jungle::tablebase
