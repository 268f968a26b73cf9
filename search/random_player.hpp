#pragma once
// Plays any legal move, all alike. Its choices come from the stream (seed, games since the seed was given),
// so they do not depend on what other players or threads do. Thread rule: hostile.

#include <cstdint>
#include <string>
#include <utility>

#include "core/util/random.hpp"
#include "search/player.hpp"

namespace jungle {

class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed, std::string name = "random");

  Decision choose_move(const Game& game, const Limits& limits, std::stop_token stop) override;
  void new_game() override;  // the next stream
  void set_seed(std::uint64_t seed) override;
  std::string name() const override { return name_; }

 private:
  std::string name_;
  std::uint64_t seed_;
  std::uint64_t game_ = 0;
  Rng rng_;
};

}  // namespace jungle
