#include "selfplay/self_play_game.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "search/mcts/move_choice.hpp"
#include "selfplay/adjudication.hpp"
#include "selfplay/data/targets.hpp"
#include "selfplay/schedule.hpp"
#include "selfplay/self_play_rules.hpp"
#include "selfplay/start_position.hpp"

namespace jungle {
namespace {

Rng game_stream(const GamePlan& plan, std::uint32_t index) {
  return Rng({plan.config->run.seed, plan.generation, index});
}

// Evenly. One rule set alone takes nothing from the stream.
const RuleSet& draw_rules(const GamePlan& plan, Rng& rng) {
  return plan.rules.size() == 1 ? plan.rules.front() : plan.rules[rng.below(plan.rules.size())];
}

}  // namespace

GamePlan make_game_plan(const TrainConfig& config, std::uint32_t generation) {
  GamePlan plan{.config = &config,
                .rules = {},
                .generation = generation,
                .visits = visit_counts(config.selfplay, generation)};
  const int max_plies = length_limit(config.selfplay, generation);
  for (const RuleSet& rules : self_play_rules(config)) plan.rules.push_back(rules.with_max_plies(max_plies));
  return plan;
}

SelfPlayGame::SelfPlayGame(const GamePlan& plan, std::uint32_t index)
    : plan_(plan),
      rng_(game_stream(plan, index)),
      record_{.index = index, .game = Game(draw_rules(plan, rng_)), .searches = {}} {
  const double taught = taught_share(plan_.config->teacher, plan.generation);
  record_.taught = taught > 0 && rng_.uniform() < taught;
  begin();
  opening_plies_ = record_.game.plies();
  record_.searches.resize(static_cast<std::size_t>(opening_plies_));
  // Drawn whether there is a threshold or not, so that what is drawn later does not depend on it.
  if (plan_.config->selfplay.resign)
    record_.may_resign = rng_.uniform() >= plan_.config->selfplay.resign_played_on &&
                         plan_.resign_threshold && !record_.taught;
}

// One number decides on the kind, so that a kind that is not asked for changes nothing for the others.
void SelfPlayGame::begin() {
  const SelfPlaySettings& settings = plan_.config->selfplay;
  const double drawn = rng_.uniform();
  const double random_share = random_start_share(settings, plan_.generation);
  if (drawn < random_share) {
    const RuleSet rules = record_.game.rules();
    record_.game = Game(rules, random_placement(rules, rng_));
    record_.start = GameStart::kRandomPlacement;
    return;
  }
  if (drawn < random_share + settings.earlier_start && plan_.window != nullptr) {
    if (auto game = begin_at_earlier_position(*plan_.window, plan_.rules, rng_)) {
      record_.game = *std::move(game);
      record_.start = GameStart::kEarlierGame;
      return;
    }
  }
  play_random_opening(record_.game, settings.opening_plies, rng_);
  if (settings.policy_opening_plies > 0 && !record_.taught)
    policy_plies_left_ =
        static_cast<int>(rng_.below(static_cast<std::uint64_t>(settings.policy_opening_plies) + 1));
}

PoolBudget SelfPlayGame::next_search() {
  // One visit is the net's evaluation of the root, which has the policy.
  if (policy_plies_left_ > 0) return {.visits = 1, .root_noise = false, .noise_seed = 0};
  full_search_ = rng_.uniform() < plan_.config->selfplay.full_probability;
  PoolBudget budget{.visits = full_search_ ? plan_.visits.full : plan_.visits.fast, .noise_seed = rng_()};
  if (plan_.config->root.kind == RootKind::kGumbel) {
    budget.gumbel = {.moves = plan_.config->root.gumbel_moves,
                     .noise_scale = temperature(),
                     .value_scale = plan_.config->policy_target.scale};
  } else {
    budget.root_noise = full_search_ && plan_.config->search.noise_fraction > 0;
    if (budget.root_noise) budget.forced_playouts = plan_.config->root.forced_playouts;
  }
  return budget;
}

float SelfPlayGame::temperature() const {
  const SelfPlaySettings& settings = plan_.config->selfplay;
  return record_.game.plies() - opening_plies_ < settings.temperature_plies ? settings.temperature
                                                                            : settings.late_temperature;
}

// What was only forced says nothing for a move.
std::size_t SelfPlayGame::choose_move(const RootSummary& root) {
  if (root.chosen) return *root.chosen;
  if (root.unforced_visits.empty()) return choose_root_move(root.moves, temperature(), rng_);
  std::vector<RootMove> moves = root.moves;
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i].visits = root.unforced_visits[i];
  return choose_root_move(moves, temperature(), rng_);
}

