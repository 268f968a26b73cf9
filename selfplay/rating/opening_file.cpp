#include "selfplay/rating/opening_file.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/notation.hpp"
#include "core/symmetry.hpp"
#include "core/util/file.hpp"
#include "core/util/random.hpp"
#include "core/util/text.hpp"
#include "selfplay/rating/openings.hpp"

namespace jungle {

namespace {

constexpr std::uint64_t kShuffleStream = 0x73687566;  // sets this stream apart from others of the same seed
constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;
constexpr int kJudgedForEach = 1000;

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

Result<Position> parse_opening(std::string_view text, const RuleSet& rules) {
  Result<Position> position = parse_position(text);
  if (!position) return position;
  const Outcome outcome = Game(rules, *position).outcome();
  if (outcome.is_ongoing()) return position;
  return Error{"the game is over in this position (" + std::string(to_string(outcome.result)) + ", " +
               std::string(to_string(outcome.reason)) + ") under the rules " + rules.name()};
}

}  // namespace

Result<std::vector<Position>> parse_openings(std::string_view text, std::string_view origin,
                                             const RuleSet& rules) {
  std::vector<Position> openings;
  std::map<std::string, int> line_of;
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    const std::string_view words = without_comment(line);
    if (words.empty()) continue;
    const std::string place = std::string(origin) + ":" + std::to_string(number) + ": ";
    Result<Position> position = parse_opening(words, rules);
    if (!position) return Error{place + position.error()};
    const auto [before, is_new] = line_of.emplace(to_string(*position), number);
    if (!is_new) return Error{place + "the position of line " + std::to_string(before->second) + " again"};
    openings.push_back(*position);
  }
  if (openings.empty()) return Error{std::string(origin) + ": no position in it; one a line is expected"};
  return openings;
}

Result<std::vector<Position>> read_opening_file(const std::filesystem::path& path, const RuleSet& rules) {
  const Result<std::string> text = read_file(path, kMaxBytes);
  if (!text) return Error{text.error()};
  return parse_openings(*text, path.string(), rules);
}

std::vector<Position> shuffled(std::vector<Position> openings, std::uint64_t seed) {
  Rng rng({seed, kShuffleStream});
  for (std::size_t i = openings.size(); i > 1; --i) std::swap(openings[i - 1], openings[rng.below(i)]);
  return openings;
}

Result<std::optional<std::vector<Position>>> make_balanced_openings(const RuleSet& rules,
                                                                    const BalancedOpenings& wanted,
                                                                    const OpeningJudge& judge,
                                                                    const OpeningProgress& progress) {
  RandomOpenings source(rules, {.plies = wanted.plies, .seed = wanted.seed});
  std::vector<Position> openings;
  std::unordered_set<std::uint64_t> seen;
  int judged = 0;
  while (static_cast<int>(openings.size()) < wanted.count) {
    if (!progress(judged, static_cast<int>(openings.size()))) return std::optional<std::vector<Position>>();
    const Result<Opening> moves = source.next();
    const bool too_rare = judged / kJudgedForEach >= wanted.count;
    if (!moves || too_rare) {
      return Error{"found only " + std::to_string(openings.size()) + " balanced openings among " +
                   std::to_string(judged) + "; take other plies or a larger edge"};
    }
    Game game(rules);
    for (const Move move : *moves) game.play(move);
    // Once its mirror image was judged, a position is known.
    if (seen.contains(mirrored(game.position()).key())) continue;
    seen.insert(game.position().key());
    ++judged;
    if (std::abs(judge(game) - 0.5) <= wanted.max_edge) openings.push_back(game.position());
  }
  return std::optional(std::move(openings));
}

std::string opening_file_text(const std::vector<Position>& openings, std::string_view comment) {
  std::string text;
  for (const std::string_view line : split(comment, '\n')) text += "# " + std::string(line) + "\n";
  for (const Position& position : openings) text += to_string(position) + "\n";
  return text;
}

}  // namespace jungle
