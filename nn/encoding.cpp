#include "nn/encoding.hpp"

#include <algorithm>
#include <array>
#include <concepts>

#include "core/geometry.hpp"

namespace jungle {
namespace {

// Changing this list, its order or a plane's meaning is a new kPlanesVersion: nets trained before can't be
// used any more.
// clang-format off
constexpr std::array<std::string_view, kPlanes> kPlaneNames = {
    "own_rank_1", "own_rank_2", "own_rank_3", "own_rank_4",
    "own_rank_5", "own_rank_6", "own_rank_7", "own_rank_8",
    "enemy_rank_1", "enemy_rank_2", "enemy_rank_3", "enemy_rank_4",
    "enemy_rank_5", "enemy_rank_6", "enemy_rank_7", "enemy_rank_8",
    "water", "own_den", "enemy_den", "own_traps", "enemy_traps",
    "repetitions", "no_capture_clock",
    "elephant_captures_rat", "rat_bank_capture", "trapped_attack", "trap_scope_everyone", "jump_blockers_enemy_rat",
    "tiger_jumps_rows", "tiger_jumps_columns", "lion_jumps_rows", "lion_jumps_columns",
    "no_move_draw", "capture_all_none", "repetition_third_is_draw", "no_capture_limit",
};
// clang-format on

constexpr std::size_t kEnemyAnimals = kAnimalPlanes / 2;  // the first plane of each group
constexpr std::size_t kBoard = kAnimalPlanes;
constexpr std::size_t kConstant = kBoard + kBoardPlanes;

using ConstantPlanes = std::array<float, kConstantPlanes>;

ConstantPlanes constant_planes(const EvalRequest& request) {
  const RuleFields& rules = request.rules->fields();
  const auto flag = [](bool set) { return set ? 1.0F : 0.0F; };
  const auto limit = static_cast<float>(rules.no_capture_draw_plies);
  const auto clock = static_cast<float>(request.position->plies_since_capture());
  return {
      static_cast<float>(std::min(request.repetitions, 2)) / 2.0F,
      limit > 0 ? std::min(clock / limit, 1.0F) : 0.0F,
      flag(rules.elephant_captures_rat),
      flag(rules.rat_bank_capture == RatBankCapture::kRats),
      flag(rules.trapped_attack == TrappedAttack::kFull),
      flag(rules.trap_scope == TrapScope::kEveryone),
      flag(rules.jump_blockers == JumpBlockers::kEnemyRat),
      flag(rules.tiger_jump != Jump::kAlongColumns),
      flag(rules.tiger_jump != Jump::kAlongRows),
      flag(rules.lion_jump != Jump::kAlongColumns),
      flag(rules.lion_jump != Jump::kAlongRows),
      flag(rules.no_move == NoMove::kDraw),
      flag(rules.capture_all == CaptureAll::kNone),
      flag(rules.repetition == Repetition::kThirdIsDraw),
      limit > 0 ? 100.0F / (100.0F + limit) : 0.0F,  // "never" is the limit of larger and larger numbers
  };
}

template <typename T>
constexpr T convert(float value) {
  if constexpr (std::same_as<T, float>) {
    return value;
  } else {
    return to_bfloat16(value);
  }
}

// An encoded position without animals and constants. The board looks the same from both sides: the turned
// board has Blue's den where Red's was.
template <typename T>
constexpr std::array<T, kEncodedSize> make_empty_board() {
  std::array<T, kEncodedSize> planes{};
  const std::array<Bitboard, kBoardPlanes> sets = {kWater, den(Side::kRed), den(Side::kBlue),
                                                   traps(Side::kRed), traps(Side::kBlue)};
  for (std::size_t square = 0; square < kSquares; ++square) {
    for (std::size_t plane = 0; plane < kBoardPlanes; ++plane) {
      if (!sets[plane].contains(square_from_index(static_cast<int>(square)))) continue;
      planes[square * kPlanes + kBoard + plane] = convert<T>(1.0F);
    }
  }
  return planes;
}
template <typename T>
constexpr auto kEmptyBoard = make_empty_board<T>();

// Calls place(plane, square) for each animal of a side; planes from `first_plane` on.
template <typename Place>
void for_each_animal(const EvalRequest& request, Side side, std::size_t first_plane, const Place& place) {
  const bool turn = request.position->side_to_move() == Side::kBlue;
  const auto& animals = request.position->animals(side);
  for (const Animal animal : kAllAnimals) {
    const Bitboard set = animals[static_cast<std::size_t>(index(animal))];
    if (set.empty()) continue;
    const int square = index(turn ? turned(set.first()) : set.first());
    place(first_plane + static_cast<std::size_t>(request.rules->rank(animal) - 1),
          static_cast<std::size_t>(square));
  }
}

template <typename Place>
void for_each_animal(const EvalRequest& request, const Place& place) {
  const Side own = request.position->side_to_move();
  for_each_animal(request, own, 0, place);
  for_each_animal(request, !own, kEnemyAnimals, place);
}

template <typename T>
void encode_as(const EvalRequest& request, std::span<T> planes) {
  JUNGLE_CHECK(planes.size() == kEncodedSize);
  std::ranges::copy(kEmptyBoard<T>, planes.begin());
  std::array<T, kConstantPlanes> constants;
  std::ranges::transform(constant_planes(request), constants.begin(), convert<T>);
  for (std::size_t square = 0; square < kSquares; ++square) {
    std::ranges::copy(constants, planes.begin() + static_cast<std::ptrdiff_t>(square * kPlanes + kConstant));
  }
  for_each_animal(request, [&](std::size_t plane, std::size_t square) {
    planes[square * kPlanes + plane] = convert<T>(1.0F);
  });
}

}  // namespace

std::span<const std::string_view> plane_names() { return kPlaneNames; }

int policy_index(Move move, Side side_to_move) {
  const bool turn = side_to_move == Side::kBlue;
  const Square from = turn ? turned(move.from()) : move.from();
  const Square to = turn ? turned(move.to()) : move.to();
  const Direction direction = column(from) == column(to) ? (to > from ? Direction::kUp : Direction::kDown)
                                                         : (to < from ? Direction::kLeft : Direction::kRight);
  return index(from) * 4 + static_cast<int>(direction);
}

Move move_of_policy_index(int wanted, Side side_to_move, const MoveList& legal_moves) {
  for (const Move move : legal_moves) {
    if (policy_index(move, side_to_move) == wanted) return move;
  }
  return {};
}

void encode(const EvalRequest& request, std::span<float> planes) { encode_as(request, planes); }
void encode(const EvalRequest& request, std::span<Bfloat16> planes) { encode_as(request, planes); }

SparsePlanes encode_sparse(const EvalRequest& request) {
  SparsePlanes planes{.constants = constant_planes(request)};
  for_each_animal(request, [&](std::size_t plane, std::size_t square) {
    planes.animal_list[planes.animal_count++] = {static_cast<std::uint8_t>(plane),
                                                 static_cast<std::uint8_t>(square)};
  });
  return planes;
}

std::span<const float> board_planes(int square) {
  return std::span(kEmptyBoard<float>)
      .subspan(static_cast<std::size_t>(square) * kPlanes + kBoard, kBoardPlanes);
}

}  // namespace jungle
