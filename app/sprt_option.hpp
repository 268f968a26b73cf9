#pragma once
// The text of --sprt, and what a test is told as.
//
//   elo0=0,elo1=20                                              with these defaults:
//   elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic,counts=pentanomial
//
// Thread rule: pure functions.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/util/result.hpp"
#include "selfplay/rating/sequential_test.hpp"

namespace jungle {

// elo0 and elo1 have to be given. The message names the key, and the values allowed.
Result<SprtPlan> parse_sprt(std::string_view text);

std::string sprt_text(const SequentialTest& test);             // one line
nlohmann::ordered_json sprt_json(const SequentialTest& test);  // an object

}  // namespace jungle
