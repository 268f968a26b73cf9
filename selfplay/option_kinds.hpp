#pragma once
// The kinds of options a table can hold. Each function declares one option; `ref` maps a config (const or
// not) to the field. Private to the tables: train_options.cpp, game_options.cpp, self_play_options.cpp.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selfplay/train_options.hpp"

namespace jungle::option_kinds {

inline Error refused(const std::string& expected, const OptionValue& value) {
  return Error{fmt::format("expected {}, got {}", expected, to_text(value))};
}

template <typename Ref>
TrainOption flag(std::string_view name, Ref ref, std::string_view help) {
  const std::string expected = "true or false";
  return {.name = std::string(name),
          .expected = expected,
          .help = std::string(help),
          .get = [ref](const TrainConfig& config) -> OptionValue { return ref(config); },
          .set = [ref, expected](TrainConfig& config, const OptionValue& value) -> Status {
            const bool* on = std::get_if<bool>(&value);
            if (on == nullptr) return refused(expected, value);
            ref(config) = *on;
            return Done{};
          }};
}

template <typename Ref>
TrainOption integer(std::string_view name, Ref ref, std::int64_t min, std::int64_t max,
                    std::string_view help) {
  const std::string expected = fmt::format("a whole number from {} to {}", min, max);
  return {.name = std::string(name),
          .expected = expected,
          .help = std::string(help),
          .get = [ref](const TrainConfig& config) -> OptionValue {
            return static_cast<std::int64_t>(ref(config));
          },
          .set = [ref, min, max, expected](TrainConfig& config, const OptionValue& value) -> Status {
            const std::int64_t* number = std::get_if<std::int64_t>(&value);
            if (std::holds_alternative<double>(value))
              return Error{fmt::format("expected {}, got one with a point or an exponent", expected)};
            if (number == nullptr || *number < min || *number > max) return refused(expected, value);
            auto& field = ref(config);
            field = static_cast<std::decay_t<decltype(field)>>(*number);
            return Done{};
          }};
}

template <typename Ref>
TrainOption number(std::string_view name, Ref ref, double min, double max, std::string_view help) {
  const std::string expected = fmt::format("a number from {} to {}", min, max);
  return {.name = std::string(name),
          .expected = expected,
          .help = std::string(help),
          // A float is shown as the shortest text that gives it back, not as the double nearest to it.
          .get = [ref](const TrainConfig& config) -> OptionValue {
            return std::stod(fmt::format("{}", ref(config)));
          },
          .set = [ref, min, max, expected](TrainConfig& config, const OptionValue& value) -> Status {
            const std::int64_t* whole = std::get_if<std::int64_t>(&value);
            const double* real = std::get_if<double>(&value);
            if (whole == nullptr && real == nullptr) return refused(expected, value);
            const double given = real != nullptr ? *real : static_cast<double>(*whole);
            if (!(given >= min && given <= max)) return refused(expected, value);
            auto& field = ref(config);
            field = static_cast<std::decay_t<decltype(field)>>(given);
            return Done{};
          }};
}

// A text that `parse` accepts: it sets the field, or says what is wrong.
template <typename Get, typename Parse>
TrainOption text(std::string_view name, const std::string& expected, Get get, Parse parse,
                 std::string_view help) {
  return {.name = std::string(name),
          .expected = expected,
          .help = std::string(help),
          .get = [get](const TrainConfig& config) -> OptionValue { return std::string(get(config)); },
          .set = [parse, expected](TrainConfig& config, const OptionValue& value) -> Status {
            const std::string* given = std::get_if<std::string>(&value);
            if (given == nullptr) return refused(expected, value);
            return parse(config, *given);
          }};
}

// One of some words, each standing for a value of the field.
template <typename Ref, typename Value>
TrainOption choice(std::string_view name, Ref ref, std::vector<std::pair<std::string, Value>> choices,
                   std::string_view help) {
  std::vector<std::string> words;
  words.reserve(choices.size());
  for (const auto& [word, value] : choices) words.push_back(fmt::format("\"{}\"", word));
  const std::string expected = fmt::format("{}", fmt::join(words, " or "));
  const auto get = [ref, choices](const TrainConfig& config) {
    return std::find_if(choices.begin(), choices.end(),
                        [&](const auto& c) { return c.second == ref(config); })
        ->first;
  };
  const auto parse = [ref, choices, expected](TrainConfig& config, const std::string& word) -> Status {
    const auto found =
        std::find_if(choices.begin(), choices.end(), [&](const auto& c) { return c.first == word; });
    if (found == choices.end()) return refused(expected, word);
    ref(config) = found->second;
    return Done{};
  };
  return text(name, expected, get, parse, help);
}

// The same option, but one that leaves results alone: a run may be resumed with another value.
inline TrainOption without_effect_on_results(TrainOption option) {
  option.changes_results = false;
  return option;
}

}  // namespace jungle::option_kinds
