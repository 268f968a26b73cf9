#include "search/mcts/pool.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "search/mcts/forced_playouts.hpp"
#include "search/mcts/root_report.hpp"
#include "search/mcts/worker.hpp"

namespace jungle {
namespace {

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::size_t bytes_per_slot(const MctsParams& params, int slots) {
  return static_cast<std::size_t>(params.memory_mb) * (std::size_t{1} << 20) /
         static_cast<std::size_t>(slots);
}

// One game's search.
class Slot {
 public:
  Slot(const MctsParams& params, std::size_t bytes)
      : params_(params), tree_(bytes, 1), worker_(tree_, params, 0) {}

  bool running() const { return running_; }
  const RootSummary& summary() const { return summary_; }
  void forget() { tree_.forget(); }

  void start(const Game& game, const PoolBudget& budget) {
    game_ = game;
    budget_ = budget;
    worker_.start(game);
    tree_.set_root(game, params_.tree_reuse);
    // The root is evaluated first, a reused one too: its priors and raw value are wanted exactly.
    root_pending_ = true;
    running_ = true;
    leaf_.position = game.position();
    leaf_.repetitions = game.repetitions();
    game.legal_moves(leaf_.legal_moves);
  }

  // Goes on until a position has to be evaluated (true) or the search is finished.
  bool advance() {
    if (root_pending_) return true;
    while (!finished()) {
      switch (worker_.descend(leaf_, root_edge())) {
        case Descent::kLeaf:
          return true;
        case Descent::kMemoryFull:
          memory_full_ = true;
          break;
        default:
          break;
      }
    }
    finish();
    return false;
  }

  EvalRequest request() const { return leaf_.request(worker_.rules()); }

  void accept(const EvalResult& result) {
    if (!root_pending_) {
      worker_.complete(leaf_, result);
      return;
    }
    root_pending_ = false;
    memory_full_ = false;
    tree_.open_root(*game_, leaf_.legal_moves, result, params_.solver);
    worker_.prove_root();
    Rng rng({budget_.noise_seed});
    if (budget_.root_noise) tree_.add_root_noise(params_, rng);
    if (budget_.gumbel)  // the root's own visit is the first
      halving_.start(*budget_.gumbel, std::max(budget_.visits - 1, 1), moves_by_edge(),
                     static_cast<double>(tree_.raw_wdl().value()), rng);
  }

 private:
  bool finished() const {
    const Node root = tree_.root();
    if (root.state().is_resolved() || tree_.root_edges().count == 1 || memory_full_) return true;
    if (budget_.gumbel) return halving_.visits_left() == 0;
    return static_cast<std::int64_t>(root.visits()) >= budget_.visits;
  }

  // Where the next descent begins; none: PUCT chooses.
  std::optional<int> root_edge() {
    if (budget_.gumbel) return static_cast<int>(halving_.next(moves_by_edge()));
    if (budget_.forced_playouts <= 0) return std::nullopt;
    const auto owed = owed_visit(moves_by_edge(), tree_.noisy_root_priors(), budget_.forced_playouts);
    return owed ? std::optional(static_cast<int>(*owed)) : std::nullopt;
  }

  // What is known of the root's moves at this moment.
  std::span<const RootMove> moves_by_edge() {
    const int count = tree_.root_edges().count;
    for (int i = 0; i < count; ++i)
      moves_by_edge_[static_cast<std::size_t>(i)] =
          root_move(tree_, game_->position(), i, params_.value_discount);
    return {moves_by_edge_.data(), static_cast<std::size_t>(count)};
  }

  void finish() {
    running_ = false;
    const Node root = tree_.root();
    MoveList legal_moves;
    game_->legal_moves(legal_moves);
    summary_.moves = root_moves(tree_, *game_, legal_moves, params_.value_discount);
    summary_.raw_wdl = tree_.raw_wdl();
    summary_.raw_plies_left = tree_.raw_plies_left();
    summary_.proven = proven_value(root.state());
    summary_.mean_value = summary_.proven != 0 ? discounted(summary_.proven, root.state().plies_to_end(),
                                                            params_.value_discount)
                                               : root.mean_value();
    summary_.wdl = summary_.proven > 0 ? Wdl{1, 0, 0} : summary_.proven < 0 ? Wdl{0, 0, 1} : root.mean_wdl();
    summary_.visits = static_cast<int>(root.visits());
    summary_.memory_full = memory_full_;
    summary_.unforced_visits.clear();
    if (budget_.forced_playouts > 0) count_unforced_visits(legal_moves);
    summary_.chosen = budget_.gumbel ? std::optional(chosen_by_halving(legal_moves)) : std::nullopt;
  }

