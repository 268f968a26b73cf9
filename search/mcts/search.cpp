#include "search/mcts/search.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <thread>

#include "search/mcts/move_choice.hpp"
#include "search/mcts/report_timer.hpp"
#include "search/mcts/root_report.hpp"
#include "search/mcts/search_control.hpp"

namespace jungle {
namespace {

std::size_t tree_bytes(const MctsParams& params) {
  return static_cast<std::size_t>(params.memory_mb) * (std::size_t{1} << 20);
}

// One thread's loop: gather up to `batch` leaves, evaluate them together, carry the results up.
template <bool kShared>
class SearchThread {
 public:
  // `timer`: of reports, null where this thread has none to make.
  SearchThread(Worker<kShared>& worker, Evaluator& evaluator, SearchControl& control, int batch,
               ReportTimer* timer)
      : worker_(worker),
        evaluator_(evaluator),
        control_(control),
        timer_(timer),
        leaves_(static_cast<std::size_t>(batch)) {}

  // An evaluator's exception ends the search: see SearchControl::rethrow().
  void run() {
    try {
      search();
      worker_.finish();
    } catch (...) {
      control_.fail(std::current_exception());
    }
  }

 private:
  void search() {
    for (;;) {
      const Gathered gathered = gather();
      if (gathered.leaves > 0) {
        evaluate(gathered.leaves);
      } else if (gathered.nothing_left || control_.stopping()) {
        return;
      } else {
        std::this_thread::yield();  // everything is being evaluated by others
      }
    }
  }

  struct Gathered {
    std::size_t leaves = 0;
    bool nothing_left = false;  // no visit may begin any more
  };

  Gathered gather() {
    Gathered gathered;
    while (gathered.leaves < leaves_.size() && !control_.stopping()) {
      if (timer_ != nullptr) timer_->tick();
      if (visits_ == 0) visits_ = control_.take_visits();
      if (visits_ == 0) {
        gathered.nothing_left = true;
        break;
      }
      const Descent descent = worker_.descend(leaves_[gathered.leaves]);
      if (descent == Descent::kLeaf || descent == Descent::kVisited) --visits_;
      if (descent == Descent::kLeaf) ++gathered.leaves;
      if (descent == Descent::kMemoryFull) control_.set_memory_full();
      if (descent == Descent::kCollision || descent == Descent::kMemoryFull) break;
    }
    return gathered;
  }

  void evaluate(std::size_t count) {
    requests_.clear();
    for (std::size_t i = 0; i < count; ++i) requests_.push_back(leaves_[i].request(worker_.rules()));
    results_.resize(leaves_.size());
    evaluator_.evaluate(requests_, std::span(results_).first(count));
    for (std::size_t i = 0; i < count; ++i) worker_.complete(leaves_[i], results_[i]);
  }

