#include "core/rules.hpp"

#include <utility>

namespace jungle {
namespace {

struct Preset {
  std::string_view name;
  RuleFields fields;
};

// docs/rules.md gives the source of each value.
constexpr std::array kPresets = {
    Preset{"wango", {}},
    Preset{"kawu", {.no_capture_draw_plies = 200}},
    Preset{"panther",
           {.first_side = Side::kBlue,
            .dog_over_wolf = true,
            .elephant_captures_rat = true,
            .rat_bank_capture = RatBankCapture::kRats,
            .repetition = Repetition::kNone}},
    Preset{"halfmove60", {.repetition = Repetition::kNone, .no_capture_draw_plies = 60}},
    Preset{"wikipedia", {.trapped_attack = TrappedAttack::kFull, .no_capture_draw_plies = 200}},
    Preset{"leiden",
           {.elephant_captures_rat = true,
            .rat_bank_capture = RatBankCapture::kRats,
            .trapped_attack = TrappedAttack::kFull,
            .repetition = Repetition::kNone}},
};

constexpr auto kPresetNames = [] {
  std::array<std::string_view, kPresets.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kPresets[i].name;
  return names;
}();

}  // namespace

RuleSet::RuleSet(std::string name, const RuleFields& fields) : name_(std::move(name)), fields_(fields) {
  JUNGLE_CHECK(fields.no_capture_draw_plies >= 0 && fields.no_capture_draw_plies <= kMaxPlyLimit);
  JUNGLE_CHECK(fields.max_plies >= 0 && fields.max_plies <= kMaxPlyLimit);

  animal_of_rank_ = kAllAnimals;
  if (fields.dog_over_wolf) std::swap(animal_of_rank_[2], animal_of_rank_[3]);
  for (std::size_t i = 0; i < animal_of_rank_.size(); ++i)
    rank_[static_cast<std::size_t>(index(animal_of_rank_[i]))] = static_cast<std::uint8_t>(i + 1);

  for (Side side : kSides) {
    const std::size_t i = static_cast<std::size_t>(index(side));
    weak_[i] = fields.trap_scope == TrapScope::kEnemy ? traps(!side) : traps(Side::kRed) | traps(Side::kBlue);
    if (fields.trapped_attack == TrappedAttack::kNone) powerless_[i] = weak_[i];
  }

  const auto set_leaps = [this](Animal animal, Jump jump) {
    const std::size_t i = static_cast<std::size_t>(index(animal));
    if (jump != Jump::kAlongRows) column_leap_[i] = kWater;
    if (jump != Jump::kAlongColumns) row_leap_[i] = kWater;
  };
  set_leaps(Animal::kTiger, fields.tiger_jump);
  set_leaps(Animal::kLion, fields.lion_jump);
}

std::span<const std::string_view> RuleSet::preset_names() { return kPresetNames; }

std::optional<RuleSet> RuleSet::preset(std::string_view name) {
  for (const Preset& preset : kPresets)
    if (preset.name == name) return RuleSet(std::string(preset.name), preset.fields);
  return std::nullopt;
}

RuleSet RuleSet::with_max_plies(int max_plies) const {
  RuleFields fields = fields_;
  fields.max_plies = max_plies;
  return RuleSet(name_, fields);
}

}  // namespace jungle
