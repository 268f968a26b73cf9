#include "selfplay/data/pgn.hpp"

#include <string_view>

#include "core/notation.hpp"
#include "core/util/check.hpp"

namespace jungle {

namespace {

constexpr std::size_t kLineLength = 79;  // section 8.2.1: export lines have fewer than 80 characters

void append_tag(std::string& text, std::string_view name, std::string_view value) {
  text += '[';
  text += name;
  text += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;  // a tag can't span lines
  }
  text += "\"]\n";
}

std::string_view termination(ForfeitReason reason) {
  switch (reason) {
    case ForfeitReason::kTime:
      return "time forfeit";
    case ForfeitReason::kIllegalMove:
      return "illegal move";
    case ForfeitReason::kCrash:
      return "abandoned";
    case ForfeitReason::kStalled:
      return "stalled connection";
    case ForfeitReason::kProtocol:
      break;
  }
  return "rules infraction";
}

std::string_view termination(const PgnGame& record, Outcome outcome) {
  if (record.forfeit) return termination(record.forfeit->why.reason);
  if (record.ending) return record.ending->termination;
  return outcome.is_ongoing() ? "unterminated" : to_string(outcome.reason);
}

Outcome outcome_of(const PgnGame& record) {
  if (record.forfeit) return win_for(!record.forfeit->loser, EndReason::kNone);
  return record.ending ? record.ending->outcome : record.game->outcome();
}

// Collects words into lines that are full but not too long.
class LineFiller {
 public:
  explicit LineFiller(std::string& text) : text_(text) {}
  void add(std::string_view word) {
    if (length_ > 0 && length_ + 1 + word.size() > kLineLength) {
      text_ += '\n';
      length_ = 0;
    } else if (length_ > 0) {
      text_ += ' ';
      ++length_;
    }
    text_ += word;
    length_ += word.size();
  }

 private:
  std::string& text_;
  std::size_t length_ = 0;
};

void append_moves(std::string& text, const Game& game, Side first_side, std::string_view result) {
  LineFiller filler(text);
  for (int ply = 0; ply < game.plies(); ++ply) {
    const Position& before = game.position_at(ply);
    const bool first_sides_turn = before.side_to_move() == first_side;
    const std::string number = std::to_string(before.full_move_number());
    if (first_sides_turn) {
      filler.add(number + '.');
    } else if (ply == 0) {
      filler.add(number + "...");
    }
    filler.add(to_string(game.moves()[static_cast<std::size_t>(ply)]));
  }
  filler.add(result);
  text += '\n';
}

}  // namespace

std::string_view result_token(Outcome outcome, Side first_side) {
  if (outcome.is_ongoing()) return "*";
  if (outcome.is_draw()) return "1/2-1/2";
  return outcome.is_win_for(first_side) ? "1-0" : "0-1";
}

std::string pgn_text(const PgnGame& record) {
  JUNGLE_CHECK(record.game != nullptr);
  const Game& game = *record.game;
  const Side first_side = game.rules().fields().first_side;
  const Outcome outcome = outcome_of(record);
  const std::string_view result = result_token(outcome, first_side);

  std::string text;
  append_tag(text, "Event", record.event);
  append_tag(text, "Site", "?");
  append_tag(text, "Date", record.date);
  append_tag(text, "Round", record.round);
  append_tag(text, "White", record.first_player);
  append_tag(text, "Black", record.second_player);
  append_tag(text, "Result", result);
  append_tag(text, "Variant", "jungle");
  append_tag(text, "RuleSet", game.rules().name());
  if (game.start_position() != Position::start(game.rules())) {
    append_tag(text, "SetUp", "1");
    append_tag(text, "FEN", to_string(game.start_position()));
  }
  append_tag(text, "PlyCount", std::to_string(game.plies()));
  append_tag(text, "Termination", termination(record, outcome));
  if (record.forfeit) append_tag(text, "Forfeit", record.forfeit->why.text);
  for (const auto& [name, value] : record.more_tags) append_tag(text, name, value);
  text += '\n';
  append_moves(text, game, first_side, result);
  text += '\n';
  return text;
}

std::string record_text(const GameRecord& record, const std::string& player, const std::string& event) {
  PgnGame text{.game = &record.game,
               .first_player = player,
               .second_player = player,
               .event = event,
               .round = std::to_string(record.index)};
  if (record.adjudication) {
    text.ending = PgnEnding{record.outcome(), std::string(kAdjudication)};
    text.more_tags = {{std::string(kTablePliesTag), std::to_string(record.plies_beyond())}};
  } else if (record.resignation) {
    text.ending = PgnEnding{record.outcome(), std::string(kResignation)};
    text.more_tags = {{std::string(kNetPliesTag), std::to_string(record.plies_beyond())}};
  }
  return pgn_text(text);
}

}  // namespace jungle
