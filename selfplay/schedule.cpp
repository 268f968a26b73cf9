#include "selfplay/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace jungle {

double straight_line(double first, double last, std::uint32_t generation, int generations) {
  const double done = generations > 0 ? std::min(1.0, static_cast<double>(generation) / generations) : 1.0;
  return first + done * (last - first);
}

double random_start_share(const SelfPlaySettings& settings, std::uint32_t generation) {
  return straight_line(settings.random_start_first, settings.random_start_last, generation,
                       settings.random_start_generations);
}

double taught_share(const TeacherSettings& settings, std::uint32_t generation) {
  return straight_line(settings.share_first, settings.share_last, generation, settings.generations);
}

VisitCounts visit_counts(const SelfPlaySettings& settings, std::uint32_t generation) {
  const double share = straight_line(settings.visits_first, 1.0, generation, settings.visits_generations);
  const auto part_of = [share](int visits) {
    return std::max(2, static_cast<int>(std::lround(share * visits)));
  };
  return {.full = part_of(settings.full_visits), .fast = part_of(settings.fast_visits)};
}

int length_limit(const SelfPlaySettings& settings, std::uint32_t generation) {
  const int first = settings.max_plies_first > 0 ? settings.max_plies_first : settings.max_plies;
  return static_cast<int>(
      std::lround(straight_line(first, settings.max_plies, generation, settings.max_plies_generations)));
}

}  // namespace jungle
