#pragma once
// Rule sets by name or from a TOML file:
//
//   name = "wango-fast"           # optional, else the file's name; not a preset's
//   base = "wango"                # optional: the preset whose values hold where the file is silent
//   no_capture_draw_plies = 60    # then any field of core/rules.hpp
//
//   Result<RuleSet> rules = load_rules(text_of_option);
//   if (!rules) return usage_error(rules.error());
//
// What users write wrongly is refused with one line that says where (file, line), what, and what is allowed.
// Thread rule: pure functions; the files are read on each call.

#include <filesystem>
#include <string>
#include <string_view>

#include "core/rules.hpp"
#include "core/util/result.hpp"

namespace jungle {

// `text` as users give it in --rules and in train configs: a preset's name, or the path of a TOML file.
Result<RuleSet> load_rules(const std::string& text);

Result<RuleSet> load_rules_file(const std::filesystem::path& path);  // at most 1 MB
// `origin` names the text in messages; `default_name` is used where the text has no `name`.
Result<RuleSet> parse_rules(std::string_view toml, std::string_view origin, std::string_view default_name);

// Every field with its help as a comment. Reading it back gives the same fields; a preset is written under
// the name "my-<preset>", since a file can't take a preset's name.
std::string rules_to_toml(const RuleSet& rules);

}  // namespace jungle