  std::size_t chosen_by_halving(const MoveList& legal_moves) {
    const std::span<const RootMove> moves = moves_by_edge();
    return index_in(legal_moves, moves[halving_.choice(moves)].move);
  }

  void count_unforced_visits(const MoveList& legal_moves) {
    const std::span<const RootMove> moves = moves_by_edge();
    const float scale = params_.scale_by_spread ? tree_.spread().scale() : 1;
    std::array<std::uint32_t, kMaxMoves> counts;
    take_out_forced(moves, tree_.noisy_root_priors(), budget_.forced_playouts, params_.cpuct * scale,
                    {counts.data(), moves.size()});
    summary_.unforced_visits.resize(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i)
      summary_.unforced_visits[index_in(legal_moves, moves[i].move)] = counts[i];
  }

  static std::size_t index_in(const MoveList& legal_moves, Move move) {
    return static_cast<std::size_t>(std::find(legal_moves.begin(), legal_moves.end(), move) -
                                    legal_moves.begin());
  }

  MctsParams params_;
  Tree tree_;
  Worker<false> worker_;
  Leaf leaf_;
  std::optional<Game> game_;
  PoolBudget budget_;
  SequentialHalving halving_;
  std::array<RootMove, kMaxMoves> moves_by_edge_;
  RootSummary summary_;
  bool running_ = false;
  bool root_pending_ = false;
  bool memory_full_ = false;
};

}  // namespace

struct SearchPool::State {
  explicit State(Evaluator& judge) : evaluator(judge) {}

  Evaluator& evaluator;
  std::vector<std::unique_ptr<Slot>> slots;
  std::vector<int> waiting;  // slots with a position to evaluate, this step
  std::vector<int> finished;
  std::vector<EvalRequest> requests;
  std::vector<EvalResult> results;
  PoolTimes times;
};

SearchPool::SearchPool(Evaluator& evaluator, const MctsParams& params, int slots)
    : state_(std::make_unique<State>(evaluator)) {
  JUNGLE_CHECK(slots > 0);
  for (int i = 0; i < slots; ++i)
    state_->slots.push_back(std::make_unique<Slot>(params, bytes_per_slot(params, slots)));
}
SearchPool::~SearchPool() = default;
SearchPool::SearchPool(SearchPool&&) noexcept = default;

void SearchPool::start(int slot, const Game& game, const PoolBudget& budget) {
  Slot& chosen = *state_->slots[static_cast<std::size_t>(slot)];
  JUNGLE_CHECK(!chosen.running() && game.outcome().is_ongoing());
  chosen.start(game, budget);
}

void SearchPool::forget(int slot) {
  Slot& chosen = *state_->slots[static_cast<std::size_t>(slot)];
  JUNGLE_CHECK(!chosen.running());
  chosen.forget();
}

std::span<const int> SearchPool::step() {
  State& state = *state_;
  const std::int64_t began = now_ns();
  state.waiting.clear();
  state.finished.clear();
  state.requests.clear();
  for (int i = 0; i < static_cast<int>(state.slots.size()); ++i) {
    Slot& slot = *state.slots[static_cast<std::size_t>(i)];
    if (!slot.running()) continue;
    if (slot.advance()) {
      state.waiting.push_back(i);
      state.requests.push_back(slot.request());
    } else {
      state.finished.push_back(i);
    }
  }

  const std::int64_t gathered = now_ns();
  state.results.resize(std::max(state.results.size(), state.requests.size()));
  const auto batch_size = static_cast<std::size_t>(state.evaluator.max_batch());
  for (std::size_t done = 0; done < state.requests.size(); done += batch_size) {
    const std::size_t size = std::min(batch_size, state.requests.size() - done);
    state.evaluator.evaluate(std::span(state.requests).subspan(done, size),
                             std::span(state.results).subspan(done, size));
    ++state.times.batches;
  }

  const std::int64_t evaluated = now_ns();
  for (std::size_t i = 0; i < state.waiting.size(); ++i)
    state.slots[static_cast<std::size_t>(state.waiting[i])]->accept(state.results[i]);
  state.times.leaves += static_cast<std::int64_t>(state.waiting.size());
  state.times.evaluate += evaluated - gathered;
  state.times.tree += gathered - began + now_ns() - evaluated;
  return state.finished;
}

const RootSummary& SearchPool::result(int slot) const {
  const Slot& chosen = *state_->slots[static_cast<std::size_t>(slot)];
  JUNGLE_CHECK(!chosen.running());
  return chosen.summary();
}

const PoolTimes& SearchPool::times() const { return state_->times; }

}  // namespace jungle
