#pragma once
// An endgame table that knows what it is told: for tests of who asks, and what becomes of the answers.

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/notation.hpp"
#include "search/endgame_table.hpp"

namespace jungle::test {

// Thread rule: once told everything, safe.
class FixedEndings final : public EndgameTable {
 public:
  FixedEndings() = default;
  // Every position is drawn, but for one.
  FixedEndings(std::string_view board, const EndgameValue& value) {
    set_default({0, 0});
    set(board, value);
  }

  // `board`: text of a position; its counters don't matter.
  void set(std::string_view board, const EndgameValue& value) {
    values_[name(*parse_position(board))] = value;
  }
  // What it says of every other position of so few animals.
  void set_default(const EndgameValue& value) { default_ = value; }
  // After so many answers it knows nothing more.
  void stop_after(int answers) { answers_left_ = answers; }

  int max_animals() const override { return 3; }
  std::optional<EndgameValue> probe(const Position& position) const override {
    const std::lock_guard lock(mutex_);
    ++probes_;
    largest_asked_ = std::max(largest_asked_, position.occupied().count());
    if (answers_left_ == 0) return std::nullopt;
    const auto found = values_.find(name(position));
    if (found == values_.end() && !default_) return std::nullopt;
    if (answers_left_ > 0) --answers_left_;
    return found == values_.end() ? *default_ : found->second;
  }

  bool silent() const { return answers_left_ == 0; }
  int probes() const { return probes_; }
  int largest_asked() const { return largest_asked_; }  // animals on a probed board

 private:
  static std::string name(const Position& position) {
    const std::string text = to_string(position);
    return text.substr(0, text.find(' ') + 2);
  }

  std::map<std::string, EndgameValue> values_;
  std::optional<EndgameValue> default_;
  mutable std::mutex mutex_;  // of what follows
  mutable int answers_left_ = -1;
  mutable int probes_ = 0;
  mutable int largest_asked_ = 0;
};

}  // namespace jungle::test
