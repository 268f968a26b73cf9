#pragma once
// The model behind ratings of a pool, and its fit. Bradley and Terry's with draws after Davidson (1970) and
// an advantage of the side that moves first after Davidson and Beaver (1977): with x the difference in
// strength, that advantage included,
//
//   win : draw : loss  =  exp(x / 2) : nu : exp(-x / 2).
//
// Davidson's rather than Rao and Kupper's (1967): it is an exponential family, so the log-likelihood is
// concave with one maximum, and at the maximum every player's expected points are the points it made.
//
// Thread rule: pure functions.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "selfplay/rating/symmetric_matrix.hpp"

namespace jungle {

struct RatedGame {
  int first = 0;  // who moved first; players are numbered from 0
  int second = 0;
  int half_points_of_first = 0;  // 0, 1, 2
  std::int64_t pair = 0;         // games of one opening with sides swapped share it, and stand side by side
};

struct WinDrawLoss {
  double win = 0;
  double draw = 0;
  double loss = 0;
};
WinDrawLoss davidson_chances(double x, double nu);

// Where a vector of parameters has what: the strengths of the players in units of x, the first side's
// advantage in the same, then log nu.
struct DavidsonLayout {
  std::size_t players;
  std::size_t first_side() const { return players; }
  std::size_t log_nu() const { return players + 1; }
  std::size_t size() const { return players + 2; }
};

struct DavidsonFit {
  std::vector<double> parameters;
  SymmetricMatrix inverse_information{0};  // minus the second derivatives, inverted; 0 for the anchor
};

// The maximum of the likelihood times a weak prior, which keeps it finite where a player has won all: the
// strengths have a standard deviation of about 1000 Elo around their mean. The anchor's strength is 0. Cost:
// a few passes over the pairs of players, and as often the cube of their number.
DavidsonFit fit_davidson(int players, int anchor, std::span<const RatedGame> games);

}  // namespace jungle
