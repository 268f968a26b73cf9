#include "selfplay/rating/pool_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "core/util/interval.hpp"
#include "selfplay/rating/elo.hpp"

namespace jungle {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double elo_per_x(double nu) { return 800 / std::numbers::ln10 / (2 + nu); }

// Sum over pairs of the outer product of their scores, the derivatives of a pair's log-likelihood. Of those
// four are not 0: by two players, the first side and log nu.
class ScoreProducts {
 public:
  ScoreProducts(const DavidsonLayout& layout, const std::vector<double>& parameters)
      : layout_(layout), parameters_(parameters), products_(layout.size()) {}

  void add(std::span<const RatedGame> pair) {
    const auto a = static_cast<std::size_t>(pair.front().first),
               b = static_cast<std::size_t>(pair.front().second);
    double by_a = 0, by_first_side = 0, by_log_nu = 0;
    for (const RatedGame& game : pair) {
      const double slope = static_cast<std::size_t>(game.first) == a ? 1 : -1;
      const double x = slope * (parameters_[a] - parameters_[b]) + parameters_[layout_.first_side()];
      const WinDrawLoss p = davidson_chances(x, std::exp(parameters_[layout_.log_nu()]));
      const double by_x = (game.half_points_of_first - 1 - p.win + p.loss) / 2;
      by_a += slope * by_x;
      by_first_side += by_x;
      by_log_nu += (game.half_points_of_first == 1 ? 1 : 0) - p.draw;
    }
    const std::array<std::pair<std::size_t, double>, 4> score = {
        {{a, by_a}, {b, -by_a}, {layout_.first_side(), by_first_side}, {layout_.log_nu(), by_log_nu}}};
    for (std::size_t i = 0; i < score.size(); ++i) {
      for (std::size_t j = i; j < score.size(); ++j)
        products_.add(score[i].first, score[j].first, score[i].second * score[j].second);
    }
  }
  const SymmetricMatrix& sum() const { return products_; }

 private:
  DavidsonLayout layout_;
  const std::vector<double>& parameters_;
  SymmetricMatrix products_;
};

// The games as pairs, one call each.
template <typename Visit>
void for_each_pair(std::span<const RatedGame> games, Visit visit) {
  for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
    while (end < games.size() && games[end].pair == games[begin].pair) ++end;
    visit(games.subspan(begin, end - begin));
  }
}

SymmetricMatrix sandwich(const DavidsonLayout& layout, const DavidsonFit& fit,
                         std::span<const RatedGame> games) {
  ScoreProducts products(layout, fit.parameters);
  for_each_pair(games, [&](std::span<const RatedGame> pair) { products.add(pair); });
  return fit.inverse_information.around(products.sum());
}

std::size_t pairs_in(std::span<const RatedGame> games) {
  std::size_t pairs = 0;
  for_each_pair(games, [&](std::span<const RatedGame>) { ++pairs; });
  return pairs;
}

// Few pairs that happen to be alike leave scores that hardly vary, and the sandwich near 0. So it is what is
// seen, and of the model's own as much as one pair a player weighs against all that were played.
void add_doubt(SymmetricMatrix& covariance, const SymmetricMatrix& by_model, std::size_t players,
               std::size_t pairs) {
  const auto doubt = static_cast<double>(players);
  const double share = doubt / (doubt + static_cast<double>(pairs));
  for (std::size_t i = 0; i < covariance.size(); ++i)
    for (std::size_t j = i; j < covariance.size(); ++j)
      covariance.set(i, j, covariance(i, j) + share * by_model(i, j));
}

// From parameters to Elo: elo_i = scale(nu) strength_i. The covariance of the players' Elo and, last, of the
// first side's advantage, by the delta method.
SymmetricMatrix covariance_of_elo(const DavidsonLayout& layout, const std::vector<double>& parameters,
                                  const SymmetricMatrix& covariance) {
  const double nu = std::exp(parameters[layout.log_nu()]);
  const double scale = elo_per_x(nu);
  const double scale_by_log_nu = -scale * nu / (2 + nu);
  SymmetricMatrix elo(layout.players + 1);
  for (std::size_t i = 0; i < elo.size(); ++i) {
    for (std::size_t j = i; j < elo.size(); ++j) {
      const double by_nu_i = scale_by_log_nu * parameters[i], by_nu_j = scale_by_log_nu * parameters[j];
      elo.set(
          i, j,
          scale * scale * covariance(i, j) +
              scale * (by_nu_i * covariance(j, layout.log_nu()) + by_nu_j * covariance(i, layout.log_nu())) +
              by_nu_i * by_nu_j * covariance(layout.log_nu(), layout.log_nu()));
    }
  }
  return elo;
}

