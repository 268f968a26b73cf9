#include "app/player_factory.hpp"

#include <utility>
#include <vector>

#include "app/evaluator_factory.hpp"
#include "app/named_net.hpp"
#include "nn/model.hpp"
#include "search/alphabeta/player.hpp"
#include "search/batching_evaluator.hpp"
#include "search/caching_evaluator.hpp"
#include "search/mcts/search.hpp"
#include "search/random_player.hpp"
#include "search/uniform_evaluator.hpp"
#include "selfplay/rating/uci_player.hpp"

namespace jungle {
namespace {

using PlayerResult = Result<std::unique_ptr<Player>>;
using EvaluatorResult = Result<std::unique_ptr<Evaluator>>;
using Evaluators = std::vector<std::unique_ptr<Evaluator>>;

PlayerResult make_random(const PlayerSpec& spec) {
  return PlayerResult(std::make_unique<RandomPlayer>(0, spec.text));  // a match seeds it
}

PlayerResult make_alpha_beta(const PlayerSpec& spec) {
  return PlayerResult(std::make_unique<AlphaBetaPlayer>(spec.text, spec.alpha_beta));
}

// What the players of one contestant share.
struct Net {
  std::shared_ptr<const Model> model;  // none: uniform
  std::shared_ptr<EvalCache> cache;    // none: no cache
};

Result<Net> load_net(const PlayerSpec& spec) {
  if (spec.net.empty()) return Net{};
  Result<NamedNet> named = load_named_net(spec.net);
  if (!named) return Error{"net " + named.error()};
  Net net{.model = std::make_shared<const Model>(std::move(named->weights)), .cache = nullptr};
  if (spec.cache_mb > 0)
    net.cache = std::make_shared<EvalCache>(static_cast<std::size_t>(spec.cache_mb) << 20);
  return net;
}

// A device other than the processor takes one batch at a time and likes large ones: the threads of a search
// share it. Processor threads are faster each with a net of its own.
bool shares_batches(const PlayerSpec& spec) {
  return spec.threads > 1 && spec.evaluator.backend == NetBackend::kTorch && spec.evaluator.device != "cpu";
}

Result<Evaluators> make_uncached(const PlayerSpec& spec, const Net& net) {
  Evaluators evaluators;
  NetEvaluatorOptions options = spec.evaluator;
  options.max_batch = shares_batches(spec) ? spec.mcts.batch * spec.threads : spec.mcts.batch;
  const std::size_t count = shares_batches(spec) ? 1 : static_cast<std::size_t>(spec.threads);
  while (evaluators.size() < count) {
    EvaluatorResult evaluator = make_net_evaluator(net.model, options);
    if (!evaluator) return Error{evaluator.error()};
    evaluators.push_back(std::move(*evaluator));
  }
  if (shares_batches(spec)) return BatchingEvaluator::share(std::move(evaluators.front()), spec.threads);
  return evaluators;
}

// One for each thread of a search.
Result<Evaluators> make_evaluators(const PlayerSpec& spec, const Net& net) {
  if (net.model == nullptr) {
    Evaluators uniform(static_cast<std::size_t>(spec.threads));
    for (auto& evaluator : uniform) evaluator = std::make_unique<UniformEvaluator>();
    return uniform;
  }
  Result<Evaluators> evaluators = make_uncached(spec, net);
  if (!evaluators || net.cache == nullptr) return evaluators;
  for (auto& evaluator : *evaluators)
    evaluator = std::make_unique<CachingEvaluator>(std::move(evaluator), net.cache);
  return evaluators;
}

PlayerResult make_mcts(const PlayerSpec& spec, const Net& net) {
  Result<Evaluators> evaluators = make_evaluators(spec, net);
  if (!evaluators) return Error{evaluators.error()};
  return PlayerResult(std::make_unique<MctsPlayer>(
      std::move(*evaluators),
      MctsPlayerOptions{.params = spec.mcts, .temperature = spec.temperature, .seed = 0, .name = spec.text}));
}

Result<OpenedPlayer> open_mcts(const PlayerSpec& spec, OpenedPlayer opened) {
  const Result<Net> net = load_net(spec);
  if (!net) return Error{"player \"" + spec.text + "\": " + net.error()};
  const Result<Evaluators> trial = make_evaluators(spec, *net);  // refuse now what can't be made
  if (!trial) return Error{"player \"" + spec.text + "\": " + trial.error()};
  opened.description = trial->front()->description();
  opened.contestant.make_player = [spec, net = *net] { return make_mcts(spec, net); };
  return opened;
}

PlayerResult start_engine(const PlayerSpec& spec, const std::stop_token& stop) {
  Result<std::unique_ptr<UciPlayer>> player = UciPlayer::open(spec.engine, spec.text, stop);
  if (!player) return Error{player.error()};
  return PlayerResult(*std::move(player));
}

// The engine that shows that it can be started is the first that plays.
Result<OpenedPlayer> open_uci(const PlayerSpec& spec, OpenedPlayer opened, const std::stop_token& stop) {
  Result<std::unique_ptr<UciPlayer>> engine = UciPlayer::open(spec.engine, spec.text, stop);
  if (!engine) return Error{"player \"" + spec.text + "\": " + engine.error()};
  opened.description = (*engine)->engine_name();
  const auto first = std::make_shared<std::unique_ptr<Player>>(*std::move(engine));
  opened.contestant.make_player = [spec, stop, first] {
    return *first != nullptr ? PlayerResult(std::exchange(*first, nullptr)) : start_engine(spec, stop);
  };
  return opened;
}

}  // namespace

ResourcePart player_memory(const PlayerSpec& spec, int count) {
  constexpr std::uint64_t kMegabyte = 1 << 20;
  ResourcePart part{.name = "player \"" + spec.text + "\"", .bytes = 0, .option = "memory_mb"};
  if (spec.kind == PlayerKind::kAlphaBeta) {
    part.option = "table_mb";
    part.bytes = static_cast<std::uint64_t>(spec.alpha_beta.table_mb) * kMegabyte;
  } else if (spec.kind == PlayerKind::kMcts) {
    // The defaults are bounds that games do not come near.
    const int tree_mb = std::max(spec.mcts.memory_mb - MctsParams{}.memory_mb, 0);
    const int cache_mb = std::max(spec.cache_mb - PlayerSpec{}.cache_mb, 0);
    part.bytes = (static_cast<std::uint64_t>(tree_mb) + static_cast<std::uint64_t>(cache_mb)) * kMegabyte;
  }
  part.bytes *= static_cast<std::uint64_t>(count);
  return part;
}

Result<OpenedPlayer> open_player(const PlayerSpec& spec, const std::stop_token& stop) {
  OpenedPlayer opened;
  opened.contestant.name = spec.text;
  opened.contestant.limits = spec.limits;
  switch (spec.kind) {
    case PlayerKind::kRandom:
      opened.contestant.make_player = [spec] { return make_random(spec); };
      break;
    case PlayerKind::kAlphaBeta:
      opened.contestant.make_player = [spec] { return make_alpha_beta(spec); };
      break;
    case PlayerKind::kMcts:
      return open_mcts(spec, std::move(opened));
    case PlayerKind::kUci:
      return open_uci(spec, std::move(opened), stop);
  }
  return opened;
}

}  // namespace jungle
