#include "app/analyze/position_report.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/notation.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> words_of(const std::vector<Move>& moves) {
  std::vector<std::string> words;
  words.reserve(moves.size());
  for (const Move move : moves) words.push_back(to_string(move));
  return words;
}

// Players know priors for all moves or for none.
Json prior_json(const RootMove& root) { return root.prior > 0 ? Json(root.prior) : Json(nullptr); }

Json line_json(const SearchLine& line) {
  const Wdl& wdl = line.wdl_for_side_to_move;
  return {{"move", to_string(line.root.move)},
          {"score", score_of(wdl)},
          {"win", wdl.win},
          {"draw", wdl.draw},
          {"loss", wdl.loss},
          {"proven", line.root.proven > 0   ? Json("win")
                     : line.root.proven < 0 ? Json("loss")
                                            : Json(nullptr)},
          {"plies_left", line.plies_left > 0 ? Json(line.plies_left) : Json(nullptr)},
          {"visits", line.root.visits},
          {"prior", prior_json(line.root)},
          {"moves", words_of(line.moves)}};
}

std::string line_text(int number, const SearchLine& line) {
  const Wdl& wdl = line.wdl_for_side_to_move;
  const std::string prior = line.root.prior > 0 ? fmt::format("{:.1f}", 100 * line.root.prior) : "-";
  const std::string left = line.root.proven != 0 ? fmt::format("={:.0f}", line.plies_left)
                           : line.plies_left > 0 ? fmt::format("{:.0f}", line.plies_left)
                                                 : "-";
  return fmt::format("{:>2} {} {:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f} {:>9} {:>6} {:>6}  {}\n", number,
                     to_string(line.root.move), 100 * score_of(wdl), 100 * wdl.win, 100 * wdl.draw,
                     100 * wdl.loss, line.root.visits, prior, left, fmt::join(words_of(line.moves), " "));
}

}  // namespace

double score_of(const Wdl& wdl) { return std::clamp((1 + static_cast<double>(wdl.value())) / 2, 0.0, 1.0); }

Json lines_json(const std::vector<SearchLine>& lines) {
  Json list = Json::array();
  for (const SearchLine& line : lines) list.push_back(line_json(line));
  return list;
}

Json analysis_json(const Game& game, const Decision& decision, const std::optional<EndgameValue>& table) {
  return {
      {"rules", game.rules().name()},
      {"position", to_string(game.position())},
      {"side_to_move", to_string(game.side_to_move())},
      {"outcome", to_string(game.outcome().result)},
      {"reason", to_string(game.outcome().reason)},
      {"depth", decision.depth},
      {"nodes", decision.nodes},
      {"tablebase", table ? Json{{"result", result_word(*table)}, {"plies", table->plies}} : Json(nullptr)},
      {"lines", lines_json(decision.lines)}};
}

std::string analysis_text(const Game& game, const Decision& decision,
                          const std::optional<EndgameValue>& table) {
  std::string text = board_diagram(game.position());
  text += fmt::format("position {}\n", to_string(game.position()));
  text += fmt::format("outcome {} {}\n", to_string(game.outcome().result), to_string(game.outcome().reason));
  if (!game.outcome().is_ongoing()) return text;
  if (table)
    text += fmt::format("tablebase: {}{} (draw rules set aside)\n", result_word(*table),
                        table->plies > 0 ? fmt::format(" in {} plies", table->plies) : "");
  text += fmt::format("depth {}, {} nodes; per cent for {}\n", decision.depth, decision.nodes,
                      to_string(game.side_to_move()));
  text += " # move  score    win   draw   loss    visits  prior  plies  line\n";
  int number = 0;
  for (const SearchLine& line : decision.lines) text += line_text(++number, line);
  return text;
}

}  // namespace jungle
