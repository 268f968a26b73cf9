#pragma once
// An open file descriptor that closes itself. POSIX. Errors of close() are not told: what has to be on the
// disk is flushed before. Thread rule: as an int.

#include <utility>

#include <unistd.h>

namespace jungle {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}  // below 0: none, as open() and its kin say it
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  void close() {
    if (value_ >= 0) ::close(std::exchange(value_, -1));
  }

 private:
  int value_ = -1;
};

}  // namespace jungle
