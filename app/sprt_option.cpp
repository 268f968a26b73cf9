#include "app/sprt_option.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "core/util/text.hpp"

namespace jungle {
namespace {

constexpr std::string_view kExample =
    "expected elo0=0,elo1=20 and, if wanted, alpha=, beta=, model=, counts=";

std::string_view model_name(EloModel model) {
  return model == EloModel::kLogistic ? "logistic" : "normalised";
}
std::string_view counts_name(SprtCounts counts) {
  return counts == SprtCounts::kPentanomial ? "pentanomial" : "trinomial";
}
std::string_view verdict_name(SprtDecision decision) {
  switch (decision) {
    case SprtDecision::kH0:
      return "h0";
    case SprtDecision::kH1:
      return "h1";
    case SprtDecision::kUndecided:
      break;
  }
  return "undecided";
}

Status set_number(double& field, std::string_view key, std::string_view value) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), field);
  if (error == std::errc() && end == value.data() + value.size()) return Done{};
  return Error{fmt::format("{}=\"{}\" is not a number", key, printable(value))};
}

Status set_key(SprtPlan& plan, std::string_view key, std::string_view value) {
  if (key == "elo0") return set_number(plan.test.elo0, key, value);
  if (key == "elo1") return set_number(plan.test.elo1, key, value);
  if (key == "alpha") return set_number(plan.test.alpha, key, value);
  if (key == "beta") return set_number(plan.test.beta, key, value);
  if (key == "model") {
    for (const EloModel model : {EloModel::kLogistic, EloModel::kNormalised}) {
      if (value != model_name(model)) continue;
      plan.test.model = model;
      return Done{};
    }
    return Error{fmt::format("model=\"{}\" is not logistic or normalised", printable(value))};
  }
  if (key == "counts") {
    for (const SprtCounts counts : {SprtCounts::kPentanomial, SprtCounts::kTrinomial}) {
      if (value != counts_name(counts)) continue;
      plan.counts = counts;
      return Done{};
    }
    return Error{fmt::format("counts=\"{}\" is not pentanomial or trinomial", printable(value))};
  }
  const std::string hint = did_you_mean(key, {"elo0", "elo1", "alpha", "beta", "model", "counts"});
  return Error{fmt::format("unknown key \"{}\"{}", printable(key),
                           hint.empty() ? fmt::format("; {}", kExample) : hint)};
}

}  // namespace

Result<SprtPlan> parse_sprt(std::string_view text) {
  SprtPlan plan;
  std::set<std::string_view> given;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == part.npos)
      return Error{fmt::format("\"{}\" is not key=value; {}", printable(part), kExample)};
    const std::string_view key = part.substr(0, equals);
    if (!given.insert(key).second) return Error{fmt::format("\"{}\" is given twice", printable(key))};
    if (const Status set = set_key(plan, key, part.substr(equals + 1)); !set) return Error{set.error()};
  }
  if (!given.contains("elo0") || !given.contains("elo1")) return Error{std::string(kExample)};
  if (const Status sound = check_sprt(plan.test); !sound) return Error{sound.error()};
  return plan;
}

std::string sprt_text(const SequentialTest& test) {
  const SprtTest& plan = test.plan().test;
  const std::string verdict = test.decision() == SprtDecision::kH1   ? "H1 accepted: better than elo0"
                              : test.decision() == SprtDecision::kH0 ? "H0 accepted: less than elo1"
                                                                     : "undecided";
  return fmt::format("sprt elo0 {}, elo1 {} ({}, {}): LLR {:.2f} ({:.2f}, {:.2f}) after {} pairs, {}\n",
                     plan.elo0, plan.elo1, model_name(plan.model), counts_name(test.plan().counts),
                     test.llr(), sprt_lower_bound(plan), sprt_upper_bound(plan), test.pairs(), verdict);
}

nlohmann::ordered_json sprt_json(const SequentialTest& test) {
  const SprtTest& plan = test.plan().test;
  return {{"elo0", plan.elo0},
          {"elo1", plan.elo1},
          {"alpha", plan.alpha},
          {"beta", plan.beta},
          {"model", model_name(plan.model)},
          {"counts", counts_name(test.plan().counts)},
          {"llr", test.llr()},
          {"lower_bound", sprt_lower_bound(plan)},
          {"upper_bound", sprt_upper_bound(plan)},
          {"pairs", test.pairs()},
          {"decision", verdict_name(test.decision())}};
}

}  // namespace jungle
