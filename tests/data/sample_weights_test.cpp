#include "selfplay/data/sample_weights.hpp"

#include <array>
#include <numeric>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

SearchRecord search_of(const std::vector<float>& priors, const std::vector<float>& policy) {
  SearchRecord search{.full = true, .root_moves = {}, .policy = policy};
  for (const float prior : priors) search.root_moves.push_back({.prior = prior});
  return search;
}

// Both rats go to and fro, from the start position to its third time. Every other move is searched in full.
GameRecord game_drawn_by_repetition() {
  GameRecord record{.game = Game(*RuleSet::preset("wango")), .searches = {}};
  constexpr std::array<std::string_view, 4> kRound = {"g3g4", "a7a6", "g4g3", "a6a7"};
  for (std::size_t ply = 0; ply < 2 * kRound.size(); ++ply) {
    record.game.play(*parse_move(kRound[ply % kRound.size()]));
    record.searches.push_back(ply % 2 == 0 ? search_of({0.5F, 0.5F}, {0.5F, 0.5F}) : SearchRecord{});
  }
  return record;
}

double mean(const std::vector<float>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
}

TEST(SampleWeights, AreOneUnlessAskedOtherwise) {
  for (const GameRecord& game : random_games(6)) {
    std::size_t full = 0;
    for (const SearchRecord& search : game.searches) full += search.full ? 1 : 0;
    EXPECT_EQ(sample_weights(game, {}), std::vector<float>(full, 1.0F));
  }
}

TEST(SampleWeights, DrawsByRepetitionAndByLengthCountAsAsked) {
  const SampleWeighting weighting{.length_draw = 0.25, .repetition_draw = 0.75};
  const GameRecord repeated = game_drawn_by_repetition();
  ASSERT_EQ(repeated.outcome().reason, EndReason::kRepetition);
  EXPECT_EQ(sample_weights(repeated, weighting), std::vector<float>(4, 0.75F));
  bool seen_length = false;
  for (const GameRecord& game : random_games(6)) {
    const bool by_length = game.outcome().reason == EndReason::kLength;
    for (const float weight : sample_weights(game, weighting)) EXPECT_EQ(weight, by_length ? 0.25F : 1.0F);
    seen_length |= by_length;
  }
  EXPECT_TRUE(seen_length);
}

TEST(SampleWeights, SurpriseIsTheDivergenceOfTheTargetFromTheRawPriors) {
  EXPECT_NEAR(surprise(search_of({0.9F, 0.1F}, {0.5F, 0.5F})), 0.5108256, 1e-6);
  EXPECT_NEAR(surprise(search_of({0.25F, 0.75F}, {1, 0})), 1.3862944, 1e-6);
  EXPECT_EQ(surprise(search_of({0.25F, 0.75F}, {0.25F, 0.75F})), 0);
  EXPECT_LT(surprise(search_of({0, 1}, {1, 0})), 20) << "a prior that underflowed is not infinitely wrong";
}

TEST(SampleWeights, AShareOfAGamesWeightFollowsItsSurprises) {
  GameRecord game = game_drawn_by_repetition();
  game.searches[2] = search_of({0.9F, 0.1F}, {0.5F, 0.5F});  // 0.511
  game.searches[6] = search_of({0.25F, 0.75F}, {1, 0});      // 1.386
  const std::vector<float> weights = sample_weights(game, {.surprise = 0.5});
  ASSERT_EQ(weights.size(), 4U);
  EXPECT_EQ(weights[0], 0.5F);
  EXPECT_EQ(weights[2], 0.5F);
  EXPECT_NEAR(weights[1], 0.5 + 0.5 * 4 * 0.5108256 / 1.89712, 1e-5);
  EXPECT_NEAR(weights[3], 0.5 + 0.5 * 4 * 1.3862944 / 1.89712, 1e-5);
  EXPECT_NEAR(mean(weights), 1, 1e-6);
  EXPECT_NEAR(mean(sample_weights(game, {.repetition_draw = 0.5, .surprise = 0.8})), 0.5, 1e-6);
}

TEST(SampleWeights, AreEvenInAGameThatSurprisedNobody) {
  EXPECT_EQ(sample_weights(game_drawn_by_repetition(), {.surprise = 1}), std::vector<float>(4, 1.0F));
}

TEST(SampleWeights, AreEvenInATeachersGameWhichHasNoPriorsOfTheNet) {
  GameRecord game = game_drawn_by_repetition();
  game.searches[2] = search_of({0.5F, 0.5F}, {1, 0});
  game.taught = true;
  EXPECT_EQ(sample_weights(game, {.surprise = 1}), std::vector<float>(4, 1.0F));
}

TEST(SampleWeights, AGameWithoutFullSearchesHasNone) {
  GameRecord game = game_drawn_by_repetition();
  for (SearchRecord& search : game.searches) search = {};
  EXPECT_TRUE(sample_weights(game, {.surprise = 0.5}).empty());
}

}  // namespace
}  // namespace jungle
