#include "selfplay/rating/uci_text.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"
#include "selfplay/rating/elo.hpp"

namespace jungle {

namespace {

// One line of `info`, word by word.
struct Info {
  std::optional<Wdl> wdl;
  std::optional<std::int64_t> mate;  // in so many moves of the winner; below 0: the engine is mated
  std::optional<std::int64_t> centipawns;
  std::optional<std::int64_t> depth;
  std::optional<std::int64_t> nodes;
  std::vector<Move> variation;
  bool best_line = true;
};

constexpr std::int64_t kMostPlies = 10'000;  // beyond is nonsense

std::optional<std::int64_t> number(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

using Words = std::span<const std::string_view>;

std::optional<std::int64_t> number_at(Words words, std::size_t index) {
  return index < words.size() ? number(words[index]) : std::nullopt;
}

std::optional<Wdl> wdl_at(Words words, std::size_t index) {
  constexpr std::int64_t kAll = 1000;
  const auto win = number_at(words, index), draw = number_at(words, index + 1),
             loss = number_at(words, index + 2);
  if (!win || !draw || !loss) return std::nullopt;
  for (const std::int64_t part : {*win, *draw, *loss})
    if (part < 0 || part > kAll) return std::nullopt;
  if (*win + *draw + *loss != kAll) return std::nullopt;
  const auto share = [](std::int64_t part) { return static_cast<float>(part) / static_cast<float>(kAll); };
  return Wdl{share(*win), share(*draw), share(*loss)};
}

// As far as its moves are legal.
std::vector<Move> variation_at(Words words, std::size_t index, const Game& game) {
  std::vector<Move> variation;
  Position position = game.position();
  for (const std::string_view word : words.subspan(index)) {
    const Result<Move> move = parse_move(word);
    if (!move || !is_legal(position, game.rules(), *move)) break;
    variation.push_back(*move);
    position = position.after(*move, game.rules());
    if (!board_outcome(position, game.rules()).is_ongoing()) break;
  }
  return variation;
}

Info parse(Words words, const Game& game) {
  Info info;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "string") break;  // the rest is for people
    if (word == "multipv") info.best_line = number_at(words, i + 1).value_or(1) == 1;
    if (word == "depth") info.depth = number_at(words, i + 1);
    if (word == "nodes") info.nodes = number_at(words, i + 1);
    if (word == "cp") info.centipawns = number_at(words, i + 1);
    if (word == "mate") info.mate = number_at(words, i + 1);
    if (word == "wdl") info.wdl = wdl_at(words, i + 1);
    if (word == "pv") {
      info.variation = variation_at(words, i + 1, game);
      break;  // always the last
    }
  }
  return info;
}

Wdl wdl_of_centipawns(std::int64_t centipawns) {
  const auto win = static_cast<float>(score_of_elo(static_cast<double>(centipawns)));
  return {win, 0, 1 - win};
}

void take_score(const Info& info, Decision& decision) {
  if (info.mate && *info.mate >= -kMostPlies && *info.mate <= kMostPlies) {
    decision.wdl_for_side_to_move = *info.mate > 0 ? Wdl{1, 0, 0} : Wdl{0, 0, 1};
    decision.plies_left = static_cast<float>(*info.mate > 0 ? 2 * *info.mate - 1 : -2 * *info.mate);
  } else if (info.centipawns) {
    decision.wdl_for_side_to_move = wdl_of_centipawns(*info.centipawns);
    decision.plies_left = 0;
  }
  if (info.wdl) decision.wdl_for_side_to_move = *info.wdl;
}

std::string fen(const Position& position, FenSides sides) {
  std::string text = to_string(position);
  const std::size_t side = text.find(' ') + 1;
  if (sides == FenSides::kWhiteBlack && text[side] == 'r') text[side] = 'w';
  return text;
}

}  // namespace

std::string uci_position(const Game& game, FenSides sides) {
  const bool from_start = game.start_position() == Position::start(game.rules());
  std::string text = from_start ? "position startpos" : "position fen " + fen(game.start_position(), sides);
  if (game.plies() > 0) text += " moves";
  for (const Move move : game.moves()) text += ' ' + to_string(move);
  return text;
}

std::string uci_go(const Limits& limits) {
  std::string text = "go";
  if (limits.depth > 0) text += fmt::format(" depth {}", limits.depth);
  if (limits.nodes > 0) text += fmt::format(" nodes {}", limits.nodes);
  if (limits.movetime_ms > 0) text += fmt::format(" movetime {}", limits.movetime_ms);
  return text;
}

void read_uci_info(std::string_view line, const Game& game, Decision& decision) {
  const std::vector<std::string_view> words = split_words(line);
  const Info info = parse(words, game);
  if (!info.best_line) return;
  if (info.depth && *info.depth >= 0 && *info.depth <= kMostPlies)
    decision.depth = static_cast<int>(*info.depth);
  if (info.nodes && *info.nodes >= 0) decision.nodes = *info.nodes;
  if (!info.variation.empty()) decision.principal_variation = info.variation;
  take_score(info, decision);
}

}  // namespace jungle
