#include "selfplay/pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/util/check.hpp"
#include "selfplay/resignation.hpp"
#include "selfplay/self_play_rules.hpp"
#include "selfplay/train_config.hpp"

namespace jungle {

Pipeline::Pipeline(const TrainConfig& config, RunDirectory& run, const PipelineParts& parts,
                   PipelineObserver& observer)
    : config_(config), run_(run), parts_(parts), observer_(observer), replay_(config.window) {}

Pipeline::~Pipeline() = default;

Status Pipeline::begin() {
  const bool resumes = run_.checkpoint().has_value();
  if (resumes) state_ = *run_.checkpoint();
  const auto latest = load_net(state_.generation);
  if (!latest) return Error{latest.error()};
  latest_ = *latest;
  if (resumes && latest_->id() != state_.weights_hash)
    return Error{fmt::format("{}: not the net that the checkpoint was made with; put that one back",
                             run_.net(state_.generation).string())};
  const auto best = load_net(state_.best_generation);
  if (!best) return Error{best.error()};
  best_ = *best;
  TrainerConfig trainer = config_.trainer;
  trainer.head_seed = config_.run.seed;
  trainer_ = parts_.make_trainer(latest_->weights(), trainer);
  if (state_.steps > 0) {
    Status loaded = trainer_->load(run_.optimizer(state_.generation));
    if (!loaded) return loaded;
  }
  if (resumes) {
    run_.settle();
  } else {
    state_.weights_hash = latest_->id();
    run_.commit(state_);
  }
  return Done{};
}

RunEnd Pipeline::run(const std::stop_token& stop) {
  if (state_.generation > 0 && !finished()) {
    load_window(stop);
    observer_.on_note(fmt::format("resuming at generation {}: {} samples, {} steps", state_.generation,
                                  state_.samples, state_.steps));
  }
  while (!finished()) {
    GenerationReport report;
    report.generation = state_.generation;
    generation_began_ = parts_.cpu_seconds();
    if (stop.stop_requested() || !play(report, stop) || !learn_from(report, stop) || !measure(report, stop) ||
        !judge(report, stop))
      return RunEnd::kInterrupted;
    report.cpu_seconds = parts_.cpu_seconds() - generation_began_;
    report.total_cpu_seconds = state_.cpu_seconds += report.cpu_seconds;
    run_.append_metrics(to_json(report));
    run_.commit(state_);
    observer_.on_generation(report);
  }
  return RunEnd::kFinished;
}

bool Pipeline::finished() const {
  return state_.generation >= config_.run.generations ||
         (config_.run.cpu_minutes > 0 && state_.cpu_seconds >= 60 * config_.run.cpu_minutes);
}

Result<std::shared_ptr<const Model>> Pipeline::load_net(int generation) const {
  if (latest_ && generation == state_.generation) return latest_;
  const std::filesystem::path path = run_.net(generation);
  Result<NetWeights> weights = load_weights(path);
  if (!weights) return Error{weights.error()};
  if (weights->config != config_.net)
    return Error{fmt::format("{}: a {} net, the run's are {}", path.string(), weights->config.name(),
                             config_.net.name())};
  return std::make_shared<const Model>(*std::move(weights));
}

// Newest first, until the window is full: what is older would leave it at once.
void Pipeline::load_window(const std::stop_token& stop) {
  const std::int64_t wanted = window_size(state_.samples, config_.window);
  std::vector<std::shared_ptr<const Shard>> newest_first;
  std::int64_t loaded = 0;
  int gone = 0;
  for (int generation = state_.generation - 1; generation >= 0 && loaded < wanted; --generation) {
    const ShardPlan plan = shard_plan(generation, 0);
    for (int shard = plan.shards() - 1; shard >= 0 && loaded < wanted; --shard) {
      if (stop.stop_requested()) return;
      Result<Shard> read = read_shard(plan.npz_path(shard));
      if (read) {
        ShardOrigin origin = plan.origin;
        origin.model_id = read->origin.model_id;  // of the best net then
        if (read->origin != origin)
          read = Error{fmt::format("{}: games of another generation or run", plan.npz_path(shard).string())};
      }
      if (!read) {
        observer_.on_note(fmt::format("skipped: {}", read.error()));
        ++gone;
        continue;
      }
      loaded += static_cast<std::int64_t>(read->size());
      newest_first.push_back(std::make_shared<const Shard>(*std::move(read)));
    }
  }
  replay_.skip(std::max<std::int64_t>(state_.samples - loaded, 0));
  for (auto shard = newest_first.rbegin(); shard != newest_first.rend(); ++shard)
    replay_.add(std::move(*shard));
  if (gone > 0)
    observer_.on_note(fmt::format(
        "{} files of samples are gone: the run goes on, but not as it would have with them", gone));
}

ShardPlan Pipeline::shard_plan(int generation, std::uint64_t model_id) const {
  return {.directory = run_.games(),
          .origin = {.seed = config_.run.seed,
                     .generation = static_cast<std::uint32_t>(generation),
                     .model_id = model_id,
                     .settings_hash = games_settings_hash(config_)},
          .games = config_.selfplay.games,
          .games_per_shard = config_.selfplay.games_per_shard,
          .weighting = config_.selfplay.weighting,
          .event = fmt::format("{}, generation {}", config_.run.name, generation)};
}

bool Pipeline::play(GenerationReport& report, const std::stop_token& stop) {
  const ShardPlan plan = shard_plan(state_.generation, best_->id());
  std::vector<std::shared_ptr<const Shard>> shards(static_cast<std::size_t>(plan.shards()));
  GamePlan game_plan = make_game_plan(config_, static_cast<std::uint32_t>(state_.generation));
  if (config_.selfplay.resign) game_plan.resign_threshold = state_.resign_threshold;
  game_plan.window = &replay_;  // as it stands: this generation's games are added when all are over
  const SelfPlayJob job{.game_plan = std::move(game_plan),
                        .shard_plan = plan,
                        .on_shard =
                            [&shards](int shard, std::shared_ptr<const Shard> made) {
                              shards[static_cast<std::size_t>(shard)] = std::move(made);
                            },
                        .model = best_,
                        .make_evaluator = parts_.make_evaluator,
                        .threads = parts_.threads,
                        .slots = config_.selfplay.slots};
  const SelfPlayResult played = play_games(job, stop, [&](const SelfPlayProgress& progress) {
    observer_.on_self_play(state_.generation, progress);
  });
  for (const std::string& problem : played.problems) observer_.on_note(problem);
  if (!played.complete) return false;
  report.games_kept = played.games_kept;
  report.bad_shards = static_cast<int>(played.problems.size());
  report.self_play_seconds = played.seconds;
  report.times = played.times;
  for (auto& shard : shards) {
    report.games.add(*shard);
    replay_.add(std::move(shard));
  }
  if (config_.selfplay.resign) {
    report.resign_threshold = state_.resign_threshold;
    report.resign = calibrate_resignation(replay_, static_cast<std::uint32_t>(state_.generation),
                                          config_.selfplay.resign_false_rate);
    state_.resign_threshold = report.resign->threshold;
  }
  state_.samples = report.total_samples = replay_.total();
  report.window = replay_.size();
  return true;
}

bool Pipeline::learn_from(GenerationReport& report, const std::stop_token& stop) {
  if (state_.samples < config_.learn.min_samples)
    observer_.on_note(fmt::format("no training yet: needs {} more samples, has {}",
                                  config_.learn.min_samples - state_.samples, state_.samples));
  const std::int64_t owed =
      steps_due(config_.learn, state_.samples, config_.trainer.batch_size) - state_.steps;
  LearnPlan plan{.steps = replay_.size() > 0 ? std::max<std::int64_t>(owed, 0) : 0};
  schedule(plan);
  report.learned = learn(*trainer_, replay_, config_, plan, stop, [&](const LearnProgress& progress) {
    observer_.on_learning(state_.generation, progress);
  });
  if (report.learned.diverged) throw diverged();
  if (!report.learned.complete) return false;
  state_.steps = report.total_steps = trainer_->steps_done();
  ++state_.generation;
  NetWeights learned = described(trainer_->averaged_weights());
  save_weights(run_.net(state_.generation), learned);
  if (state_.steps > 0) trainer_->save(run_.optimizer(state_.generation));
  latest_ = std::make_shared<const Model>(std::move(learned));
  state_.weights_hash = report.weights_hash = latest_->id();
  return true;
}

// The share of the run that is done, by generations or by the budget, whichever is further on. A generation
// is expected to take of the budget what the ones before took.
void Pipeline::schedule(LearnPlan& plan) const {
  const double generations = config_.run.generations;
  plan.progress_begin = state_.generation / generations;
  plan.progress_end = (state_.generation + 1) / generations;
  if (config_.run.cpu_minutes <= 0) return;
  const double spent = state_.cpu_seconds + parts_.cpu_seconds() - generation_began_;
  const double share = std::min(spent / (60 * config_.run.cpu_minutes), 1.0);
  plan.progress_begin = std::max(plan.progress_begin, share);
  plan.progress_end = std::max(plan.progress_end, std::min(share + share / (state_.generation + 1), 1.0));
}

bool Pipeline::measure(GenerationReport& report, const std::stop_token& stop) {
  if (parts_.truth_table == nullptr || !table_is_sound_) return true;
  const auto began = std::chrono::steady_clock::now();
  const TruthJob job{
      .table = *parts_.truth_table,
      .rules = config_.rules,
      .make_evaluator = [this](int max_batch) { return parts_.make_evaluator(latest_, max_batch); },
      .positions = config_.truth.positions,
      .visits = config_.truth.visits,
      .threads = parts_.threads};
  Result<TruthReport> measured = measure_truth(
      job, stop, [&](const TruthProgress& progress) { observer_.on_truth(report.generation, progress); });
  if (!measured) {
    table_is_sound_ = false;
    observer_.on_note(fmt::format("{}; nets are not measured any more", measured.error()));
    return true;
  }
  if (!measured->complete) return false;
  report.truth = std::move(measured->groups);
  report.truth_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return true;
}

bool Pipeline::judge(GenerationReport& report, const std::stop_token& stop) {
  if (config_.gate.games > 0) {
    const std::optional<double> score = parts_.gate(latest_, best_, config_, stop);
    if (!score) return false;
    report.gate_score = *score;
    report.accepted = *score >= config_.gate.threshold;
  }
  if (report.accepted) {
    best_ = latest_;
    state_.best_generation = state_.generation;
  }
  return true;
}

RunError Pipeline::diverged() const {
  return RunError(
      fmt::format("training diverged in generation {}, step {}: its losses are not finite; try a lower "
                  "learning rate in a new "
                  "run (learn.learning_rate, here {}), which may begin with --init {}",
                  state_.generation, trainer_->steps_done() + 1, config_.learn.learning_rate,
                  run_.net(state_.generation).string()));
}

NetWeights Pipeline::described(NetWeights weights) const {
  weights.metadata["run"] = config_.run.name;
  weights.metadata["generation"] = std::to_string(state_.generation);
  weights.metadata["steps"] = std::to_string(state_.steps);
  weights.metadata["samples"] = std::to_string(state_.samples);
  weights.metadata["rule_sets"] = self_play_rule_names(config_);
  weights.metadata["seed"] = std::to_string(config_.run.seed);
  return weights;
}

}  // namespace jungle