  Worker<kShared>& worker_;
  Evaluator& evaluator_;
  SearchControl& control_;
  ReportTimer* timer_;
  std::int64_t visits_ = 0;  // taken from the control and not yet begun
  std::vector<Leaf> leaves_;
  std::vector<EvalRequest> requests_;
  std::vector<EvalResult> results_;
};

std::int64_t visits_to_gain(const Limits& limits) {
  if (limits.visits > 0) return limits.visits;
  if (limits.nodes > 0) return limits.nodes;
  if (limits.movetime_ms > 0 || limits.infinite) return std::numeric_limits<std::int64_t>::max() / 2;
  return MctsPlayer::kDefaultVisits;
}

}  // namespace

MctsPlayer::MctsPlayer(std::vector<std::unique_ptr<Evaluator>> evaluators, MctsPlayerOptions options)
    : evaluators_(std::move(evaluators)),
      options_(std::move(options)),
      tree_(tree_bytes(options_.params), static_cast<int>(evaluators_.size())),
      rng_({options_.seed}) {
  const MctsParams& params = options_.params;
  const auto threads = static_cast<int>(evaluators_.size());
  JUNGLE_CHECK(threads > 0 && params.batch > 0 && params.virtual_visits > 0);
  JUNGLE_CHECK(threads * params.batch * params.virtual_visits <= 65535);  // Siblings::in_flight
  for (const auto& evaluator : evaluators_) JUNGLE_CHECK(evaluator->max_batch() >= params.batch);
  if (threads == 1 && params.batch == 1) {
    lone_worker_.emplace(tree_, params, 0);
  } else {
    for (int i = 0; i < threads; ++i) workers_.emplace_back(tree_, params, i);
  }
}

void MctsPlayer::set_seed(std::uint64_t seed) { rng_ = Rng({seed}); }

Decision MctsPlayer::choose_move(const Game& game, const Limits& limits, std::stop_token stop) {
  JUNGLE_CHECK(game.outcome().is_ongoing());
  MoveList legal_moves;
  game.legal_moves(legal_moves);
  if (legal_moves.size() == 1 && !limits.search_single_move) {
    Decision decision;
    decision.move = legal_moves[0];
    decision.principal_variation = {decision.move};
    decision.root_moves = {RootMove{.move = decision.move, .prior = 1}};
    return decision;
  }

  const SearchControl::Clock::time_point began = SearchControl::Clock::now();
  tree_.set_root(game, options_.params.tree_reuse);
  std::int64_t visits_before = tree_.root().visits();
  if (!open_root(game, legal_moves)) visits_before = 0;
  const std::int64_t opening_visits = tree_.root().visits() - visits_before;

  std::optional<SearchControl::Clock::time_point> deadline;
  if (limits.movetime_ms > 0) deadline = began + std::chrono::milliseconds(limits.movetime_ms);
  SearchControl control(visits_to_gain(limits) - opening_visits, deadline, std::move(stop), tree_.root());
  std::optional<ReportTimer> timer;
  if (reports_.on_report) {
    timer.emplace(tree_.root(), [&] {
      Decision now = describe(game, legal_moves);
      now.nodes = static_cast<std::int64_t>(tree_.root().visits()) - visits_before;
      reports_.on_report(now);
    });
  }
  run(control, timer ? &*timer : nullptr);
  if (control.failed()) {
    tree_.forget();  // leaves are still claimed, virtual visits still there
    control.rethrow();
  }

  Decision decision = decide(game, legal_moves);
  decision.nodes = static_cast<std::int64_t>(tree_.root().visits()) - visits_before;
  decision.memory_full = control.memory_full();
  return decision;
}

bool MctsPlayer::open_root(const Game& game, const MoveList& legal_moves) {
  const EvalRequest request{&game.position(), &game.rules(), &legal_moves, game.repetitions()};
  EvalResult result;
  evaluators_.front()->evaluate({&request, 1}, {&result, 1});
  const bool kept = tree_.open_root(game, legal_moves, result, options_.params.solver);
  if (lone_worker_) {
    lone_worker_->start(game);
    lone_worker_->prove_root();
  } else {
    for (Worker<true>& worker : workers_) worker.start(game);
    workers_.front().prove_root();
  }
  if (options_.params.noise_fraction > 0) tree_.add_root_noise(options_.params, rng_);
  return kept;
}

void MctsPlayer::run(SearchControl& control, ReportTimer* timer) {
  const int batch = options_.params.batch;
  if (lone_worker_) {
    SearchThread(*lone_worker_, *evaluators_.front(), control, batch, timer).run();
    return;
  }
  std::vector<std::jthread> threads;  // joined at the end of this scope, before anything reads the tree
  for (std::size_t i = 1; i < workers_.size(); ++i)
    threads.emplace_back(
        [&, i] { SearchThread(workers_[i], *evaluators_[i], control, batch, nullptr).run(); });
  SearchThread(workers_.front(), *evaluators_.front(), control, batch, timer).run();
}

Decision MctsPlayer::decide(const Game& game, const MoveList& legal_moves) {
  Decision decision = describe(game, legal_moves);
  const std::size_t chosen = choose_root_move(decision.root_moves, options_.temperature, rng_);
  if (chosen == 0) return decision;
  decision.move = decision.root_moves[chosen].move;
  decision.principal_variation = principal_variation(tree_, game, decision.move);
  decision.depth = static_cast<int>(decision.principal_variation.size());
  return decision;
}

Decision MctsPlayer::describe(const Game& game, const MoveList& legal_moves) const {
  Decision decision;
  decision.root_moves = root_moves(tree_, game, legal_moves, options_.params.value_discount);
  std::sort(decision.root_moves.begin(), decision.root_moves.end(), better_root_move);
  decision.move = decision.root_moves.front().move;
  decision.principal_variation = principal_variation(tree_, game, decision.move);
  decision.depth = static_cast<int>(decision.principal_variation.size());
  if (reports_.lines > 0) decision.lines = best_lines(tree_, game, decision.root_moves, reports_.lines);

  const Node root = tree_.root();
  const NodeState state = root.state();
  if (state.proof() == Proof::kWin || state.proof() == Proof::kLoss) {
    decision.wdl_for_side_to_move = state.proof() == Proof::kWin ? Wdl{1, 0, 0} : Wdl{0, 0, 1};
    decision.plies_left = static_cast<float>(state.plies_to_end());
  } else {
    decision.wdl_for_side_to_move = root.mean_wdl();
    decision.plies_left = root.mean_plies_left();
  }
  return decision;
}

}  // namespace jungle
