#include "bench/measure/searches.hpp"

#include <utility>

#include "search/uniform_evaluator.hpp"

namespace jungle::bench {

std::unique_ptr<MctsPlayer> make_player(std::vector<std::unique_ptr<Evaluator>> evaluators,
                                        const MctsParams& params) {
  return std::make_unique<MctsPlayer>(std::move(evaluators),
                                      MctsPlayerOptions{.params = params, .name = "bench"});
}

std::unique_ptr<MctsPlayer> make_uniform_player(int threads) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) evaluators.push_back(std::make_unique<UniformEvaluator>());
  return make_player(std::move(evaluators), {});
}

Work search_from_empty(MctsPlayer& player, std::int64_t visits, Timing timing) {
  return repeat(
      [&player, visits] {
        player.new_game();
        return static_cast<double>(player.choose_move(Game(rules()), {.visits = visits}, {}).nodes);
      },
      timing);
}

}  // namespace jungle::bench
