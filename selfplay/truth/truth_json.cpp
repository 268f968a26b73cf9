#include "selfplay/truth/truth_json.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

void add_figure(Json& json, const std::string& name, double value, const Interval& interval) {
  json[name] = value;
  json[name + "_low"] = interval.low;
  json[name + "_high"] = interval.high;
}

void add_mean(Json& json, const std::string& name, const RunningMean& mean) {
  add_figure(json, name, mean.mean(), mean.interval());
}

void add_share(Json& json, const std::string& name, const Share& share) {
  add_figure(json, name, share.value(), share.interval());
}

Json figures_json(const TruthFigures& figures) {
  Json json;
  add_share(json, "right", figures.right);
  add_mean(json, "value_error", figures.value_error);
  add_share(json, "kept", figures.kept);
  json["wins_kept"] = figures.plies_lost.count();
  add_mean(json, "plies_lost", figures.plies_lost);
  return json;
}

}  // namespace

Json to_json(const std::vector<TruthGroup>& groups) {
  Json list = Json::array();
  for (const TruthGroup& group : groups) {
    Json json{{"animals", group.animals},
              {"positions", group.baseline.positions},
              {"won", group.baseline.won},
              {"drawn", group.baseline.drawn},
              {"lost", group.baseline.lost}};
    add_mean(json, "random_kept", group.baseline.random_kept);
    json["raw"] = figures_json(group.raw);
    json["visits"] = group.visits;
    json["search"] = group.search ? figures_json(*group.search) : Json();
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace jungle
