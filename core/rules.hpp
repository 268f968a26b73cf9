#pragma once
// A rule set as data. Published rule texts differ in ways that change legal moves and results; each
// difference is a field here, and docs/rules.md says which text asks for which value.
//
//   const RuleSet rules = *RuleSet::preset("wango");
//   rules.rank(Animal::kWolf);   // 4
//
// Thread rule: immutable once made; share freely.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bitboard.hpp"
#include "core/geometry.hpp"
#include "core/piece.hpp"
#include "core/util/result.hpp"

namespace jungle {

enum class RatBankCapture : std::uint8_t { kNone, kRats };
enum class TrappedAttack : std::uint8_t { kNone, kFull };
enum class TrapScope : std::uint8_t { kEnemy, kEveryone };
enum class JumpBlockers : std::uint8_t { kAnyRat, kEnemyRat };
enum class Jump : std::uint8_t { kBoth, kAlongRows, kAlongColumns };
enum class NoMove : std::uint8_t { kLoss, kDraw };
enum class CaptureAll : std::uint8_t { kWin, kNone };
enum class Repetition : std::uint8_t { kNone, kThirdIsDraw };

// Limits on plies: 0 is "never". Defaults are those of the preset `wango`.
struct RuleFields {
  // Who moves first in the start position.
  Side first_side = Side::kRed;
  // False: wolf 4, dog 3; true: dog 4, wolf 3.
  bool dog_over_wolf = false;
  // May an untrapped rat be taken by the elephant.
  bool elephant_captures_rat = false;
  // kRats: a rat takes a rat across the bank, both ways.
  RatBankCapture rat_bank_capture = RatBankCapture::kNone;
  // kFull: an animal of rank 0 on a trap captures with its own rank.
  TrappedAttack trapped_attack = TrappedAttack::kNone;
  // kEveryone: any animal on any trap has rank 0.
  TrapScope trap_scope = TrapScope::kEnemy;
  // Which rats in the water stop a leap.
  JumpBlockers jump_blockers = JumpBlockers::kAnyRat;
  Jump tiger_jump = Jump::kBoth;
  Jump lion_jump = Jump::kBoth;
  // What befalls the side to move when it has no legal move.
  NoMove no_move = NoMove::kLoss;
  // kNone: a side without animals is judged by no_move at its turn.
  CaptureAll capture_all = CaptureAll::kWin;
  // Of the board and the side to move; the start counts.
  Repetition repetition = Repetition::kThirdIsDraw;
  // A draw after this many plies in a row without a capture.
  int no_capture_draw_plies = 0;
  // A draw by length after this many plies; no published rule.
  int max_plies = 0;
  bool operator==(const RuleFields&) const = default;
};

inline constexpr int kMaxPlyLimit = 60000;  // the largest no_capture_draw_plies and max_plies accepted

class RuleSet {
 public:
  // Precondition: 0 <= both ply limits <= kMaxPlyLimit (set_rule_field checks what users write).
  RuleSet(std::string name, const RuleFields& fields);
  RuleSet() : RuleSet("wango", RuleFields{}) {}

  static std::span<const std::string_view> preset_names();  // wango first: the default
  static std::optional<RuleSet> preset(std::string_view name);

  const std::string& name() const { return name_; }
  const RuleFields& fields() const { return fields_; }
  RuleSet with_max_plies(int max_plies) const;

  // True when a game under these rules can't go on for ever by the published rules alone (max_plies not
  // counted).
  bool has_draw_rule() const {
    return fields_.repetition != Repetition::kNone || fields_.no_capture_draw_plies > 0;
  }

  int rank(Animal animal) const { return rank_[static_cast<std::size_t>(index(animal))]; }  // 1..8
  Animal animal_of_rank(int rank) const { return animal_of_rank_[static_cast<std::size_t>(rank - 1)]; }

  // Squares on which an animal of `side` has rank 0, and so may be taken by anything that reaches it.
  Bitboard weak_squares(Side side) const { return weak_[static_cast<std::size_t>(index(side))]; }
  // Squares from which an animal of `side` may not capture at all.
  Bitboard powerless_squares(Side side) const { return powerless_[static_cast<std::size_t>(index(side))]; }

  // Water that the animal may leap over along columns and along rows; empty for those that can't leap.
  Bitboard column_leap_water(Animal animal) const {
    return column_leap_[static_cast<std::size_t>(index(animal))];
  }
  Bitboard row_leap_water(Animal animal) const { return row_leap_[static_cast<std::size_t>(index(animal))]; }

  bool operator==(const RuleSet& other) const { return name_ == other.name_ && fields_ == other.fields_; }

 private:
  std::string name_;
  RuleFields fields_;
  std::array<std::uint8_t, kAnimals> rank_{};
  std::array<Animal, kAnimals> animal_of_rank_{};
  std::array<Bitboard, 2> weak_{};
  std::array<Bitboard, 2> powerless_{};
  std::array<Bitboard, kAnimals> column_leap_{};
  std::array<Bitboard, kAnimals> row_leap_{};
};

// The fields by name, for TOML files, `show`, run manifests and tests: each field is declared once, in
// rules.cpp.
struct RuleFieldInfo {
  std::string_view name;                      // "rat_bank_capture"
  std::span<const std::string_view> allowed;  // {"none", "rats"}; empty for the two ply limits
  std::string_view help;
};
std::span<const RuleFieldInfo> rule_field_infos();
std::string rule_field_value(const RuleFields& fields,
                             std::string_view name);  // "rats", "true", "200"; precondition: a known name
Status set_rule_field(RuleFields& fields, std::string_view name, std::string_view value);

}  // namespace jungle
