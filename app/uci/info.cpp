#include "app/uci/info.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "core/notation.hpp"

namespace jungle {
namespace {

std::string moves_text(const std::vector<Move>& moves) {
  std::string text;
  for (const Move move : moves) text += " " + to_string(move);
  return text;
}

std::string counters(const Decision& decision, std::chrono::milliseconds elapsed) {
  const std::int64_t ms = elapsed.count();
  std::string text = fmt::format(" nodes {}", decision.nodes);
  if (ms > 0) text += fmt::format(" nps {}", decision.nodes * 1000 / ms);
  return text + fmt::format(" time {}", ms);
}

}  // namespace

int centipawns(const Wdl& wdl) {
  constexpr double kMost = 9999;
  const double score = std::clamp((1 + static_cast<double>(wdl.value())) / 2, 0.0, 1.0);
  const double elo = 400 * std::log10(score / (1 - score));  // infinite at the ends
  return static_cast<int>(std::lround(std::clamp(elo, -kMost, kMost)));
}

std::string score_text(const SearchLine& line) {
  const int plies = line.root.plies_to_end;
  if (line.root.proven > 0) return fmt::format("mate {}", (plies + 1) / 2);
  if (line.root.proven < 0) return fmt::format("mate {}", -(plies / 2));
  return fmt::format("cp {}", centipawns(line.wdl_for_side_to_move));
}

std::string wdl_text(const Wdl& wdl) {
  constexpr float kAll = 1000;
  const auto win = static_cast<int>(std::lround(kAll * wdl.win));
  const auto loss = std::min(static_cast<int>(std::lround(kAll * wdl.loss)), 1000 - win);
  return fmt::format("{} {} {}", win, 1000 - win - loss, loss);
}

std::vector<std::string> info_lines(const Decision& decision, const InfoStyle& style) {
  const std::string depth = fmt::format("info depth {}", decision.depth);
  const std::string counts = counters(decision, style.elapsed);
  if (decision.lines.empty()) return {depth + counts + " pv" + moves_text({decision.move})};
  std::vector<std::string> lines;
  int number = 0;
  for (const SearchLine& line : decision.lines) {
    const std::string wdl = style.wdl ? " wdl " + wdl_text(line.wdl_for_side_to_move) : "";
    lines.push_back(fmt::format("{} multipv {} score {}{}{} pv{}", depth, ++number, score_text(line), wdl,
                                counts, moves_text(line.moves)));
  }
  return lines;
}

std::string bestmove_line(const Decision& decision) {
  std::string line = "bestmove " + to_string(decision.move);
  if (decision.principal_variation.size() > 1)
    line += " ponder " + to_string(decision.principal_variation[1]);
  return line;
}

}  // namespace jungle
