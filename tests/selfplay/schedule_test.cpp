#include "selfplay/schedule.hpp"

#include <set>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "selfplay/self_play_game.hpp"
#include "selfplay/train_config.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

std::string error_of(const std::vector<std::string>& overrides) {
  const auto config = parse_train_config("", "test.toml", overrides);
  return config ? "" : config.error();
}

TEST(Schedule, SharesOfRandomStartsMoveInAStraightLine) {
  const SelfPlaySettings settings{
      .random_start_first = 0.5, .random_start_last = 0.25, .random_start_generations = 10};
  EXPECT_DOUBLE_EQ(random_start_share(settings, 0), 0.5);
  EXPECT_DOUBLE_EQ(random_start_share(settings, 5), 0.375);
  EXPECT_DOUBLE_EQ(random_start_share(settings, 10), 0.25);
  EXPECT_DOUBLE_EQ(random_start_share(settings, 99), 0.25);
}

TEST(Schedule, VisitsGrowFromAShareToTheWhole) {
  const SelfPlaySettings settings{
      .full_visits = 100, .fast_visits = 20, .visits_first = 0.25, .visits_generations = 10};
  const auto at = [&](std::uint32_t generation) {
    const VisitCounts visits = visit_counts(settings, generation);
    return std::pair(visits.full, visits.fast);
  };
  EXPECT_EQ(at(0), std::pair(25, 5));
  EXPECT_EQ(at(2), std::pair(40, 8));
  EXPECT_EQ(at(10), std::pair(100, 20));
  EXPECT_EQ(at(50), std::pair(100, 20));
}

TEST(Schedule, ASearchHasAtLeastTwoVisits) {
  const SelfPlaySettings settings{
      .full_visits = 30, .fast_visits = 4, .visits_first = 0.01, .visits_generations = 10};
  EXPECT_EQ(visit_counts(settings, 0).full, 2);
  EXPECT_EQ(visit_counts(settings, 0).fast, 2);
}

TEST(Schedule, TheLengthLimitGrowsToItsEnd) {
  SelfPlaySettings settings{.max_plies = 250, .max_plies_first = 100, .max_plies_generations = 30};
  EXPECT_EQ(length_limit(settings, 0), 100);
  EXPECT_EQ(length_limit(settings, 10), 150);
  EXPECT_EQ(length_limit(settings, 30), 250);
  EXPECT_EQ(length_limit(settings, 31), 250);
  settings.max_plies_first = 0;
  EXPECT_EQ(length_limit(settings, 0), 250);
}

TEST(Schedule, WithoutAnyAllGenerationsAreAlike) {
  const SelfPlaySettings settings;
  for (const std::uint32_t generation : {0U, 1U, 1000U}) {
    EXPECT_EQ(visit_counts(settings, generation).full, settings.full_visits);
    EXPECT_EQ(visit_counts(settings, generation).fast, settings.fast_visits);
    EXPECT_EQ(length_limit(settings, generation), settings.max_plies);
  }
}

TEST(Schedule, GamesKeepToIt) {
  TrainConfig config = tiny_config();
  config.selfplay.visits_first = 0.5;
  config.selfplay.visits_generations = 4;
  config.selfplay.max_plies_first = 20;
  config.selfplay.max_plies_generations = 4;
  for (const auto& [generation, full, fast, plies] :
       {std::tuple{0, 6, 2, 20}, {2, 9, 3, 30}, {4, 12, 4, 40}}) {
    const GamePlan plan = make_game_plan(config, static_cast<std::uint32_t>(generation));
    SelfPlayGame game(plan, 0);
    EXPECT_EQ(game.game().rules().fields().max_plies, plies);
    std::set<int> visits;
    for (int i = 0; i < 50; ++i) visits.insert(game.next_search().visits);
    EXPECT_EQ(visits, (std::set<int>{fast, full})) << generation;
  }
}

TEST(Schedule, HalfOfOneIsRefused) {
  EXPECT_NE(error_of({"selfplay.visits_first=0.5"}).find("needs selfplay.visits_generations"),
            std::string::npos);
  EXPECT_NE(error_of({"selfplay.max_plies_first=50"}).find("needs selfplay.max_plies_generations"),
            std::string::npos);
  EXPECT_NE(error_of({"selfplay.max_plies_first=5", "selfplay.max_plies_generations=3"}).find("0 or from 10"),
            std::string::npos);
  EXPECT_NE(error_of({"selfplay.max_plies_first=251", "selfplay.max_plies_generations=3"})
                .find("must not be above selfplay.max_plies (250)"),
            std::string::npos);
  EXPECT_EQ(error_of({"selfplay.max_plies_first=50", "selfplay.max_plies_generations=3",
                      "selfplay.visits_first=0.5", "selfplay.visits_generations=3"}),
            "");
}

}  // namespace
}  // namespace jungle
