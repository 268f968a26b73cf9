#include "selfplay/checkpoint.hpp"

#include <charconv>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

// Reads key by key and keeps the first thing that is wrong.
class Fields {
 public:
  explicit Fields(const Json& json) : json_(json) {}

  std::int64_t whole(const char* key, std::int64_t max) {
    const auto found = json_.find(key);
    if (found != json_.end() && found->is_number_unsigned()) {
      const auto number = found->get<std::uint64_t>();
      if (number <= static_cast<std::uint64_t>(max)) return static_cast<std::int64_t>(number);
    }
    refuse(fmt::format("\"{}\" is not a whole number from 0 to {}", key, max));
    return 0;
  }

  std::uint64_t hash(const char* key) {
    const auto found = json_.find(key);
    if (found != json_.end() && found->is_string()) {
      const auto& text = found->get_ref<const std::string&>();
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
      if (error == std::errc{} && text.size() == 16 && end == text.data() + text.size()) return number;
    }
    refuse(fmt::format("\"{}\" is not a text of 16 hex digits", key));
    return 0;
  }

  // 0 when there is none: older runs don't say.
  double seconds(const char* key) {
    const auto found = json_.find(key);
    if (found == json_.end()) return 0;
    if (found->is_number() && found->get<double>() >= 0) return found->get<double>();
    refuse(fmt::format("\"{}\" is not a number from 0 on", key));
    return 0;
  }

  // Missing or null: none.
  std::optional<double> fraction(const char* key) {
    const auto found = json_.find(key);
    if (found == json_.end() || found->is_null()) return std::nullopt;
    if (found->is_number() && found->get<double>() >= 0 && found->get<double>() <= 1)
      return found->get<double>();
    refuse(fmt::format("\"{}\" is not null nor a number from 0 to 1", key));
    return std::nullopt;
  }

  void refuse(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  const std::string& problem() const { return problem_; }

 private:
  const Json& json_;
  std::string problem_;
};

}  // namespace

Json to_json(const Checkpoint& checkpoint) {
  Json json{{"generation", checkpoint.generation},
            {"best_generation", checkpoint.best_generation},
            {"steps", checkpoint.steps},
            {"samples", checkpoint.samples},
            {"cpu_seconds", checkpoint.cpu_seconds},
            {"weights_hash", fmt::format("{:016x}", checkpoint.weights_hash)},
            {"optimizer_hash", fmt::format("{:016x}", checkpoint.optimizer_hash)},
            {"metrics_bytes", checkpoint.metrics_bytes}};
  if (checkpoint.resign_threshold) json["resign_threshold"] = *checkpoint.resign_threshold;
  return json;
}

Result<Checkpoint> checkpoint_from_json(const Json& json) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kGenerations = std::numeric_limits<int>::max();
  Fields fields(json);
  const Checkpoint found{.generation = static_cast<int>(fields.whole("generation", kGenerations)),
                         .best_generation = static_cast<int>(fields.whole("best_generation", kGenerations)),
                         .steps = fields.whole("steps", kLargest),
                         .samples = fields.whole("samples", kLargest),
                         .cpu_seconds = fields.seconds("cpu_seconds"),
                         .weights_hash = fields.hash("weights_hash"),
                         .optimizer_hash = fields.hash("optimizer_hash"),
                         .metrics_bytes = fields.whole("metrics_bytes", kLargest),
                         .resign_threshold = fields.fraction("resign_threshold")};
  if (found.best_generation > found.generation) fields.refuse("\"best_generation\" exceeds \"generation\"");
  if (!fields.problem().empty()) return Error{fields.problem()};
  return found;
}

}  // namespace jungle
