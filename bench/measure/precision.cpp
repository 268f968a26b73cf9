// What the fast form of the net costs in exactness, on positions of the net's own games: how often the best
// move stays the same, and how far values are apart.

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bench/measure/net_games.hpp"
#include "bench/measure/parts.hpp"
#include "bench/measure/positions.hpp"
#include "nn/torch_loader.hpp"

namespace jungle::bench {
namespace {

constexpr int kManyPositions = 10'000;
constexpr int kFewPositions = 500;
constexpr double kSecondsForMany = 4;

struct Forms {
  std::unique_ptr<Evaluator> fast;
  std::unique_ptr<Evaluator> exact;
  std::string names;  // "bfloat16 beside float32"
};

// bfloat16 beside float32 where the processor has it; else this machine's float32 beside LibTorch's.
Result<Forms> open_forms(const MeasureSetup& setup) {
  auto exact = setup.make_evaluator(setup.model, Precision::kFloat32, kNetGamesAtOnce);
  if (!exact) return Error{exact.error()};
  auto fast = setup.make_evaluator(setup.model, Precision::kBfloat16, kNetGamesAtOnce);
  if (fast) return Forms{*std::move(fast), *std::move(exact), "bfloat16 beside float32"};
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) return Error{fast.error() + "; " + torch.error()};
  return Forms{*std::move(exact), torch->api().make_plain_evaluator(setup.model, kNetGamesAtOnce),
               "float32 beside LibTorch's float32"};
}

std::ptrdiff_t best_move(const EvalResult& result, const MoveList& moves) {
  const auto end = result.priors.begin() + moves.size();
  return std::max_element(result.priors.begin(), end) - result.priors.begin();
}

struct Agreement {
  double same_move = 0;         // share of the positions
  double value_difference = 0;  // mean, of values in [-1, 1]
};

Agreement compare_forms(const Forms& forms, const std::vector<test::SamplePosition>& positions) {
  std::vector<EvalResult> fast(kNetGamesAtOnce), exact(kNetGamesAtOnce);
  std::vector<EvalRequest> requests;
  Agreement sum;
  for (std::size_t begin = 0; begin < positions.size(); begin += requests.size()) {
    requests.clear();
    const std::size_t end = std::min(begin + kNetGamesAtOnce, positions.size());
    for (std::size_t i = begin; i < end; ++i) requests.push_back(positions[i].request(rules()));
    forms.fast->evaluate(requests, std::span(fast).first(requests.size()));
    forms.exact->evaluate(requests, std::span(exact).first(requests.size()));
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const MoveList& moves = *requests[i].legal_moves;
      sum.same_move += best_move(fast[i], moves) == best_move(exact[i], moves) ? 1 : 0;
      sum.value_difference += std::abs(static_cast<double>(fast[i].wdl_for_side_to_move.value()) -
                                       static_cast<double>(exact[i].wdl_for_side_to_move.value()));
    }
  }
  const auto count = static_cast<double>(positions.size());
  return {.same_move = sum.same_move / count, .value_difference = sum.value_difference / count};
}

}  // namespace

std::vector<Row> measure_precision(const MeasureSetup& setup, double seconds) {
  const std::string move = "the same best move", value = "mean difference of values in [-1, 1]";
  Row moves{.part = "precision", .name = "precision.move", .what = move, .unit = "%"};
  Row values{.part = "precision", .name = "precision.value", .what = value, .unit = "of value"};
  if (!setup.trained) {
    moves.note = values.note = "random weights prefer no move: name a trained net by --net";
    return {moves, values};
  }
  const Result<Forms> forms = open_forms(setup);
  if (!forms) {
    moves.note = values.note = forms.error();
    return {moves, values};
  }
  const auto positions =
      net_game_positions(*forms->exact, seconds < kSecondsForMany ? kFewPositions : kManyPositions);
  const Agreement agreement = compare_forms(*forms, positions);
  const std::string where = fmt::format(": {}, {} positions of games of {}", forms->names, positions.size(),
                                        setup.model->config().name());
  moves.what = move + where;
  moves.ours = 100 * agreement.same_move;
  values.what = value + where;
  values.ours = agreement.value_difference;
  moves.rounds = values.rounds = 1;
  return {moves, values};
}

}  // namespace jungle::bench
