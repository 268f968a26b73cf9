#include "selfplay/data/pgn_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/notation.hpp"
#include "core/util/text.hpp"
#include "selfplay/data/pgn.hpp"

namespace jungle {
namespace {

constexpr std::string_view kSpace = " \t\r\n\v\f";
constexpr std::string_view kDigits = "0123456789";

bool is_result(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

// "12." and "12..." before a move, "!?" after it: what is left is the move.
std::string_view bare_move(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of(kDigits), word.size());
  if (digits > 0 && digits < word.size() && word[digits] == '.')
    word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
  const std::size_t end = word.find_last_not_of("!?+#");
  return word.substr(0, end == word.npos ? 0 : end + 1);
}

bool is_number(std::string_view word) { return word.find_first_not_of(kDigits) == word.npos; }

}  // namespace

std::string_view PgnRecord::tag(std::string_view name) const {
  const auto found =
      std::ranges::find(tags, name, [](const auto& tag) { return std::string_view(tag.first); });
  return found == tags.end() ? std::string_view() : std::string_view(found->second);
}

PgnReader::PgnReader(std::string_view text, std::vector<RuleSet> known)
    : text_(text), known_(std::move(known)) {
  if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);  // a byte order mark
}

Error PgnReader::error(std::string_view message) {
  // From where the last message left off: a text of nothing but errors costs no more than one pass.
  const std::size_t from = std::min(line_place_, place_);
  const std::size_t to = std::max(line_place_, place_);
  const std::ptrdiff_t lines = std::ranges::count(text_.substr(from, to - from), '\n');
  line_ += place_ >= line_place_ ? lines : -lines;
  line_place_ = place_;
  return {fmt::format("line {}: {}", line_, message)};
}

bool PgnReader::at_line_start() const { return place_ == 0 || text_[place_ - 1] == '\n'; }

void PgnReader::skip_space() { place_ = std::min(text_.find_first_not_of(kSpace, place_), text_.size()); }

void PgnReader::skip_line() { place_ = std::min(text_.find('\n', place_), text_.size()); }

void PgnReader::skip_to_next_tags() {
  while (in_tags_ && place_ < text_.size() && text_[place_] == '[') {  // those of the record that was refused
    skip_line();
    skip_space();
  }
  if (!in_tags_ && at_line_start() && place_ < text_.size() && text_[place_] == '[')
    return;  // the next record's
  const std::size_t next = text_.find("\n[", place_);
  place_ = next == text_.npos ? text_.size() : next + 1;
}

// Brackets within comments don't count.
void PgnReader::skip_variation() {
  int depth = 0;
  do {
    const char next = text_[place_];
    if (next == '{' || next == ';') {
      skip_aside();
    } else {
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
      ++place_;
    }
  } while (depth > 0 && place_ < text_.size());
}

bool PgnReader::skip_aside() {
  const char first = text_[place_];
  if (first == ';' || (first == '%' && at_line_start())) {
    skip_line();
  } else if (first == '{') {
    const std::size_t end = text_.find('}', place_);
    place_ = end == text_.npos ? text_.size() : end + 1;
  } else if (first == '(') {
    skip_variation();
  } else if (first == '$') {
    place_ = std::min(text_.find_first_not_of(kDigits, place_ + 1), text_.size());
  } else {
    return false;
  }
  return true;
}

