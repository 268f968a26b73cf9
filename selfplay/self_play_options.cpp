#include <cstdint>

#include "core/move.hpp"
#include "selfplay/option_groups.hpp"
#include "selfplay/option_kinds.hpp"

namespace jungle {
namespace {

using namespace option_kinds;
using Options = std::vector<TrainOption>;

constexpr std::int64_t kMostGames = 1'000'000'000;
constexpr std::int64_t kMostGenerations = 1'000'000;
constexpr std::int64_t kMostMoves = kMaxMoves;
constexpr std::int64_t kMostTablePieces = 16;  // all there are

// How many games, in which files, how many at a time.
void add_work(Options& all) {
  all.push_back(integer(
      "selfplay.games", [](auto& c) -> auto& { return c.selfplay.games; }, 1, kMostGames,
      "games a generation"));
  all.push_back(integer(
      "selfplay.games_per_shard", [](auto& c) -> auto& { return c.selfplay.games_per_shard; }, 1, 100'000,
      "games a file; an interrupted run plays again at most the unfinished files"));
  all.push_back(without_effect_on_results(integer(
      "selfplay.slots", [](auto& c) -> auto& { return c.selfplay.slots; }, 1, 4096,
      "games a thread plays at a time: the batch of its evaluations")));
  all.push_back(without_effect_on_results(integer(
      "selfplay.cache_mb", [](auto& c) -> auto& { return c.selfplay.cache_mb; }, 0, 1'000'000,
      "cache of evaluations, MiB a thread; 0 for none")));
}

// What evaluates the net that plays.
void add_evaluator(Options& all) {
  all.push_back(choice<>(
      "selfplay.backend", [](auto& c) -> auto& { return c.selfplay.backend; },
      std::vector<std::pair<std::string, std::string>>{{"cpu", "cpu"}, {"torch", "torch"}},
      "what evaluates the net that plays; torch reaches other devices"));
  all.push_back(text(
      "selfplay.device", "a device of LibTorch", [](const TrainConfig& c) { return c.selfplay.device; },
      [](TrainConfig& c, const std::string& name) -> Status {
        c.selfplay.device = name;
        return Done{};
      },
      "for backend torch: what LibTorch calls it, e.g. cuda:0"));
  all.push_back(choice<>(
      "selfplay.precision", [](auto& c) -> auto& { return c.selfplay.precision; },
      std::vector<std::pair<std::string, std::string>>{
          {"auto", "auto"}, {"float32", "float32"}, {"bfloat16", "bfloat16"}},
      "of the net that plays; auto: bfloat16 where it is faster (AMX)"));
}

// How a move is searched and chosen.
void add_moves(Options& all) {
  all.push_back(integer(
      "selfplay.full_visits", [](auto& c) -> auto& { return c.selfplay.full_visits; }, 2, 1'000'000,
      "visits of a full search, which has noise and gives a sample"));
  all.push_back(integer(
      "selfplay.fast_visits", [](auto& c) -> auto& { return c.selfplay.fast_visits; }, 2, 1'000'000,
      "visits of a fast search, which only moves the game on"));
  all.push_back(number(
      "selfplay.full_probability", [](auto& c) -> auto& { return c.selfplay.full_probability; }, 0.001, 1,
      "share of moves searched in full"));
  all.push_back(number(
      "selfplay.visits_first", [](auto& c) -> auto& { return c.selfplay.visits_first; }, 0.001, 1,
      "in the first generation searches have this share of their visits"));
  all.push_back(integer(
      "selfplay.visits_generations", [](auto& c) -> auto& { return c.selfplay.visits_generations; }, 0,
      kMostGenerations, "generations in which that share moves to 1"));
  all.push_back(number(
      "selfplay.temperature", [](auto& c) -> auto& { return c.selfplay.temperature; }, 0, 10,
      "of the choice among root visits in the first moves"));
  all.push_back(integer(
      "selfplay.temperature_plies", [](auto& c) -> auto& { return c.selfplay.temperature_plies; }, 0, 60'000,
      "how many plies that lasts, the opening not counted"));
  all.push_back(number(
      "selfplay.late_temperature", [](auto& c) -> auto& { return c.selfplay.late_temperature; }, 0, 10,
      "after that"));
}

// Where games begin and end.
void add_games(Options& all) {
  all.push_back(integer(
      "selfplay.opening_plies", [](auto& c) -> auto& { return c.selfplay.opening_plies; }, 0, 1000,
      "games from the start position begin with up to this many random moves"));
  all.push_back(integer(
      "selfplay.policy_opening_plies", [](auto& c) -> auto& { return c.selfplay.policy_opening_plies; }, 0,
      1000, "after these, up to so many moves are drawn from the net's own policy"));
  all.push_back(number(
      "selfplay.earlier_start", [](auto& c) -> auto& { return c.selfplay.earlier_start; }, 0, 1,
      "share of games from a position of an earlier game in the window; none in the first generation"));
  all.push_back(number(
      "selfplay.random_start_first", [](auto& c) -> auto& { return c.selfplay.random_start_first; }, 0, 1,
      "share of games from a random placement in the first generation"));
  all.push_back(number(
      "selfplay.random_start_last", [](auto& c) -> auto& { return c.selfplay.random_start_last; }, 0, 1,
      "the same after random_start_generations"));
  all.push_back(integer(
      "selfplay.random_start_generations",
      [](auto& c) -> auto& { return c.selfplay.random_start_generations; }, 0, kMostGenerations,
      "generations in which the share moves from the first to the last"));
  all.push_back(integer(
      "selfplay.max_plies", [](auto& c) -> auto& { return c.selfplay.max_plies; }, kLeastMaxPlies,
      kMaxPlyLimit, "a game is drawn by length after this many plies"));
  all.push_back(integer(
      "selfplay.max_plies_first", [](auto& c) -> auto& { return c.selfplay.max_plies_first; }, 0,
      kMaxPlyLimit, "the same in the first generation; 0 for no other limit than max_plies"));
  all.push_back(integer(
      "selfplay.max_plies_generations", [](auto& c) -> auto& { return c.selfplay.max_plies_generations; }, 0,
      kMostGenerations, "generations in which the limit moves from max_plies_first to max_plies"));
  all.push_back(number(
      "selfplay.length_draw_weight", [](auto& c) -> auto& { return c.selfplay.weighting.length_draw; }, 0, 1,
      "weight in training of samples from games drawn by length"));
  all.push_back(number(
      "selfplay.repetition_draw_weight",
      [](auto& c) -> auto& { return c.selfplay.weighting.repetition_draw; }, 0, 1,
      "weight in training of samples from games drawn by repetition"));
  all.push_back(number(
      "selfplay.surprise_weight", [](auto& c) -> auto& { return c.selfplay.weighting.surprise; }, 0, 1,
      "share of a game's weight that its samples get by how far the policy target is from the net's prior"));
}

// When a side gives up.
void add_resignation(Options& all) {
  all.push_back(flag(
      "selfplay.resign", [](auto& c) -> auto& { return c.selfplay.resign; },
      "a side gives up a game that its searches call lost, by a threshold that games played on set"));
  all.push_back(number(
      "selfplay.resign_played_on", [](auto& c) -> auto& { return c.selfplay.resign_played_on; }, 0.01, 1,
      "share of games in which nobody may, from which the threshold is found"));
  all.push_back(number(
      "selfplay.resign_false_rate", [](auto& c) -> auto& { return c.selfplay.resign_false_rate; }, 0, 0.5,
      "at most this share of the games given up would not have been lost"));
}

// What tables of endings are for. Tables of the same pieces are the same wherever they lie.
void add_tablebase(Options& all) {
  all.push_back(without_effect_on_results(text(
      "selfplay.tablebase", "the path of a folder of endgame tables",
      [](const TrainConfig& c) { return c.selfplay.tablebase; },
      [](TrainConfig& c, const std::string& folder) -> Status {
        c.selfplay.tablebase = folder;
        return Done{};
      },
      "folder of endgame tables that searches use; empty for none")));
  all.push_back(integer(
      "selfplay.tablebase_pieces", [](auto& c) -> auto& { return c.selfplay.tablebase_pieces; }, 0,
      kMostTablePieces,
      "positions of more animals are not looked up; 0 for all that the folder has, which a run then keeps"));
  all.push_back(flag(
      "selfplay.adjudicate", [](auto& c) -> auto& { return c.selfplay.adjudicate; },
      "end a game when a table has its value and no draw rule can change it"));
}

// Games by alpha-beta.
void add_teacher(Options& all) {
  all.push_back(number(
      "teacher.share_first", [](auto& c) -> auto& { return c.teacher.share_first; }, 0, 1,
      "share of games that alpha-beta plays in the first generation"));
  all.push_back(number(
      "teacher.share_last", [](auto& c) -> auto& { return c.teacher.share_last; }, 0, 1,
      "the same after teacher.generations"));
  all.push_back(integer(
      "teacher.generations", [](auto& c) -> auto& { return c.teacher.generations; }, 0, kMostGenerations,
      "generations in which the share moves from the first to the last"));
  all.push_back(integer(
      "teacher.nodes", [](auto& c) -> auto& { return c.teacher.nodes; }, 1, 1'000'000'000,
      "nodes of its search, a move"));
  all.push_back(number(
      "teacher.random_moves", [](auto& c) -> auto& { return c.teacher.random_moves; }, 0, 1,
      "share of its moves that are drawn at random instead"));
}

void add_search(Options& all) {
  all.push_back(number(
      "search.cpuct", [](auto& c) -> auto& { return c.search.cpuct; }, 0.01, 100, "exploration"));
  all.push_back(flag(
      "search.scale_by_spread", [](auto& c) -> auto& { return c.search.scale_by_spread; },
      "scale exploration by the spread of root values"));
  all.push_back(number(
      "search.fpu_reduction", [](auto& c) -> auto& { return c.search.fpu_reduction; }, 0, 2,
      "an unvisited move is thought this much worse than its parent, times the root of the visited prior "
      "mass; scaled as cpuct is"));
  all.push_back(number(
      "search.value_discount", [](auto& c) -> auto& { return c.search.value_discount; }, 0.5, 1,
      "of a value per ply on its way up the tree"));
  all.push_back(flag(
      "search.solver", [](auto& c) -> auto& { return c.search.solver; }, "proven wins and losses propagate"));
  all.push_back(number(
      "search.noise_fraction", [](auto& c) -> auto& { return c.search.noise_fraction; }, 0, 1,
      "of Dirichlet noise in the priors of a full search's root"));
  all.push_back(number(
      "search.noise_alpha", [](auto& c) -> auto& { return c.search.noise_alpha; }, 0.01, 100,
      "of that noise"));
  all.push_back(flag(
      "search.tree_reuse", [](auto& c) -> auto& { return c.search.tree_reuse; },
      "keep the subtree of the move played"));
  all.push_back(integer(
      "search.memory_mb", [](auto& c) -> auto& { return c.search.memory_mb; }, 1, 1'000'000,
      "bound of one game's tree, MiB; a search that fills it ends early"));
}

// How a root shares out its visits.
void add_root(Options& all) {
  all.push_back(choice<>(
      "search.root", [](auto& c) -> auto& { return c.root.kind; },
      std::vector<std::pair<std::string, RootKind>>{{"puct", RootKind::kPuct}, {"gumbel", RootKind::kGumbel}},
      "how a root shares out its visits and chooses: puct, or sequential halving with Gumbel noise"));
  all.push_back(integer(
      "search.gumbel_moves", [](auto& c) -> auto& { return c.root.gumbel_moves; }, 1, kMostMoves,
      "moves that a gumbel root considers at most"));
  all.push_back(number(
      "search.forced_playouts", [](auto& c) -> auto& { return c.root.forced_playouts; }, 0, 100,
      "a visited move of a noisy root gets at least the root of this * prior * visits; 0 for none"));
}

}  // namespace

void add_self_play_options(Options& all) {
  add_work(all);
  add_evaluator(all);
  add_moves(all);
  add_games(all);
  add_resignation(all);
  add_tablebase(all);
  add_teacher(all);
  add_search(all);
  add_root(all);
}

}  // namespace jungle
