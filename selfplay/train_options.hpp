#pragma once
// Every option of a training run, declared once: name, type, range, default, help. The TOML file, --set,
// `config check`, the manifest's echo and the documentation all come from this table.
//
//   for (const TrainOption& option : train_options())
//     print("{} = {}  # {}", option.name, to_text(option.get(config)), option.help);
//
// Thread rule: immutable.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/util/result.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;
std::string to_text(const OptionValue& value);  // as TOML writes it

struct TrainOption {
  std::string name;      // "selfplay.full_visits": section and key
  std::string expected;  // for messages: "a whole number from 1 to 100000"
  std::string help;
  bool changes_results = true;  // false: an existing run may go on with another value

  std::function<OptionValue(const TrainConfig&)> get;
  // Refuses other types and values out of range with what was expected; the name is the caller's to add.
  std::function<Status(TrainConfig&, const OptionValue&)> set;
};

std::span<const TrainOption> train_options();                 // by section, in the order of the documentation
const TrainOption* find_train_option(std::string_view name);  // null when unknown

}  // namespace jungle
