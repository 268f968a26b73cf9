#include "app/analyze/analyst.hpp"

#include <utility>

#include "app/resources.hpp"
#include "core/util/text.hpp"

namespace jungle {

Decision Analyst::look_at(const Game& game, const Limits& limits, int lines, const std::stop_token& stop) {
  if (!game.outcome().is_ongoing()) return {};
  player_->set_reports({.lines = lines, .on_report = {}});
  Limits all = limits;
  all.search_single_move = true;
  return player_->choose_move(game, all, stop);
}

Result<AnalystMaker> AnalystMaker::open(const std::string& text, const AnalystsWanted& wanted) {
  Result<PlayerSpec> spec = parse_player_spec(text);
  if (!spec) return Error{spec.error()};
  if (spec->kind != PlayerKind::kAlphaBeta && spec->kind != PlayerKind::kMcts)
    return Error{"player \"" + printable(text) + "\": only ab and mcts tell what they think"};
  if (const Status equipped = wanted.tables.equip(*spec, wanted.rules); !equipped)
    return Error{equipped.error()};
  if (const Status fits = check_memory({player_memory(*spec, wanted.count)}); !fits)
    return Error{fits.error()};
  Result<OpenedPlayer> opened = open_player(*spec);
  if (!opened) return Error{opened.error()};
  return AnalystMaker(std::move(*spec), std::move(*opened));
}

std::optional<EndgameValue> Analyst::probe(const Position& position) const {
  return table_ == nullptr ? std::nullopt : table_->probe(position);
}

Result<Analyst> AnalystMaker::make() const {
  Result<std::unique_ptr<Player>> player = opened_.contestant.make_player();
  if (!player) return Error{player.error()};
  return Analyst(std::move(*player), spec_.mcts.endgame_table);
}

}  // namespace jungle
