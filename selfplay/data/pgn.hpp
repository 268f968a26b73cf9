#pragma once
// The text record of a game: PGN's export format (Edwards 1994, section 8) with this board's moves, so that
// people and scripts can read it.
//
//   std::ofstream file("match.pgn");
//   file << pgn_text({.game = &game, .first_player = "ab:depth=4", .second_player = "random"});
//
// What differs from chess: a move is from+to (g3g4); White is the side that moves first under the rule set,
// whatever its colour on the board; Variant is "jungle" and RuleSet names the rules; Termination is the
// reason word of core/game.hpp. SetUp and FEN appear when the game does not begin at the start position. An
// unfinished game has the result "*" and the termination "unterminated". A forfeit is told in the words of
// other match programs ("time forfeit", ...), with a tag Forfeit that says what happened.
//
// Thread rule: pure function.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/forfeit.hpp"
#include "selfplay/data/game_record.hpp"

namespace jungle {

// The termination of a self-play game that a table of endings ended, and the tag that says in how many plies
// best play would have ended it on the board (0: drawn).
inline constexpr std::string_view kAdjudication = "adjudication";
inline constexpr std::string_view kTablePliesTag = "TablePlies";

// The termination of a game that a side gave up, and the tag of a self-play game that says how many plies the
// net thought were left.
inline constexpr std::string_view kResignation = "resignation";
inline constexpr std::string_view kNetPliesTag = "NetPlies";

// How a game ended that the board had not ended: by people, by a table of endings, or given up.
struct PgnEnding {
  Outcome outcome;          // of reason kNone
  std::string termination;  // kResignation, "agreement", kAdjudication
};

struct PgnGame {
  const Game* game = nullptr;
  std::string first_player;  // of the side that moves first under the rule set
  std::string second_player;
  std::string event = "?";
  std::string round = "?";
  std::string date = "????.??.??";  // yyyy.mm.dd; the caller's, since a record must not depend on the clock
  std::optional<GameForfeit> forfeit = {};  // of a game that the board does not end
  std::optional<PgnEnding> ending = {};     // likewise
  std::vector<std::pair<std::string, std::string>> more_tags =
      {};  // after the others, e.g. {"OpeningPlies", "8"}
};

std::string pgn_text(const PgnGame& record);  // ends with an empty line
// A game of self-play: `player` on both sides, its index as the round.
std::string record_text(const GameRecord& record, const std::string& player, const std::string& event);

// 1-0, 0-1, 1/2-1/2, or * of a game that goes on: of the side that moves first under the rule set.
std::string_view result_token(Outcome outcome, Side first_side);

}  // namespace jungle