// Who can be reached from `start` along links, breadth first.
std::vector<bool> reached(std::size_t players, std::size_t start,
                          const std::vector<std::vector<bool>>& link) {
  std::vector<bool> seen(players);
  std::vector<std::size_t> queue = {start};
  seen[start] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (std::size_t other = 0; other < players; ++other) {
      if (seen[other] || !link[queue[next]][other]) continue;
      seen[other] = true;
      queue.push_back(other);
    }
  }
  return seen;
}

// Which ends of the intervals games bound.
struct Bounds {
  std::vector<bool> above;  // a chain of results from the anchor up to the player
  std::vector<bool> below;
};

Bounds bounds_of(std::size_t players, std::size_t anchor, std::span<const RatedGame> games) {
  std::vector<std::vector<bool>> scored(players, std::vector<bool>(players));  // [a][b]: a against b
  std::vector<std::vector<bool>> conceded = scored;
  for (const RatedGame& game : games) {
    const auto first = static_cast<std::size_t>(game.first), second = static_cast<std::size_t>(game.second);
    if (game.half_points_of_first > 0) scored[first][second] = conceded[second][first] = true;
    if (game.half_points_of_first < 2) scored[second][first] = conceded[first][second] = true;
  }
  return {.above = reached(players, anchor, scored), .below = reached(players, anchor, conceded)};
}

PoolRating rating(double elo, double variance) {
  const double margin = kNormal95 * std::sqrt(variance);
  return {.elo = elo, .low = elo - margin, .high = elo + margin};
}

}  // namespace

double PoolFit::variance_of_difference(int a, int b) const {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  return covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
}

double PoolFit::information_of_game(int a, int b) const {
  const double scale = elo_per_x(nu);
  const double difference =
      ratings[static_cast<std::size_t>(a)].elo - ratings[static_cast<std::size_t>(b)].elo;
  const WinDrawLoss p = davidson_chances(difference / scale, nu);
  const double mean = (p.win - p.loss) / 2;
  return ((p.win + p.loss) / 4 - mean * mean) / (scale * scale);
}

PoolFit fit_pool(const PoolOptions& options, std::span<const RatedGame> games) {
  const DavidsonLayout layout{.players = static_cast<std::size_t>(options.players)};
  const DavidsonFit fit = fit_davidson(options.players, options.anchor, games);
  const Bounds bounds = bounds_of(layout.players, static_cast<std::size_t>(options.anchor), games);

  PoolFit pool;
  pool.inverse_information = covariance_of_elo(layout, fit.parameters, fit.inverse_information);
  pool.covariance = covariance_of_elo(layout, fit.parameters, sandwich(layout, fit, games));
  add_doubt(pool.covariance, pool.inverse_information, layout.players, pairs_in(games));
  pool.nu = std::exp(fit.parameters[layout.log_nu()]);
  pool.draws_between_equals = pool.nu / (2 + pool.nu);
  const double scale = elo_per_x(pool.nu);
  const std::size_t first_side = layout.first_side();
  pool.first_side = rating(scale * fit.parameters[first_side], pool.covariance(first_side, first_side));
  for (std::size_t i = 0; i < layout.players; ++i) {
    // Results that are all alike have scores near 0, of which the sandwich makes a variance near 0.
    const bool open = !bounds.above[i] || !bounds.below[i];
    if (open) pool.covariance.set(i, i, std::max(pool.covariance(i, i), pool.inverse_information(i, i)));
    PoolRating one = rating(options.anchor_elo + scale * fit.parameters[i], pool.covariance(i, i));
    if (!bounds.above[i]) one.high = kInfinity;
    if (!bounds.below[i]) one.low = -kInfinity;
    pool.connected = pool.connected && (bounds.above[i] || bounds.below[i]);
    pool.ratings.push_back(one);
  }
  return pool;
}

}  // namespace jungle
