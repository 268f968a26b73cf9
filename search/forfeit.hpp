#pragma once
// A game lost by something else than the board: what a player did, or failed to do. Players inside this
// program never forfeit; engines do that run as programs of their own.
//
//   if (decision.forfeit) say(to_string(decision.forfeit->reason), decision.forfeit->text);

#include <cstdint>
#include <string>
#include <string_view>

#include "core/piece.hpp"

namespace jungle {

enum class ForfeitReason : std::uint8_t {
  kTime,         // answered after its time and the grace allowed
  kIllegalMove,  // a well-formed move that the rules do not allow
  kCrash,        // ended, closed its output, or could not be started
  kStalled,      // did not answer at all
  kProtocol      // answered what is no move, or flooded its output
};
inline constexpr int kForfeitReasons = 5;

std::string_view to_string(ForfeitReason reason);  // time illegal_move crash stalled protocol

struct Forfeit {
  ForfeitReason reason = ForfeitReason::kCrash;
  std::string text;          // one line for people: "exited with code 3"
  bool player_gone = false;  // it can't be had any more: further games with it are not worth starting
};

struct GameForfeit {
  Side loser = Side::kRed;
  Forfeit why;
};

}  // namespace jungle
