#include "app/play/table.hpp"

#include <cctype>

#include <fmt/format.h>

#include "core/notation.hpp"
#include "core/util/check.hpp"

namespace jungle {
namespace {

std::string_view reason_text(EndReason reason) {
  switch (reason) {
    case EndReason::kDen:
      return "an animal is in the den";
    case EndReason::kCaptureAll:
      return "all animals are taken";
    case EndReason::kNoLegalMove:
      return "no move is left";
    case EndReason::kRepetition:
      return "the board stood three times";
    case EndReason::kNoCapture:
      return "nothing was taken for too long";
    case EndReason::kLength:
      return "the game is too long";
    case EndReason::kNone:
      break;
  }
  return "";
}

}  // namespace

std::string capitalised(std::string_view word) {
  std::string text(word);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string Table::ending() const {
  JUNGLE_CHECK(is_over());
  if (settlement_ == Settlement::kDrawAgreed) return "draw: agreed";
  if (settlement_) {
    const Side loser = *settlement_ == Settlement::kRedResigned ? Side::kRed : Side::kBlue;
    return fmt::format("{} wins: {} resigned", capitalised(to_string(!loser)), to_string(loser));
  }
  const Outcome outcome = game_.outcome();
  if (outcome.is_draw()) return fmt::format("draw: {}", reason_text(outcome.reason));
  return fmt::format("{} wins: {}", capitalised(to_string(outcome.result)), reason_text(outcome.reason));
}

Status Table::play(std::string_view text) {
  if (is_over()) return Error{fmt::format("the game is over ({})", ending())};
  const Result<Move> move = parse_legal_move(text, game_.position(), game_.rules());
  if (!move) return Error{move.error()};
  play(*move);
  return Done{};
}

void Table::play(Move move) {
  JUNGLE_CHECK(!is_over());
  game_.play(move);
  undone_.clear();
}

void Table::undo() {
  JUNGLE_CHECK(undoable() > 0 && !settlement_);
  undone_.push_back(game_.moves().back());
  game_.undo();
}

void Table::reopen() { settlement_.reset(); }

void Table::redo() {
  JUNGLE_CHECK(redoable() > 0);
  game_.play(undone_.back());
  undone_.pop_back();
}

void Table::resign(Side side) {
  settle(side == Side::kRed ? Settlement::kRedResigned : Settlement::kBlueResigned);
}

void Table::agree_draw() { settle(Settlement::kDrawAgreed); }

void Table::settle(Settlement settlement) {
  JUNGLE_CHECK(!is_over());
  settlement_ = settlement;
  undone_.clear();
}

}  // namespace jungle
