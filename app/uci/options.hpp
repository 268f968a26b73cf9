#pragma once
// The options of `jungle uci`, declared once: what `uci` lists is what `setoption` takes.
//
//   Result<ChangedSettings> changed = with_option(settings, "Threads", "2");
//
// Names and meanings are those of Stockfish and lc0 where they have such an option. Thread rule: pure
// functions; `Rules` reads the file that it names.

#include <string>
#include <string_view>
#include <vector>

#include "app/player_spec.hpp"
#include "core/rules.hpp"
#include "core/util/result.hpp"

namespace jungle {

struct EngineSettings {
  PlayerSpec player;
  RuleSet rules;
  int lines = 1;
  bool ponder = false;
  bool show_wdl = true;
  int move_overhead_ms = 30;
};

struct ChangedSettings {
  EngineSettings settings;
  bool of_player = false;  // the player has to be made anew
};

// "option name MultiPV type spin default 1 min 1 max 32", one for each; the defaults are the settings given.
std::vector<std::string> option_lines(const EngineSettings& settings);

// The message says what is wrong with the name or the value.
Result<ChangedSettings> with_option(EngineSettings settings, std::string_view name, std::string_view value);

}  // namespace jungle
