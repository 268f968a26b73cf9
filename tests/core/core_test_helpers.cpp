#include "tests/core/core_test_helpers.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace jungle {

void PrintTo(const Position& position, std::ostream* out) { *out << to_string(position); }
void PrintTo(Move move, std::ostream* out) { *out << to_string(move); }
void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << to_string(outcome.result) << ' ' << to_string(outcome.reason);
}
void PrintTo(const RuleSet& rules, std::ostream* out) { *out << rules.name(); }

namespace test {

Position position_of(std::string_view text) {
  const Result<Position> position = parse_position(text);
  if (!position) ADD_FAILURE() << text << ": " << position.error();
  return *position;
}

Square square_of(std::string_view text) { return square_at(text[0] - 'a', text[1] - '1'); }
Move move_of(std::string_view text) {
  return Move(square_of(text.substr(0, 2)), square_of(text.substr(2, 2)));
}
RuleSet preset(std::string_view name) { return RuleSet::preset(name).value(); }

RuleSet wango_with(FieldValues changed) {
  RuleFields fields;
  std::string name = "wango";
  for (const auto& [field, value] : changed) {
    const Status set = set_rule_field(fields, field, value);
    if (!set) ADD_FAILURE() << set.error();
    name += ":" + std::string(field) + "=" + std::string(value);
  }
  return RuleSet(name, fields);
}

std::vector<Move> sorted_legal_moves(const Position& position, const RuleSet& rules) {
  MoveList list;
  generate_legal(position, rules, list);
  std::vector<Move> moves(list.begin(), list.end());
  std::sort(moves.begin(), moves.end(),
            [](Move a, Move b) { return std::pair(a.from(), a.to()) < std::pair(b.from(), b.to()); });
  return moves;
}

namespace {

std::string joined(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::string legal_moves_text(std::string_view position, const RuleSet& rules) {
  std::vector<std::string> words;
  for (Move move : sorted_legal_moves(position_of(position), rules)) words.push_back(to_string(move));
  return joined(words);
}

std::string targets_text(std::string_view position, std::string_view from, const RuleSet& rules) {
  std::vector<std::string> words;
  for (Move move : sorted_legal_moves(position_of(position), rules))
    if (move.from() == square_of(from)) words.push_back(to_string(move.to()));
  return joined(words);
}

void play_all(Game& game, std::string_view moves) {
  std::istringstream words{std::string(moves)};
  for (std::string word; words >> word;) {
    ASSERT_TRUE(game.outcome().is_ongoing()) << "before " << word;
    ASSERT_TRUE(is_legal(game.position(), game.rules(), move_of(word))) << word;
    game.play(move_of(word));
  }
}

std::string test_name(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace test
}  // namespace jungle
