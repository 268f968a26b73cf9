#pragma once
// What a ladder is played with, as a TOML file says it:
//
//   rules = "wango"                # a preset's name or a rules file
//   seed = 1                       # of openings and of players that draw lots
//   opening_plies = 8              # random plies before the players begin; or
//   opening_file = "balanced.txt"  # positions to begin with, beside this file
//   anchor = "random"              # whose rating is given; the first player if absent
//   anchor_elo = 0
//   players = ["random", "ab:depth=1", "ab:depth=2"]
//   [nets]                         # the nets of the run directory that --run names
//   every = 10                     # every tenth generation, and the last
//   player = "mcts:net=NET,visits=100"   # NET stands for the file
//
// Thread rule: pure functions.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

// Stands for a net in the spec of a player that is made for each of several nets.
inline constexpr std::string_view kNetInSpec = "NET";
// The spec of one of them. Precondition: kNetInSpec is in `player`.
std::string spec_of_net(const std::string& player, const std::filesystem::path& net);

struct LadderPool {
  std::string rules = "wango";
  std::uint64_t seed = 1;
  int opening_plies = 8;
  std::string opening_file;  // empty: random plies
  std::string anchor;
  double anchor_elo = 0;
  std::vector<std::string> players;  // specs

  int nets_every = 0;  // 0: no nets
  std::string nets_player = "mcts:net=NET,visits=100";
};

// The message says where (file, line), what, and the nearest known key. `folder` is what opening files are
// looked for in.
Result<LadderPool> parse_ladder_config(std::string_view toml, std::string_view origin,
                                       const std::filesystem::path& folder);
Result<LadderPool> load_ladder_config(const std::filesystem::path& path);

bool is_ladder_config(std::string_view toml);        // it names players
std::vector<std::string_view> ladder_config_keys();  // "rules", ..., "nets.every", ...

// Adds the nets of a run as players. Refuses a directory without nets.
Status add_nets(LadderPool& pool, const std::filesystem::path& run);

// At least two players, all different, the anchor (chosen here if there is none) among them.
Status settle(LadderPool& pool);

}  // namespace jungle
