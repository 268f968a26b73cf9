#include "selfplay/truth/truth_figures.hpp"

#include <cmath>
#include <cstddef>

namespace jungle {
namespace {

int likeliest_result(const Wdl& wdl) {
  if (wdl.draw >= wdl.win && wdl.draw >= wdl.loss) return 0;
  return wdl.win >= wdl.loss ? 1 : -1;
}

}  // namespace

void TruthFigures::add(const TruthQuestion& question, const TruthAnswer& answer) {
  const int result = question.value.result_for_side_to_move;
  const Wdl& wdl = answer.wdl_for_side_to_move;
  right.add(likeliest_result(wdl) == result);
  value_error.add(std::abs(static_cast<double>(wdl.value()) - result));
  const bool keeps = question.keeps(answer.move);
  kept.add(keeps);
  if (keeps && result > 0)
    plies_lost.add(question.by_move[static_cast<std::size_t>(answer.move)].plies - question.value.plies);
}

void TruthBaseline::add(const TruthQuestion& question) {
  ++positions;
  const int result = question.value.result_for_side_to_move;
  ++(result > 0 ? won : result < 0 ? lost : drawn);
  int keeping = 0;
  for (int i = 0; i < question.moves.size(); ++i) keeping += question.keeps(i) ? 1 : 0;
  random_kept.add(static_cast<double>(keeping) / question.moves.size());
}

}  // namespace jungle
