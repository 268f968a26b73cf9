#include "selfplay/resignation.hpp"

#include <algorithm>
#include <vector>

namespace jungle {
namespace {

constexpr std::uint32_t kGenerations = 10;  // that are asked
constexpr int kLeastHopeless = 20;          // games, before a rate means anything
constexpr int kFirstPercent = 50, kLastPercent = 99;

// Of a game that was played on: the thresholds below which it would have been given up, and wrongly so.
struct PlayedOn {
  float hopeless_below;
  float not_lost_below;
};

// Not when the teacher played it: no search of the net's was seen then.
bool was_watched(const GameColumns& games, std::size_t row) {
  return std::max(games.red_resigns_below[row], games.blue_resigns_below[row]) > -1;
}

PlayedOn played_on(const GameColumns& games, std::size_t row) {
  const float red = games.red_resigns_below[row], blue = games.blue_resigns_below[row];
  const auto result = static_cast<GameResult>(games.result[row]);
  const float most = std::max(red, blue);
  return {.hopeless_below = most,
          .not_lost_below = result == GameResult::kRed    ? red
                            : result == GameResult::kBlue ? blue
                                                          : most};
}

}  // namespace

void ResignWatch::see(Side side, float value_for_side) {
  const auto i = static_cast<std::size_t>(index(side));
  before_[i] = last_[i];
  last_[i] = value_for_side;
  resigns_below_[i] = std::max(resigns_below_[i], despair(side));
}

float ResignWatch::despair(Side side) const {
  const auto i = static_cast<std::size_t>(index(side));
  return std::min(-before_[i], -last_[i]);
}

bool ResignWatch::gives_up(Side side, double threshold) const {
  return static_cast<double>(despair(side)) > threshold;
}

ResignFigures calibrate_resignation(const ReplayBuffer& window, std::uint32_t generation, double false_rate) {
  std::vector<PlayedOn> games;
  window.for_each_shard([&](const Shard& shard) {
    if (shard.origin.generation + kGenerations <= generation) return;
    for (std::size_t row = 0; row < shard.games_count(); ++row)
      if (shard.games.may_resign[row] == 0 && was_watched(shard.games, row))
        games.push_back(played_on(shard.games, row));
  });
  ResignFigures figures{.threshold = std::nullopt, .played_on = static_cast<int>(games.size())};
  for (int percent = kFirstPercent; percent <= kLastPercent; ++percent) {
    const double threshold = percent / 100.0;
    figures.hopeless = figures.not_lost = 0;
    for (const PlayedOn& game : games) {
      figures.hopeless += static_cast<double>(game.hopeless_below) > threshold ? 1 : 0;
      figures.not_lost += static_cast<double>(game.not_lost_below) > threshold ? 1 : 0;
    }
    if (figures.hopeless < kLeastHopeless) break;  // a larger threshold has no more
    if (figures.false_rate() > false_rate) continue;
    figures.threshold = threshold;
    return figures;
  }
  figures.hopeless = figures.not_lost = 0;
  return figures;
}

}  // namespace jungle