std::string_view PgnReader::next_word() {
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n\v\f{(;$", place_), text_.size());
  const std::string_view word = text_.substr(place_, end - place_);
  place_ = end;
  return word;
}

std::optional<Result<PgnRecord>> PgnReader::next() {
  skip_space();
  while (place_ < text_.size() && skip_aside()) skip_space();
  if (place_ == text_.size()) return std::nullopt;
  Result<PgnRecord> record = read_record();
  if (!record) skip_to_next_tags();
  return record;
}

Result<PgnRecord> PgnReader::read_record() {
  in_tags_ = true;
  Result<Tags> tags = read_tags();
  if (!tags) return Error{tags.error()};
  Result<Game> game = begin_game(*tags);
  if (!game) return Error{game.error()};
  in_tags_ = false;
  const Result<std::string> result = read_moves(*game);
  if (!result) return Error{result.error()};
  PgnRecord record{.tags = *std::move(tags), .game = *std::move(game), .result = *result};
  const std::string_view said = record.tag("Result");
  if (is_result(said) && said != record.result)
    return error(fmt::format("the game ends with {}, its Result tag says {}", record.result, said));
  return record;
}

// [Name "value"], one after another; in the value \" and \\ stand for themselves.
Result<PgnReader::Tags> PgnReader::read_tags() {
  Tags tags;
  while (place_ < text_.size() && text_[place_] == '[') {
    const std::size_t end_of_line = std::min(text_.find('\n', place_), text_.size());
    const std::string_view line = text_.substr(place_, end_of_line - place_);
    const std::size_t name_end = line.find_first_of(kSpace);
    const std::size_t quote = line.find('"');
    if (name_end == line.npos || quote == line.npos || name_end > quote)
      return error("a tag has the form [Name \"value\"]");
    std::string value;
    std::size_t i = quote + 1;
    for (; i < line.size() && line[i] != '"'; ++i) {
      if (line[i] == '\\' && i + 1 < line.size()) ++i;
      value += line[i];
    }
    const std::size_t close = line.find(']', std::min(i, line.size()));
    if (close == line.npos) return error("a tag has the form [Name \"value\"]");
    tags.emplace_back(line.substr(1, name_end - 1), std::move(value));
    place_ += close + 1;
    skip_space();
  }
  return tags;
}

std::optional<RuleSet> PgnReader::rules_named(std::string_view name) const {
  if (name.empty()) return known_.empty() ? RuleSet() : known_.front();
  const auto found = std::ranges::find_if(known_, [&](const RuleSet& rules) { return rules.name() == name; });
  return found == known_.end() ? RuleSet::preset(name) : *found;
}

Result<Game> PgnReader::begin_game(const Tags& tags) {
  std::string_view rule_set;
  std::string_view fen;
  for (const auto& [name, value] : tags) {
    if (name == "RuleSet") rule_set = value;
    if (name == "FEN") fen = value;
  }
  const std::optional<RuleSet> rules = rules_named(rule_set);
  if (!rules)
    return error(
        fmt::format("the rule set \"{}\" is no preset; give its file as --rules", printable(rule_set)));
  if (fen.empty()) return Game(*rules);
  const Result<Position> start = parse_position(fen);
  if (!start) return error(fmt::format("FEN: {}", start.error()));
  return Game(*rules, *start);
}

Result<std::string> PgnReader::read_moves(Game& game) {
  for (skip_space(); place_ < text_.size(); skip_space()) {
    if (skip_aside()) continue;
    if (text_[place_] == '[' && at_line_start()) break;
    const std::size_t begin = place_;
    const std::string_view word = next_word();
    if (is_result(word)) {
      const Outcome outcome = game.outcome();
      const std::string_view reached = result_token(outcome, game.rules().fields().first_side);
      if (!outcome.is_ongoing() && word != reached)
        return error(fmt::format("the result is {}, but the moves lead to {}", word, reached));
      return std::string(word);
    }
    const std::string_view text = bare_move(word);
    if (is_number(text)) continue;
    const auto refuse = [&](std::string_view why) {
      place_ = begin;
      return error(fmt::format("move {}: {}", game.plies() + 1, why));
    };
    if (!game.outcome().is_ongoing())
      return refuse(fmt::format("{} comes when the game is over ({}, {})", printable(text),
                                to_string(game.outcome().result), to_string(game.outcome().reason)));
    const Result<Move> move = parse_legal_move(text, game.position(), game.rules());
    if (!move) return refuse(move.error());
    game.play(*move);
  }
  return error("the game has no result at its end (1-0, 0-1, 1/2-1/2 or *)");
}

Result<std::vector<PgnRecord>> read_pgn(std::string_view text, const std::vector<RuleSet>& known) {
  std::vector<PgnRecord> records;
  PgnReader reader(text, known);
  while (std::optional<Result<PgnRecord>> record = reader.next()) {
    if (!*record) return Error{record->error()};
    records.push_back(**std::move(record));
  }
  if (records.empty()) return Error{"there is no game in it"};
  return records;
}

}  // namespace jungle
