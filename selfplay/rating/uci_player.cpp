#include "selfplay/rating/uci_player.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle {

namespace {

constexpr int kMostFailedStarts = 3;

Decision any_move(const Game& game) {
  MoveList moves;
  game.legal_moves(moves);
  JUNGLE_CHECK(!moves.empty());
  Decision decision;
  decision.move = moves[0];
  return decision;
}

Decision forfeit(Forfeit why) {
  Decision decision;
  decision.forfeit = std::move(why);
  return decision;
}

}  // namespace

Result<std::unique_ptr<UciPlayer>> UciPlayer::open(UciEngine engine, std::string name,
                                                   const std::stop_token& stop) {
  std::unique_ptr<UciPlayer> player(new UciPlayer(std::move(engine), std::move(name)));
  if (const std::optional<Forfeit> wrong = player->start(stop)) return Error{wrong->text};
  player->engine_name_ = player->client_->engine_name();
  return player;
}

UciPlayer::~UciPlayer() {
  if (client_) client_->quit();
}

std::optional<Forfeit> UciPlayer::start(const std::stop_token& stop) {
  client_.emplace(engine_);
  std::optional<Forfeit> wrong = client_->start(stop);
  if (wrong) client_.reset();
  return wrong;
}

void UciPlayer::get_ready(const std::stop_token& stop) {
  not_ready_.reset();
  ready_ = true;
  if (client_ && !client_->new_game(stop)) return;
  // New, lost with its last game, or dead since then.
  std::optional<Forfeit> wrong = start(stop);
  if (!wrong) wrong = client_->new_game(stop);
  if (!wrong) {
    failed_starts_ = 0;
    return;
  }
  client_.reset();
  ready_ = !stop.stop_requested();
  if (!ready_) return;
  wrong->text = "could not be started again: " + wrong->text;
  wrong->player_gone = ++failed_starts_ >= kMostFailedStarts;
  if (wrong->player_gone) wrong->text += fmt::format(", for {} games in a row", failed_starts_);
  not_ready_ = std::move(wrong);
}

Decision UciPlayer::choose_move(const Game& game, const Limits& limits, std::stop_token stop) {
  JUNGLE_CHECK(limits.movetime_ms > 0 || limits.nodes > 0 || limits.depth > 0);
  if (!ready_) get_ready(stop);
  if (not_ready_) return forfeit(*not_ready_);
  if (!client_) return any_move(game);  // stopped before it was ready
  Decision decision = client_->search(game, limits, stop);
  if (!decision.forfeit) return decision;
  client_.reset();
  ready_ = false;
  return stop.stop_requested() ? any_move(game) : decision;
}

}  // namespace jungle
