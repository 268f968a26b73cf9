#pragma once
// core/perft.hpp for a conversation: it can be stopped at any moment, within a fraction of a second.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

// The sum over the legal moves, each of which is told to `on_move` with its own count. None when stopped.
// Precondition: depth >= 1.
std::optional<std::uint64_t> stoppable_perft(const Position& position, const RuleSet& rules, int depth,
                                             const std::function<void(Move, std::uint64_t)>& on_move,
                                             const std::stop_token& stop);

}  // namespace jungle
