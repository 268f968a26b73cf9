#pragma once
// Reads the text records of games that data/pgn.hpp writes, and those of people and other programs that keep
// to its form: comments, variations, move numbers and annotations (!?, $3) are passed over.
//
//   PgnReader reader(*text, {rules});
//   while (std::optional<Result<PgnRecord>> record = reader.next()) {
//     if (!*record) warn(record->error());   // "line 12: move 3: the wolf (4) may not take the lion (7)"
//     else use((*record)->game);
//   }
//
// A record is checked as it is read: every move is legal and none follows the end of the game, and a game
// that the moves finish has the result they lead to. A result that the moves don't reach (resigned,
// forfeited, cut by a limit of plies that is not in the rule set) is kept as a text. After a record that was
// refused, reading goes on at the next tags.
//
// Cost: one pass; a game is held in memory at a time. Any text is safe. Thread rule: hostile.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"

namespace jungle {

struct PgnRecord {
  std::vector<std::pair<std::string, std::string>> tags;  // in the order of the file
  Game game;
  std::string result;  // 1-0, 0-1, 1/2-1/2, *: of the side that moves first under the rule set

  std::string_view tag(std::string_view name) const;  // empty when absent
};

class PgnReader {
 public:
  // `known`: rule sets that a RuleSet tag may name besides the presets, before which they go. A game without
  // such a tag has the rules of the first of them, and the default preset when there is none. The text must
  // outlive the reader.
  PgnReader(std::string_view text, std::vector<RuleSet> known);

  std::optional<Result<PgnRecord>> next();  // none at the end of the text

 private:
  using Tags = std::vector<std::pair<std::string, std::string>>;

  void skip_space();
  void skip_line();
  void skip_to_next_tags();
  void skip_variation();
  bool skip_aside();  // a comment, a variation, an annotation: false when none begins here
  bool at_line_start() const;
  std::string_view next_word();
  Result<PgnRecord> read_record();
  Result<Tags> read_tags();
  std::optional<RuleSet> rules_named(std::string_view name) const;
  Result<Game> begin_game(const Tags& tags);
  Result<std::string> read_moves(Game& game);  // the result
  Error error(std::string_view message);       // with the number of the line

  std::string_view text_;
  std::vector<RuleSet> known_;
  std::size_t place_ = 0;
  bool in_tags_ = false;     // what is being read: tags, or moves
  std::ptrdiff_t line_ = 1;  // the number of the line at line_place_, for messages
  std::size_t line_place_ = 0;
};

// All records of a text, or the message of the first that is refused; a text without any is refused.
Result<std::vector<PgnRecord>> read_pgn(std::string_view text, const std::vector<RuleSet>& known);

}  // namespace jungle
