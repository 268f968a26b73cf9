#pragma once
// A program that speaks UCI as a player.
//
//   Result<std::unique_ptr<UciPlayer>> player =
//       UciPlayer::open({.command = {"stockfish"}}, "uci:cmd=stockfish,movetime=100", stop);
//   (*player)->new_game();
//   Decision decision = (*player)->choose_move(game, {.movetime_ms = 100}, stop);
//
// An engine that crashes, hangs, is late, or answers with nonsense or an illegal move forfeits that game
// (search/forfeit.hpp) and is started again for its next one. One that died between games is just started
// again. When it could not be started for the third game in a row, its forfeit says that the player is gone.
//
// The answer to a stop request is some legal move; the engine, which is still thinking, is started again for
// the next. Limits: movetime_ms, nodes and depth, at least one. Thread rule: hostile.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/util/result.hpp"
#include "search/player.hpp"
#include "selfplay/rating/uci_client.hpp"

namespace jungle {

class UciPlayer final : public Player {
 public:
  // Starts the engine; refuses one that can't be started, or does not get as far as its first readyok.
  static Result<std::unique_ptr<UciPlayer>> open(UciEngine engine, std::string name,
                                                 const std::stop_token& stop);
  UciPlayer(const UciPlayer&) = delete;
  UciPlayer& operator=(const UciPlayer&) = delete;
  ~UciPlayer() override;  // takes about a second with an engine that does not quit when asked

  Decision choose_move(const Game& game, const Limits& limits, std::stop_token stop) override;
  void new_game() override { ready_ = false; }
  void get_ready(const std::stop_token& stop) override;
  std::string name() const override { return name_; }

  const std::string& engine_name() const {
    return engine_name_;
  }  // what the engine calls itself; may be empty

 private:
  UciPlayer(UciEngine engine, std::string name) : engine_(std::move(engine)), name_(std::move(name)) {}
  std::optional<Forfeit> start(const std::stop_token& stop);

  UciEngine engine_;
  std::string name_;
  std::string engine_name_;
  std::optional<UciClient> client_;   // none: to be started
  bool ready_ = false;                // for the next move of this game
  int failed_starts_ = 0;             // in a row
  std::optional<Forfeit> not_ready_;  // why: the forfeit of the next move
};

}  // namespace jungle
