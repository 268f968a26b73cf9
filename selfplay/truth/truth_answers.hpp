#pragma once
// What a net answers, by itself and after a search. Answers do not depend, in any bit, on which questions are
// asked together. Thread rule: one call at a time an evaluator.

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/rules.hpp"
#include "search/evaluator.hpp"
#include "selfplay/truth/truth_question.hpp"

namespace jungle {

// Of how many positions answers are best asked for together: the batch of the evaluations.
inline constexpr int kTruthBatch = 64;

inline constexpr int kMostTruthVisits = 100'000;  // whose tree takes 100 MB

// What the trees of a thread take in memory, at most.
std::uint64_t truth_tree_bytes(int visits);

// Without a search: the move is the one with the highest prior, the first of equal ones.
std::vector<TruthAnswer> raw_answers(Evaluator& evaluator, const RuleSet& rules,
                                     std::span<const TruthQuestion> questions);

// By Monte Carlo tree search as in matches: so many visits, solver, no noise, no table, one thread; the value
// is that of the root, the move the one played. Fewer answers than questions when stopped.
// Precondition: 1 <= visits <= kMostTruthVisits.
std::vector<TruthAnswer> search_answers(Evaluator& evaluator, const RuleSet& rules,
                                        std::span<const TruthQuestion> questions, int visits,
                                        const std::stop_token& stop);

}  // namespace jungle
