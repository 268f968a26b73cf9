#pragma once
// Every setting of a training run as plain data, by part. Names, ranges and help of each are declared once,
// in train_options.cpp and self_play_options.cpp; the values here are the defaults. What a field does is said
// there too.

#include <cstdint>
#include <string>
#include <vector>

#include "core/rules.hpp"
#include "nn/trainer.hpp"
#include "nn/weights.hpp"
#include "search/mcts/params.hpp"
#include "selfplay/data/replay_buffer.hpp"
#include "selfplay/data/sample_weights.hpp"
#include "selfplay/data/targets.hpp"

namespace jungle {

struct RunSettings {
  std::string name = "run";
  std::uint64_t seed = 1;
  int generations = 60;
  double cpu_minutes = 0;  // 0: no budget
};

inline constexpr int kLeastMaxPlies = 10;  // of selfplay.max_plies: a game gets somewhere

struct SelfPlaySettings {
  int games = 256;  // a generation
  int games_per_shard = 32;
  int slots = 64;               // games that one thread plays at a time
  int cache_mb = 64;            // of evaluations, a thread
  std::string backend = "cpu";  // of the evaluator: cpu, torch
  std::string device = "cpu";
  std::string precision = "auto";  // of the evaluator: auto, float32, bfloat16
  int full_visits = 100;
  int fast_visits = 20;
  double full_probability = 0.25;
  double visits_first = 1;     // share of the visits in generation 0 (schedule.hpp)
  int visits_generations = 0;  // in which it goes to 1
  float temperature = 1.0F;
  int temperature_plies = 20;
  float late_temperature = 0.25F;
  int opening_plies = 6;
  int policy_opening_plies = 0;
  double earlier_start = 0;  // share of games that begin at a position of an earlier one
  double random_start_first = 0.5;
  double random_start_last = 0.25;
  int random_start_generations = 40;
  bool resign = false;  // resignation.hpp
  double resign_played_on = 0.1;
  double resign_false_rate = 0.05;
  int max_plies = 250;
  int max_plies_first = 0;  // in generation 0; 0: max_plies
  int max_plies_generations = 0;
  SampleWeighting weighting = {};
  std::string tablebase = {};  // folder of tables; empty: none. Who opens it sets search.endgame_table
  int tablebase_pieces = 0;    // positions of more animals are not looked up; 0: all that the folder has
  bool adjudicate = false;
};

// How the root of a self-play search shares out its visits; below it, PUCT does.
enum class RootKind : std::uint8_t {
  kPuct,   // with Dirichlet noise in full searches; the move is drawn by visits and temperature
  kGumbel  // search/mcts/sequential_halving.hpp in every search; temperature scales its noise
};

struct RootSettings {
  RootKind kind = RootKind::kPuct;
  int gumbel_moves = 16;  // considered at most
  // k of search/mcts/forced_playouts.hpp, in full searches of a puct root; 0: none.
  float forced_playouts = 0;
};

// Games that alpha-beta plays in the place of the net (selfplay/teacher.hpp): their share goes from the first
// to the last in a straight line.
struct TeacherSettings {
  double share_first = 0;
  double share_last = 0;
  int generations = 0;
  std::int64_t nodes = 5000;
  double random_moves = 0.05;
};

struct LearnSettings {
  double passes = 4.0;
  std::int64_t min_samples = 2000;
  double learning_rate = 2e-3;
  double final_learning_rate = 2e-4;
  double decay_start = 0.5;
  bool mirror = true;
  int later_plies = 8;  // of the head that guesses the later board
};

struct GateSettings {
  int games = 0;  // 0: no gate
  int visits = 100;
  double threshold = 0.5;
};

struct FinalMatchSettings {
  std::vector<std::string> opponents = {"random", "ab:depth=2", "ab:depth=4", "ab:depth=6"};
  int games = 200;
  int visits = 100;
};

// How nets are measured against endgame tables (selfplay/truth), after each generation.
struct TruthSettings {
  std::string tablebase;  // their folder; empty: not measured
  int positions = 300;    // for each number of animals
  int visits = 100;       // of a search; 0: the net alone
};

struct TrainConfig {
  RunSettings run;
  RuleSet rules;                  // as published; max_plies is selfplay's
  std::vector<RuleSet> rule_mix;  // of self-play, likewise; empty: `rules` alone (self_play_rules.hpp)
  NetConfig net;
  SelfPlaySettings selfplay;
  TeacherSettings teacher;
  MctsParams search{.noise_fraction = 0.25F, .memory_mb = 4};  // memory_mb: of one game's tree, here
  RootSettings root;
  PolicyTargetParams policy_target;
  ValueTargetParams value_target;
  LearnSettings learn;
  TrainerConfig trainer;
  WindowSettings window;
  GateSettings gate;
  FinalMatchSettings match;
  TruthSettings truth;
};

}  // namespace jungle
