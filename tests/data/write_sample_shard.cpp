// Writes a shard of six random games to the file named, for read_shard.py; prints samples, moves, games.

#include <cstdio>

#include "selfplay/data/shard.hpp"
#include "tests/data/random_games.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const jungle::Shard shard = jungle::make_shard({.seed = 5}, jungle::random_games(6), {});
  jungle::write_shard(argv[1], shard);
  std::printf("%zu %zu %zu\n", shard.size(), shard.moves.move.size(), shard.games_count());
  return 0;
}
