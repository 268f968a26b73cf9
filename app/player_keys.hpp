#pragma once
// The kinds of players and the keys of their specs, declared once: name, range, and where the value goes.
// Which of them go together is app/player_spec.cpp's. Thread rule: pure functions.

#include <functional>
#include <string_view>
#include <vector>

#include "app/player_spec.hpp"
#include "core/util/result.hpp"

namespace jungle {

struct PlayerKey {
  std::string_view name;
  std::function<Status(PlayerSpec&, std::string_view value)> set;  // or says what is wrong with the value
};

struct PlayerKindKeys {
  std::string_view name;  // before the colon
  PlayerKind kind;
  std::vector<PlayerKey> keys;
  std::string_view limits;  // one of these must be given; empty: none is needed
};

const std::vector<PlayerKindKeys>& player_kinds();

}  // namespace jungle
