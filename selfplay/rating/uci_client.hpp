#pragma once
// One running engine that speaks UCI: the handshake, games, searches. Whatever it does wrong comes back as
// the Forfeit that it earns (search/forfeit.hpp); after that the client is of no more use. Who starts it
// again is selfplay/rating/uci_player.hpp's business.
//
//   UciClient client(engine);
//   std::optional<Forfeit> wrong = client.start(stop);
//   if (!wrong) wrong = client.new_game(stop);
//   if (!wrong) decision = client.search(game, {.movetime_ms = 100}, stop);
//
// After a stop request every call comes back at once with a forfeit that means nothing. Thread rule: hostile.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/player.hpp"
#include "selfplay/rating/engine_process.hpp"
#include "selfplay/rating/uci_text.hpp"

namespace jungle {

// How an engine is run, and how long it is waited for.
struct UciEngine {
  std::vector<std::string> command = {};                          // the program and its arguments
  std::vector<std::pair<std::string, std::string>> options = {};  // name and value, set in this order
  FenSides fen = FenSides::kRedBlue;
  int margin_ms = 200;    // beyond movetime, before the game is lost on time
  int stall_ms = 60'000;  // for a move that has no movetime
  int start_ms = 10'000;  // for uciok, and for each readyok
};

class UciClient {
 public:
  explicit UciClient(UciEngine engine) : engine_(std::move(engine)) {}

  // From the start of the program to the readyok after its options. Precondition: not started yet.
  std::optional<Forfeit> start(const std::stop_token& stop);
  std::optional<Forfeit> new_game(const std::stop_token& stop);
  // A legal move and what the last lines of info said, or a forfeit. Precondition: the game is ongoing.
  Decision search(const Game& game, const Limits& limits, const std::stop_token& stop);
  void quit() { process_->quit(); }

  const std::string& engine_name() const { return name_; }  // as it gave it; may be empty

 private:
  using Time = EngineProcess::Time;
  using Listener = std::function<void(std::string_view line)>;
  // What to wait for, and the fault when it does not come in time.
  struct Wait {
    std::string_view word;  // that the line begins with
    Time deadline;
    Forfeit too_late;
    bool in_game = false;  // else a fault also says what was waited for
  };

  std::optional<Forfeit> shake_hands(const std::stop_token& stop);
  std::optional<Forfeit> set_options(const std::stop_token& stop);
  // Sends the text, reads up to the line waited for, which is left in line_; the others go to the listener.
  std::optional<Forfeit> ask(const std::string& text, const Wait& wait, const std::stop_token& stop,
                             const Listener& listener);
  Forfeit fault(EngineIo io, const Wait& wait);
  Wait move_wait(const Limits& limits) const;
  Wait start_wait(std::string_view word) const;

  UciEngine engine_;
  std::unique_ptr<EngineProcess> process_;
  std::string name_;
  std::vector<std::string> known_options_;
  std::string line_;
};

}  // namespace jungle
