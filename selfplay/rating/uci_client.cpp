#include "selfplay/rating/uci_client.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {

namespace {

using std::chrono::milliseconds;

EngineProcess::Time after(int time_ms) { return std::chrono::steady_clock::now() + milliseconds(time_ms); }

std::string_view first_word(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  line.remove_prefix(begin);
  return line.substr(0, line.find_first_of(" \t"));
}

// "option name Skill Level type spin default 20" -> "Skill Level"
std::string option_name(std::string_view line) {
  constexpr std::string_view kBegin = "option name ";
  if (!line.starts_with(kBegin)) return {};
  line.remove_prefix(kBegin.size());
  return std::string(line.substr(0, line.find(" type ")));
}

// The move of "bestmove g3g4 ponder a7a6", or what is wrong with it.
void read_best_move(std::string_view line, const Game& game, Decision& decision) {
  const std::vector<std::string_view> words = split_words(line);
  const Result<Move> move = parse_move(words.size() > 1 ? words[1] : "");
  if (!move) {
    decision.forfeit =
        Forfeit{.reason = ForfeitReason::kProtocol, .text = fmt::format("answered \"{}\"", printable(line))};
  } else if (!is_legal(game.position(), game.rules(), *move)) {
    decision.forfeit = Forfeit{.reason = ForfeitReason::kIllegalMove,
                               .text = fmt::format("played {}: {}", to_string(*move),
                                                   why_illegal(game.position(), game.rules(), *move))};
  } else {
    decision.move = *move;
    std::vector<Move>& variation = decision.principal_variation;
    if (!variation.empty() && variation.front() != *move) variation.clear();  // it changed its mind
  }
}

}  // namespace

std::optional<Forfeit> UciClient::start(const std::stop_token& stop) {
  Result<std::unique_ptr<EngineProcess>> process = EngineProcess::start(engine_.command);
  if (!process) return Forfeit{.reason = ForfeitReason::kCrash, .text = process.error()};
  process_ = *std::move(process);
  if (std::optional<Forfeit> wrong = shake_hands(stop)) return wrong;
  return set_options(stop);
}

std::optional<Forfeit> UciClient::new_game(const std::stop_token& stop) {
  return ask("ucinewgame\nisready\n", start_wait("readyok"), stop, {});
}

Decision UciClient::search(const Game& game, const Limits& limits, const std::stop_token& stop) {
  Decision decision;
  decision.forfeit = ask(uci_position(game, engine_.fen) + '\n' + uci_go(limits) + '\n', move_wait(limits),
                         stop, [&](std::string_view line) {
                           if (first_word(line) == "info") read_uci_info(line, game, decision);
                         });
  if (!decision.forfeit) read_best_move(line_, game, decision);
  return decision;
}

std::optional<Forfeit> UciClient::shake_hands(const std::stop_token& stop) {
  return ask("uci\n", start_wait("uciok"), stop, [this](std::string_view line) {
    constexpr std::string_view kName = "id name ";
    constexpr std::size_t kMostOptions = 1000;  // of an engine that lists them without end
    if (line.starts_with(kName)) name_ = printable(line.substr(kName.size()));
    if (std::string name = option_name(line); !name.empty() && known_options_.size() < kMostOptions)
      known_options_.push_back(std::move(name));
  });
}

std::optional<Forfeit> UciClient::set_options(const std::stop_token& stop) {
  const std::vector<std::string_view> known(known_options_.begin(), known_options_.end());
  std::string text;
  for (const auto& [name, value] : engine_.options) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return Forfeit{
          .reason = ForfeitReason::kProtocol,
          .text = fmt::format("it has no option \"{}\"{}", printable(name), did_you_mean(name, known))};
    }
    text += fmt::format("setoption name {}{}{}\n", name, value.empty() ? "" : " value ", value);
  }
  return ask(text + "isready\n", start_wait("readyok"), stop, {});
}

std::optional<Forfeit> UciClient::ask(const std::string& text, const Wait& wait, const std::stop_token& stop,
                                      const Listener& listener) {
  // An engine that does not read is told by what it fails to answer.
  if (const EngineIo io = process_->write(text, wait.deadline, stop); io == EngineIo::kStopped)
    return fault(io, wait);
  for (;;) {
    const EngineIo io = process_->read_line(line_, wait.deadline, stop);
    if (io != EngineIo::kDone) return fault(io, wait);
    if (first_word(line_) == wait.word) return std::nullopt;
    if (listener) listener(line_);
  }
}

Forfeit UciClient::fault(EngineIo io, const Wait& wait) {
  const std::string before = wait.in_game ? std::string() : fmt::format("no {}: ", wait.word);
  switch (io) {
    case EngineIo::kEnded:
      return {.reason = ForfeitReason::kCrash, .text = before + process_->how_it_ended()};
    case EngineIo::kFlood:
      return {
          .reason = ForfeitReason::kProtocol,
          .text = fmt::format("{}wrote more than {} bytes without a line end", before, kLongestEngineLine)};
    case EngineIo::kDone:
    case EngineIo::kStopped:
    case EngineIo::kTimeout:
      break;
  }
  return wait.too_late;
}

UciClient::Wait UciClient::start_wait(std::string_view word) const {
  return {.word = word,
          .deadline = after(engine_.start_ms),
          .too_late = {.reason = ForfeitReason::kStalled,
                       .text = fmt::format("no {} within {} ms", word, engine_.start_ms)}};
}

UciClient::Wait UciClient::move_wait(const Limits& limits) const {
  if (limits.movetime_ms == 0) {
    return {.word = "bestmove",
            .deadline = after(engine_.stall_ms),
            .too_late = {.reason = ForfeitReason::kStalled,
                         .text = fmt::format("no move within {} ms", engine_.stall_ms)},
            .in_game = true};
  }
  return {.word = "bestmove",
          .deadline = after(limits.movetime_ms + engine_.margin_ms),
          .too_late = {.reason = ForfeitReason::kTime,
                       .text = fmt::format("no move within {} ms and {} ms more", limits.movetime_ms,
                                           engine_.margin_ms)},
          .in_game = true};
}

}  // namespace jungle
