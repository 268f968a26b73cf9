#include "selfplay/rating/davidson.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/util/check.hpp"
#include "selfplay/rating/elo.hpp"

namespace jungle {

namespace {

// Inverse variances of the prior, in units of x and log nu. About 1000 Elo for the pool around its mean, 350
// for the first side's advantage, a factor of 7 for nu.
constexpr double kPlayerPrecision = 0.03;
constexpr double kFirstSidePrecision = 0.25;
constexpr double kLogNuPrecision = 0.25;
constexpr double kLogNuMean = -1;

constexpr int kMaxSteps = 100;  // of Newton's method; about eight are usual
constexpr int kMaxHalvings = 40;
constexpr double kConverged = 1e-9;

// The games as counts: cell(first, second).
struct Cells {
  Cells(std::size_t players_given, std::span<const RatedGame> games)
      : players(players_given), counts(players_given * players_given) {
    for (const RatedGame& game : games) {
      JUNGLE_CHECK(game.first != game.second);
      ++counts[static_cast<std::size_t>(game.first) * players + static_cast<std::size_t>(game.second)]
              [static_cast<std::size_t>(game.half_points_of_first)];
    }
  }
  const GameCounts& at(std::size_t first, std::size_t second) const {
    return counts[first * players + second];
  }

  std::size_t players;
  std::vector<GameCounts> counts;
};

struct Likelihood {
  explicit Likelihood(std::size_t size) : gradient(size), information(size) {}
  double log_likelihood = 0;  // with the prior's part, as the two below
  std::vector<double> gradient;
  SymmetricMatrix information;  // minus the second derivatives
};

// The rows of an exponential family: the statistics are half the difference of wins and losses, which belongs
// to x, and the number of draws, which belongs to log nu. Gradient and information are their deviations from
// the mean and their covariance.
void add_cell(Likelihood& sum, const DavidsonLayout& layout, const std::vector<double>& parameters,
              std::size_t first, std::size_t second, const GameCounts& counts) {
  const auto losses = static_cast<double>(counts[0]), draws = static_cast<double>(counts[1]),
             wins = static_cast<double>(counts[2]);
  const double games = losses + draws + wins;
  const double x = parameters[first] - parameters[second] + parameters[layout.first_side()];
  const WinDrawLoss p = davidson_chances(x, std::exp(parameters[layout.log_nu()]));
  sum.log_likelihood += wins * std::log(p.win) + draws * std::log(p.draw) + losses * std::log(p.loss);

  const double mean = (p.win - p.loss) / 2;
  const double by_x = (wins - losses) / 2 - games * mean;
  const double x_x = games * ((p.win + p.loss) / 4 - mean * mean);
  const double x_nu = -games * mean * p.draw;
  const std::array<std::pair<std::size_t, double>, 3> slopes = {
      {{first, 1}, {second, -1}, {layout.first_side(), 1}}};
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    const auto& [row, row_slope] = slopes[i];
    sum.gradient[row] += row_slope * by_x;
    sum.information.add(row, layout.log_nu(), row_slope * x_nu);
    for (std::size_t j = i; j < slopes.size(); ++j)
      sum.information.add(row, slopes[j].first, row_slope * slopes[j].second * x_x);
  }
  sum.gradient[layout.log_nu()] += draws - games * p.draw;
  sum.information.add(layout.log_nu(), layout.log_nu(), games * p.draw * (1 - p.draw));
}

void add_prior(Likelihood& sum, const DavidsonLayout& layout, const std::vector<double>& parameters) {
  double mean = 0;
  for (std::size_t i = 0; i < layout.players; ++i) mean += parameters[i];
  mean /= static_cast<double>(layout.players);
  for (std::size_t i = 0; i < layout.players; ++i) {
    const double distance = parameters[i] - mean;
    sum.log_likelihood -= kPlayerPrecision / 2 * distance * distance;
    sum.gradient[i] -= kPlayerPrecision * distance;
    for (std::size_t j = i; j < layout.players; ++j) {
      sum.information.add(i, j,
                          kPlayerPrecision * ((i == j ? 1 : 0) - 1 / static_cast<double>(layout.players)));
    }
  }
  const auto normal = [&](std::size_t i, double center, double precision) {
    const double distance = parameters[i] - center;
    sum.log_likelihood -= precision / 2 * distance * distance;
    sum.gradient[i] -= precision * distance;
    sum.information.add(i, i, precision);
  };
  normal(layout.first_side(), 0, kFirstSidePrecision);
  normal(layout.log_nu(), kLogNuMean, kLogNuPrecision);
}

// Holds the anchor where it is.
void fix(Likelihood& sum, std::size_t anchor) {
  sum.gradient[anchor] = 0;
  for (std::size_t i = 0; i < sum.information.size(); ++i)
    sum.information.set(anchor, i, i == anchor ? 1 : 0);
}

Likelihood evaluate(const Cells& cells, const DavidsonLayout& layout, std::size_t anchor,
                    const std::vector<double>& parameters) {
  Likelihood sum(layout.size());
  for (std::size_t first = 0; first < layout.players; ++first) {
    for (std::size_t second = 0; second < layout.players; ++second) {
      const GameCounts& counts = cells.at(first, second);
      if (counts != GameCounts{}) add_cell(sum, layout, parameters, first, second, counts);
    }
  }
  add_prior(sum, layout, parameters);
  fix(sum, anchor);
  return sum;
}

}  // namespace

WinDrawLoss davidson_chances(double x, double nu) {
  const double largest = std::abs(x) / 2;  // keeps the exponentials in range
  const double win = std::exp(x / 2 - largest), loss = std::exp(-x / 2 - largest);
  const double draw = nu * std::exp(-largest);
  const double sum = win + draw + loss;
  return {.win = win / sum, .draw = draw / sum, .loss = loss / sum};
}

// Newton's method on a concave function; a step that goes too far is halved.
DavidsonFit fit_davidson(int players, int anchor_player, std::span<const RatedGame> games) {
  const DavidsonLayout layout{.players = static_cast<std::size_t>(players)};
  const auto anchor = static_cast<std::size_t>(anchor_player);
  const Cells cells(layout.players, games);
  DavidsonFit best;
  best.parameters.assign(layout.size(), 0);
  best.parameters[layout.log_nu()] = kLogNuMean;
  Likelihood here = evaluate(cells, layout, anchor, best.parameters);
  for (int i = 0; i < kMaxSteps; ++i) {
    best.inverse_information = here.information.inverse();
    std::vector<double> step = best.inverse_information.times(here.gradient);
    double longest = 0;
    for (const double part : step) longest = std::max(longest, std::abs(part));
    if (longest < kConverged) break;
    for (int halving = 0; halving < kMaxHalvings; ++halving) {
      std::vector<double> tried = best.parameters;
      for (std::size_t k = 0; k < tried.size(); ++k) tried[k] += step[k];
      Likelihood there = evaluate(cells, layout, anchor, tried);
      const bool better = there.log_likelihood >= here.log_likelihood - kConverged;
      if (better) {
        best.parameters = std::move(tried);
        here = std::move(there);
        break;
      }
      for (double& part : step) part /= 2;
    }
  }
  // Of the anchor nothing is unknown.
  best.inverse_information.set(anchor, anchor, 0);
  return best;
}

}  // namespace jungle
