#include "nn/encoding.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/symmetry.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle {
namespace {

using test::sample_positions;
using test::SamplePosition;

using Planes = std::vector<float>;

Planes encoded(const EvalRequest& request) {
  Planes planes(kEncodedSize, -1.0F);
  encode(request, std::span<float>(planes));
  return planes;
}

float at(const Planes& planes, int square, int plane) {
  return planes[static_cast<std::size_t>(square * kPlanes + plane)];
}

int plane(std::string_view name) {
  const auto names = plane_names();
  const auto found = std::ranges::find(names, name);
  EXPECT_NE(found, names.end()) << name;
  return static_cast<int>(found - names.begin());
}

// The contract, written as directly as it can be: one plane at one square of the mover's view.
float plain(const EvalRequest& request, std::string_view name, Square seen) {
  const Position& position = *request.position;
  const RuleFields& rules = request.rules->fields();
  const Side own = position.side_to_move();
  const Square square = own == Side::kRed ? seen : turned(seen);
  for (const auto& [prefix, side] : {std::pair{"own_rank_", own}, std::pair{"enemy_rank_", !own}}) {
    if (!name.starts_with(prefix)) continue;
    const std::optional<Piece> piece = position.piece_at(square);
    const bool match =
        piece && piece->side == side && request.rules->rank(piece->animal) == name.back() - '0';
    return match ? 1.0F : 0.0F;
  }
  if (name == "water") return kWater.contains(square) ? 1.0F : 0.0F;
  if (name == "own_den") return den(own).contains(square) ? 1.0F : 0.0F;
  if (name == "enemy_den") return den(!own).contains(square) ? 1.0F : 0.0F;
  if (name == "own_traps") return traps(own).contains(square) ? 1.0F : 0.0F;
  if (name == "enemy_traps") return traps(!own).contains(square) ? 1.0F : 0.0F;
  if (name == "repetitions") return request.repetitions >= 2 ? 1.0F : request.repetitions == 1 ? 0.5F : 0.0F;
  const int limit = rules.no_capture_draw_plies;
  if (name == "no_capture_clock") {
    return limit == 0 ? 0.0F : static_cast<float>(position.plies_since_capture()) / static_cast<float>(limit);
  }
  if (name == "elephant_captures_rat") return rules.elephant_captures_rat ? 1.0F : 0.0F;
  if (name == "rat_bank_capture") return rules.rat_bank_capture == RatBankCapture::kRats ? 1.0F : 0.0F;
  if (name == "trapped_attack") return rules.trapped_attack == TrappedAttack::kFull ? 1.0F : 0.0F;
  if (name == "trap_scope_everyone") return rules.trap_scope == TrapScope::kEveryone ? 1.0F : 0.0F;
  if (name == "jump_blockers_enemy_rat") return rules.jump_blockers == JumpBlockers::kEnemyRat ? 1.0F : 0.0F;
  if (name == "tiger_jumps_rows") return rules.tiger_jump == Jump::kAlongColumns ? 0.0F : 1.0F;
  if (name == "tiger_jumps_columns") return rules.tiger_jump == Jump::kAlongRows ? 0.0F : 1.0F;
  if (name == "lion_jumps_rows") return rules.lion_jump == Jump::kAlongColumns ? 0.0F : 1.0F;
  if (name == "lion_jumps_columns") return rules.lion_jump == Jump::kAlongRows ? 0.0F : 1.0F;
  if (name == "no_move_draw") return rules.no_move == NoMove::kDraw ? 1.0F : 0.0F;
  if (name == "capture_all_none") return rules.capture_all == CaptureAll::kNone ? 1.0F : 0.0F;
  if (name == "repetition_third_is_draw") return rules.repetition == Repetition::kThirdIsDraw ? 1.0F : 0.0F;
  if (name == "no_capture_limit") return limit == 0 ? 0.0F : 100.0F / (100.0F + static_cast<float>(limit));
  ADD_FAILURE() << "no plain form of plane " << name;
  return -1.0F;
}

// Every preset, and one rule set that differs from the default in every field a plane stands for.
std::vector<RuleSet> all_rule_sets() {
  std::vector<RuleSet> rule_sets;
  for (const std::string_view name : RuleSet::preset_names()) rule_sets.push_back(*RuleSet::preset(name));
  rule_sets.emplace_back("opposite", RuleFields{.first_side = Side::kBlue,
                                                .dog_over_wolf = true,
                                                .elephant_captures_rat = true,
                                                .rat_bank_capture = RatBankCapture::kRats,
                                                .trapped_attack = TrappedAttack::kFull,
                                                .trap_scope = TrapScope::kEveryone,
                                                .jump_blockers = JumpBlockers::kEnemyRat,
                                                .tiger_jump = Jump::kAlongRows,
                                                .lion_jump = Jump::kAlongColumns,
                                                .no_move = NoMove::kDraw,
                                                .capture_all = CaptureAll::kNone,
                                                .repetition = Repetition::kNone,
                                                .no_capture_draw_plies = 100});
  return rule_sets;
}

TEST(Encoding, EqualsThePlainFormOnRandomPositionsOfEveryRuleSet) {
  for (const RuleSet& rules : all_rule_sets()) {
    std::set<Side> sides;
    for (const SamplePosition& sample : sample_positions(rules, 60, 1)) {
      const EvalRequest request = sample.request(rules);
      const Planes planes = encoded(request);
      sides.insert(sample.position.side_to_move());
      for (int square = 0; square < kSquares; ++square) {
        for (int i = 0; i < kPlanes; ++i) {
          const std::string_view name = plane_names()[static_cast<std::size_t>(i)];
          ASSERT_EQ(at(planes, square, i), plain(request, name, square_from_index(square)))
              << rules.name() << " " << name << " square " << square << " " << to_string(sample.position);
        }
      }
    }
    EXPECT_EQ(sides.size(), 2U);
  }
}

TEST(Encoding, PlaneNamesAreDistinctAndComplete) {
  const auto names = plane_names();
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kPlanes));
  EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
}

