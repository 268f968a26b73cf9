#pragma once
// The training samples of some consecutive games, in columns, and their file: an .npz archive that numpy.load
// reads (docs/formats.md).
//
//   write_shard("games/gen-0007-000.npz", make_shard(origin, records));
//   Result<Shard> shard = read_shard("games/gen-0007-000.npz");
//   if (!shard) warn(shard.error());   // damaged, cut off, or not one of ours: never half read
//
// A sample holds facts, not targets, where it can: outcome and plies left become a win/draw/loss target when
// a batch is made, so a changed discount needs no new games. All values are for the side to move of the
// sample's position. Cost: about 270 bytes a sample, in memory and on disk. Thread rule: a value; share const
// freely.

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/packed_position.hpp"
#include "core/util/result.hpp"
#include "selfplay/data/game_record.hpp"
#include "selfplay/data/sample_weights.hpp"

namespace jungle {

// What made the games; shards of one generation have one origin.
struct ShardOrigin {
  std::uint64_t seed = 0;
  std::uint32_t generation = 0;
  std::uint64_t model_id = 0;       // of the evaluator that played
  std::uint64_t settings_hash = 0;  // of the configuration, as far as it shapes games (train_config.hpp)
  bool operator==(const ShardOrigin&) const = default;
};

// One row a sample.
struct SampleColumns {
  std::vector<PackedPosition> position;
  std::vector<std::uint8_t> repetitions;
  std::vector<std::uint8_t> rule_set;     // index into Shard::rule_sets
  std::vector<std::int8_t> outcome;       // +1 won, 0 drawn, -1 lost by the side to move
  std::vector<std::uint16_t> plies_left;  // to the end of the game, at least 1; adjudicated: of best play
  std::vector<float> root_value;          // of the search
  std::vector<float> raw_value;           // of the net alone
  std::vector<float> weight;              // of the sample in the loss; at most 1 on average over a game
  std::vector<std::uint32_t> game;        // row of the game table
  std::vector<std::uint32_t> first_move;  // row of the move table; its moves are consecutive
};

// One row a legal move of a sample, in the generator's order.
struct MoveColumns {
  std::vector<std::uint16_t> move;  // Move::bits()
  std::vector<float> policy;        // the target; sums to 1 over a sample
  std::vector<std::uint32_t> visits;
  std::vector<float> mean_value;  // of the search; 0 where unvisited
};

// One row a game.
struct GameColumns {
  std::vector<std::uint32_t> index;  // in its generation
  std::vector<std::uint16_t> plies;
  std::vector<std::uint8_t> result;      // GameResult
  std::vector<std::uint8_t> reason;      // EndReason; kNone: adjudicated; kResignedReason
  std::vector<std::uint8_t> first_side;  // who moved first in it: Side
  std::vector<std::uint8_t> start;       // GameStart
  std::vector<std::uint8_t> may_resign;  // 1 when a side was allowed to; 0: all was played on
  // A side would have resigned at any threshold below this; at most 0: at none (selfplay/resignation.hpp).
  std::vector<float> red_resigns_below, blue_resigns_below;
};

// The moves that were played, so that what came after a sample can be known. All empty in a shard read from a
// file of before version 3.
struct PlayedColumns {
  std::vector<std::uint16_t> move;  // Move::bits(), of all games, one game after the other
  std::vector<std::uint32_t>
      game_begin;  // a row a game: its first move; there are GameColumns::plies of them
  std::vector<std::uint16_t> sample_ply;  // a row a sample: how many moves of its game came before it
};

struct Shard {
  ShardOrigin origin;
  std::vector<RuleSet> rule_sets;
  SampleColumns samples;
  MoveColumns moves;
  GameColumns games;
  PlayedColumns played;

  std::size_t size() const { return samples.position.size(); }
  std::size_t games_count() const { return games.index.size(); }
  // Rows of the move table that belong to a sample.
  std::size_t move_begin(std::size_t sample) const { return samples.first_move[sample]; }
  std::size_t move_end(std::size_t sample) const {
    return sample + 1 < size() ? samples.first_move[sample + 1] : moves.move.size();
  }
  bool knows_played_moves() const { return !played.game_begin.empty(); }
  // What was played from a sample's position to the end of its game: its own move, the reply, and so on.
  // Empty when it is not known, and never else.
  std::span<const std::uint16_t> played_from(std::size_t sample) const {
    if (!knows_played_moves()) return {};
    const std::size_t game = samples.game[sample], ply = played.sample_ply[sample];
    return std::span(played.move).subspan(played.game_begin[game] + ply, games.plies[game] - ply);
  }
};

// One sample for each full search, games in the order given.
Shard make_shard(const ShardOrigin& origin, std::span<const GameRecord> games,
                 const SampleWeighting& weighting);

// Bytes of the file; equal shards give equal bytes.
std::string shard_bytes(const Shard& shard);
// Checks everything: checksum, version, shapes, ranges, that each position is one and its moves are its legal
// moves.
Result<Shard> parse_shard(std::string_view bytes);

// Written to a temporary name, flushed, renamed. Throws std::system_error when the disk refuses.
void write_shard(const std::filesystem::path& path, const Shard& shard);
Result<Shard> read_shard(const std::filesystem::path& path);  // the message names the file
// What made a shard, without a look at its columns.
Result<ShardOrigin> read_shard_origin(const std::filesystem::path& path);

}  // namespace jungle
