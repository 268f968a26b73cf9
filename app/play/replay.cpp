#include "app/play/replay.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "app/output.hpp"
#include "app/play/board_view.hpp"
#include "app/play/table.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr std::string_view kHelp = "Enter or next, back, first, last, a number of plies, or leave";

void show(const Game& game, int ply, Side bottom, bool colours) {
  BoardViewOptions options{.colours = colours, .bottom = bottom};
  if (ply > 0) {
    const Move move = game.moves()[static_cast<std::size_t>(ply) - 1];
    options.last = move;
    print("ply {} of {}: {} {}\n", ply, game.plies(), to_string(game.position_at(ply - 1).side_to_move()),
          to_string(move));
  } else {
    print("ply 0 of {}: the start\n", game.plies());
  }
  write_out(board_view(game.position_at(ply), game.rules(), options));
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The ply that a word asks for; none when it asks for nothing known.
std::optional<int> wanted_ply(std::string_view word, int ply, int plies) {
  if (word.empty() || word == "next") return std::min(ply + 1, plies);
  if (word == "back") return std::max(ply - 1, 0);
  if (word == "first") return 0;
  if (word == "last") return plies;
  const std::optional<int> given = number(word);
  if (given && *given >= 0 && *given <= plies) return given;
  return std::nullopt;
}

}  // namespace

void run_replay(const Game& game, Side bottom, bool colours, LineReader& lines) {
  print("Replay: {}.\n", kHelp);
  int ply = 0;
  show(game, ply, bottom, colours);
  while (true) {
    print("replay {}/{}> ", ply, game.plies());
    const std::optional<std::string> line = lines.next();
    if (!line) return;
    const std::vector<std::string_view> words = split_words(*line);
    const std::string_view word = words.empty() ? std::string_view() : words.front();
    if (word == "leave" || word == "quit") return;
    const std::optional<int> wanted = wanted_ply(word, ply, game.plies());
    if (!wanted) {
      print("\"{}\" is nothing known here: {} (0 to {}).\n", printable(word), kHelp, game.plies());
      continue;
    }
    ply = *wanted;
    show(game, ply, bottom, colours);
  }
}

}  // namespace jungle