TEST(Encoding, ASideSwappedPositionLooksTheSame) {
  for (const RuleSet& rules : all_rule_sets()) {
    for (const SamplePosition& sample : sample_positions(rules, 30, 2)) {
      SamplePosition swapped = sample;
      swapped.position = side_swapped(sample.position);
      EXPECT_EQ(encoded(sample.request(rules)), encoded(swapped.request(rules)));
    }
  }
}

TEST(Encoding, AMirroredPositionHasMirroredPlanes) {
  const RuleSet rules;
  for (const SamplePosition& sample : sample_positions(rules, 50, 3)) {
    SamplePosition mirror = sample;
    mirror.position = mirrored(sample.position);
    const Planes planes = encoded(sample.request(rules));
    const Planes mirror_planes = encoded(mirror.request(rules));
    for (int square = 0; square < kSquares; ++square) {
      for (int i = 0; i < kPlanes; ++i) {
        ASSERT_EQ(at(planes, square, i), at(mirror_planes, index(mirrored(square_from_index(square))), i));
      }
    }
  }
}

TEST(Encoding, BothRankOrdersOfWolfAndDogLookAlike) {
  const RuleSet wolf_higher("a", RuleFields{});
  const RuleSet dog_higher("b", RuleFields{.dog_over_wolf = true});
  const Position wolf = *parse_position("l6/7/7/7/7/7/2W4/7/6L r 0 1");
  const Position dog = *parse_position("l6/7/7/7/7/7/2D4/7/6L r 0 1");
  const MoveList unused;
  EXPECT_EQ(encoded({&wolf, &wolf_higher, &unused, 0}), encoded({&dog, &dog_higher, &unused, 0}));
  EXPECT_NE(encoded({&wolf, &wolf_higher, &unused, 0}), encoded({&dog, &wolf_higher, &unused, 0}));
}

TEST(Encoding, RepetitionsAndAClockPastTheLimitSaturate) {
  const RuleSet rules("limited", RuleFields{.no_capture_draw_plies = 40});
  const Position position = *parse_position("l6/7/7/7/7/7/2W4/7/6L r 50 30");
  const MoveList unused;
  const auto value = [&](int repetitions, std::string_view name) {
    return at(encoded({&position, &rules, &unused, repetitions}), 5, plane(name));
  };
  EXPECT_EQ(value(0, "repetitions"), 0.0F);
  EXPECT_EQ(value(1, "repetitions"), 0.5F);
  EXPECT_EQ(value(2, "repetitions"), 1.0F);
  EXPECT_EQ(value(7, "repetitions"), 1.0F);
  EXPECT_EQ(value(0, "no_capture_clock"), 1.0F);
}

TEST(Encoding, Bfloat16IsTheRoundedFloatForm) {
  const RuleSet rules = *RuleSet::preset("kawu");
  for (const SamplePosition& sample : sample_positions(rules, 50, 4)) {
    const Planes planes = encoded(sample.request(rules));
    std::vector<Bfloat16> rounded(kEncodedSize, Bfloat16{0xffff});
    encode(sample.request(rules), std::span<Bfloat16>(rounded));
    for (std::size_t i = 0; i < planes.size(); ++i) ASSERT_EQ(rounded[i], to_bfloat16(planes[i]));
  }
}

}  // namespace
}  // namespace jungle
