#pragma once
// Short words for core's tests: positions and moves as text, rule sets as wango with fields changed.

#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/game.hpp"
#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

// How gtest prints them when a comparison fails.
void PrintTo(const Position& position, std::ostream* out);
void PrintTo(Move move, std::ostream* out);
void PrintTo(const Outcome& outcome, std::ostream* out);
void PrintTo(const RuleSet& rules, std::ostream* out);

namespace test {

Position position_of(std::string_view text);
Square square_of(std::string_view text);
Move move_of(std::string_view text);
RuleSet preset(std::string_view name);

// wango, but for the fields named: wango_with({{"trapped_attack", "full"}}).
using FieldValues = std::initializer_list<std::pair<std::string_view, std::string_view>>;
RuleSet wango_with(FieldValues changed);

// All legal moves as text, sorted, one blank between.
std::string legal_moves_text(std::string_view position, const RuleSet& rules = RuleSet());
// The same for the animal that stands on `from`: its target squares only.
std::string targets_text(std::string_view position, std::string_view from, const RuleSet& rules = RuleSet());

std::vector<Move> sorted_legal_moves(const Position& position, const RuleSet& rules);

// Plays blank-separated moves; each must be legal.
void play_all(Game& game, std::string_view moves);

// Name of a parametrised test: letters, digits and underscores only.
std::string test_name(std::string_view text);

}  // namespace test
}  // namespace jungle
