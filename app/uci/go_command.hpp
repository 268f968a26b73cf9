#pragma once
// What follows `go`, as values.
//
//   go nodes 1000 | go movetime 100 | go wtime 60000 btime 58000 winc 600 binc 600 movestogo 20
//   go depth 8    | go infinite     | go ponder wtime 60000 btime 58000 | go perft 4
//
// Thread rule: pure functions.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/uci/time_control.hpp"
#include "core/util/result.hpp"
#include "search/limits.hpp"

namespace jungle {

struct GoCommand {
  std::int64_t nodes = 0;  // 0: no such limit, here and below
  int depth = 0;
  std::int64_t movetime_ms = 0;
  bool infinite = false;
  bool ponder = false;
  int perft = 0;  // count moves instead

  // Of the side that moves first under the rule set and of the other. 0 left is a clock that has run out.
  std::optional<std::int64_t> first_left_ms;
  std::optional<std::int64_t> second_left_ms;
  std::int64_t first_increment_ms = 0;
  std::int64_t second_increment_ms = 0;
  int moves_to_go = 0;

  std::vector<std::string> unknown;  // words that were passed over

  bool waits() const { return infinite || ponder; }  // bestmove waits for `stop` or `ponderhit`
  bool says_when_to_end() const;  // false: nothing in it bounds a search or asks for one without bounds
  // Of the side to move, or the other side's where only that is told; none when the game has no clock.
  std::optional<GameClock> clock(bool first_side_moves) const;
};

// `words` come after "go". Refuses a number that is missing or out of range, and words none of which
// is a limit; without any words the search is one that lasts until it is stopped.
Result<GoCommand> parse_go(std::span<const std::string_view> words);

// What the player is told to keep to: the command's limits and the player's own, whichever is reached first;
// for `infinite` none. Time is not among them: see app/uci/search_task.hpp. `depth_counts`: the player
// searches by depth; one that doesn't has its own measure where no other limit is given.
Limits search_limits(const GoCommand& go, const Limits& of_player, bool depth_counts);

}  // namespace jungle
