// The table of rule fields by name: how each is written, read and explained.

#include <charconv>

#include "core/rules.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

using Words = std::span<const std::string_view>;
constexpr std::array<std::string_view, 2> kSideWords = {"red", "blue"};
constexpr std::array<std::string_view, 2> kBoolWords = {"false", "true"};
constexpr std::array<std::string_view, 2> kBankWords = {"none", "rats"};
constexpr std::array<std::string_view, 2> kAttackWords = {"none", "full"};
constexpr std::array<std::string_view, 2> kScopeWords = {"enemy", "everyone"};
constexpr std::array<std::string_view, 2> kBlockerWords = {"any_rat", "enemy_rat"};
constexpr std::array<std::string_view, 3> kJumpWords = {"both", "rows", "columns"};
constexpr std::array<std::string_view, 2> kNoMoveWords = {"loss", "draw"};
constexpr std::array<std::string_view, 2> kCaptureAllWords = {"win", "none"};
constexpr std::array<std::string_view, 2> kRepetitionWords = {"none", "third_is_draw"};

struct Field {
  RuleFieldInfo info;
  int (*get)(const RuleFields&);
  void (*set)(RuleFields&, int);
};

// Enumerators and words stand in the same order, so a field is its word's number.
template <auto Member>
constexpr Field field(std::string_view name, Words words, std::string_view help) {
  using Value = std::remove_cvref_t<decltype(std::declval<RuleFields>().*Member)>;
  return {{name, words, help},
          [](const RuleFields& fields) { return static_cast<int>(fields.*Member); },
          [](RuleFields& fields, int value) { fields.*Member = static_cast<Value>(value); }};
}

constexpr std::array kFields = {
    field<&RuleFields::first_side>("first_side", kSideWords, "who moves first in the start position"),
    field<&RuleFields::dog_over_wolf>("dog_over_wolf", kBoolWords,
                                      "true: dog 4, wolf 3; false: wolf 4, dog 3"),
    field<&RuleFields::elephant_captures_rat>("elephant_captures_rat", kBoolWords,
                                              "may an untrapped rat be taken by the elephant"),
    field<&RuleFields::rat_bank_capture>("rat_bank_capture", kBankWords,
                                         "rats: a rat may take a rat across the bank, both ways"),
    field<&RuleFields::trapped_attack>("trapped_attack", kAttackWords,
                                       "may an animal of rank 0 on a trap capture; full: with its own rank"),
    field<&RuleFields::trap_scope>("trap_scope", kScopeWords,
                                   "who loses rank on a trap; everyone: any animal on any trap"),
    field<&RuleFields::jump_blockers>("jump_blockers", kBlockerWords, "which rats in the water stop a leap"),
    field<&RuleFields::tiger_jump>("tiger_jump", kJumpWords,
                                   "directions of the tiger's leap; rows: sideways"),
    field<&RuleFields::lion_jump>("lion_jump", kJumpWords, "directions of the lion's leap; rows: sideways"),
    field<&RuleFields::no_move>("no_move", kNoMoveWords, "what befalls a side that has no legal move"),
    field<&RuleFields::capture_all>("capture_all", kCaptureAllWords,
                                    "win: taking the last animal ends the game; none: no_move judges"),
    field<&RuleFields::repetition>("repetition", kRepetitionWords,
                                   "third occurrence of the same board and side to move; the start counts"),
    field<&RuleFields::no_capture_draw_plies>(
        "no_capture_draw_plies", Words{},
        "a draw after this many plies in a row without a capture; 0: never"),
    field<&RuleFields::max_plies>("max_plies", Words{}, "a draw by length after this many plies; 0: never"),
};

constexpr auto kInfos = [] {
  std::array<RuleFieldInfo, kFields.size()> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kFields[i].info;
  return infos;
}();

const Field* find_field(std::string_view name) {
  for (const Field& field : kFields)
    if (field.info.name == name) return &field;
  return nullptr;
}

std::string join(Words words) {
  std::string joined;
  for (std::string_view word : words) {
    if (!joined.empty()) joined += ", ";
    joined += word;
  }
  return joined;
}

Error bad_value(std::string_view name, std::string_view value, const std::string& allowed) {
  return Error{"rule field '" + std::string(name) + "' can't be '" + printable(value) +
               "'; allowed: " + allowed};
}

}  // namespace

std::span<const RuleFieldInfo> rule_field_infos() { return kInfos; }

std::string rule_field_value(const RuleFields& fields, std::string_view name) {
  const Field* field = find_field(name);
  JUNGLE_CHECK(field != nullptr);
  const int value = field->get(fields);
  if (field->info.allowed.empty()) return std::to_string(value);
  return std::string(field->info.allowed[static_cast<std::size_t>(value)]);
}

Status set_rule_field(RuleFields& fields, std::string_view name, std::string_view value) {
  const Field* field = find_field(name);
  if (field == nullptr) return Error{"unknown rule field '" + printable(name) + "'"};
  const Words words = field->info.allowed;
  if (words.empty()) {
    int number = -1;
    const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (status != std::errc() || end != value.data() + value.size() || number < 0 || number > kMaxPlyLimit)
      return bad_value(name, value, "0 to " + std::to_string(kMaxPlyLimit));
    field->set(fields, number);
    return Done{};
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != value) continue;
    field->set(fields, static_cast<int>(i));
    return Done{};
  }
  return bad_value(name, value, join(words));
}

}  // namespace jungle