// A move that would end the game is not played, and ends the opening.
void SelfPlayGame::advance_opening(const RootSummary& root) {
  constexpr float kAsThePolicySays = 1.0F;
  record_.game.play(root.moves[choose_root_move(root.moves, kAsThePolicySays, rng_)].move);
  --policy_plies_left_;
  if (record_.game.outcome().is_ongoing()) {
    record_.searches.emplace_back();
    opening_plies_ = record_.game.plies();
  } else {
    record_.game.undo();
    policy_plies_left_ = 0;
  }
}

// The net's estimate of what is left is kept within the length limit.
bool SelfPlayGame::resigns(const RootSummary& root) {
  const Side side = record_.game.side_to_move();
  watch_.see(side, root.mean_value);
  record_.resigns_below = watch_.resigns_below();
  if (!record_.may_resign || !watch_.gives_up(side, *plan_.resign_threshold)) return false;
  const int most = record_.game.rules().fields().max_plies - record_.game.plies();
  record_.resignation = static_cast<int>(
      std::lround(std::clamp(root.raw_plies_left, 1.0F, static_cast<float>(std::max(most, 1)))));
  return true;
}

bool SelfPlayGame::advance(const RootSummary& root) {
  if (policy_plies_left_ > 0) {
    advance_opening(root);
    return true;
  }
  if (resigns(root)) return false;
  SearchRecord search{.full = full_search_,
                      .visits = root.visits,
                      .repetitions = record_.game.repetitions(),
                      .root_value = root.mean_value,
                      .raw_value = root.raw_wdl.value(),
                      .root_moves = {},
                      .policy = {}};
  if (full_search_) {
    search.root_moves = root.moves;
    search.policy.resize(root.moves.size());
    policy_target(root, plan_.config->policy_target, search.policy);
  }
  record_.searches.push_back(std::move(search));
  return play(root.moves[choose_move(root)].move);
}

// As a search that looked at one move: the one to learn.
bool SelfPlayGame::follow(const Decision& decision) {
  MoveList legal;
  record_.game.legal_moves(legal);
  const float value = decision.wdl_for_side_to_move.value();
  SearchRecord search{.full = true,
                      .visits = 2,
                      .repetitions = record_.game.repetitions(),
                      .root_value = value,
                      .raw_value = value,
                      .root_moves = {},
                      .policy = {}};
  for (const Move move : legal) {
    const bool chosen = move == decision.move;
    search.root_moves.push_back({.move = move,
                                 .visits = chosen ? 1U : 0U,
                                 .prior = 1 / static_cast<float>(legal.size()),
                                 .mean_value = chosen ? value : 0});
    search.policy.push_back(chosen ? 1.0F : 0.0F);
  }
  record_.searches.push_back(std::move(search));
  const bool at_random = rng_.uniform() < plan_.config->teacher.random_moves;
  return play(at_random ? legal[static_cast<int>(rng_.below(static_cast<std::uint64_t>(legal.size())))]
                        : decision.move);
}

bool SelfPlayGame::play(Move move) {
  record_.game.play(move);
  if (!record_.game.outcome().is_ongoing()) return false;
  if (plan_.config->selfplay.adjudicate && plan_.config->search.endgame_table != nullptr)
    record_.adjudication = settled_value(record_.game, *plan_.config->search.endgame_table);
  return !record_.adjudication;
}

}  // namespace jungle
