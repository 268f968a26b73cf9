#pragma once
// Result<T>: a value, or a message for the person who gave the input. std::expected is not in C++20.
// The message is one line: what is wrong, where, and what to do. Broken environments (disk, memory) throw
// instead.
//
//   Result<Position> position = parse_position(text, rules);
//   if (!position) return usage_error(position.error());
//   use(*position);

#include <string>
#include <utility>
#include <variant>

#include "core/util/check.hpp"

namespace jungle {

struct Error {
  std::string message;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(*-explicit-*): a value is a result
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(*-explicit-*): so is an error

  explicit operator bool() const { return state_.index() == 0; }
  bool has_value() const { return state_.index() == 0; }

  // Precondition of the four: has_value().
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  // Precondition: !has_value().
  const std::string& error() const {
    JUNGLE_CHECK(!has_value());
    return std::get<1>(state_).message;
  }

 private:
  const T& value() const {
    JUNGLE_CHECK(has_value());
    return std::get<0>(state_);
  }
  T& value() {
    JUNGLE_CHECK(has_value());
    return std::get<0>(state_);
  }

  std::variant<T, Error> state_;
};

// The result of something that yields nothing but may be refused.
struct Done {};
using Status = Result<Done>;

}  // namespace jungle
