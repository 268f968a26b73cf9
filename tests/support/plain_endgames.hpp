#pragma once
// The plain twin of search/tablebase: exact values of all placements of some animals, by asking the generator
// for the moves of every position and going through all of them again and again, a round a ply, until nothing
// changes. No symmetry, no sets.
//
//   const PlainEndgames endgames(rules, {{Side::kRed, Animal::kLion}, {Side::kBlue, Animal::kRat}});
//   endgames.probe(position);
//
// Memory: about 330 bytes a position; two animals have 5 thousand, three 250 thousand. Thread rule:
// immutable.

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/packed_position.hpp"
#include "core/rules.hpp"
#include "search/endgame_table.hpp"

namespace jungle::test {

class PlainEndgames final : public EndgameTable {
 public:
  // Holds what has these animals or, by captures, some of them.
  PlainEndgames(const RuleSet& rules, std::vector<Piece> pieces);

  int max_animals() const override { return static_cast<int>(pieces_.size()); }
  std::optional<EndgameValue> probe(const Position& position) const override;

  // All positions held on which the game goes on or its end is that of the board, in no special order.
  std::span<const Position> positions() const { return positions_; }

 private:
  struct Hash {
    std::size_t operator()(const PackedPosition& packed) const {
      return static_cast<std::size_t>(
          (packed.low ^ packed.high * 0x9E3779B97F4A7C15ULL) * 0xBF58476D1CE4E5B9ULL >> 16);
    }
  };
  struct Entry {
    EndgameValue value;
    bool known = false;
    std::vector<std::uint32_t> successors;
  };

  void place(std::size_t next, PositionBuilder builder);
  void list_successors(const RuleSet& rules);
  void iterate();
  bool know(Entry& entry, int plies) const;

  std::vector<Piece> pieces_;
  std::vector<Position> positions_;
  std::vector<Entry> entries_;  // parallel to positions_
  std::unordered_map<PackedPosition, std::uint32_t, Hash> numbers_;
};

}  // namespace jungle::test
