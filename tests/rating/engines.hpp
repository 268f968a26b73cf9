#pragma once
// Engines of the tests, which run as programs of their own.

#include <chrono>
#include <string>
#include <vector>

#include "selfplay/rating/play_game.hpp"
#include "selfplay/rating/uci_client.hpp"

namespace jungle::test {

// tests/support/faulty_engine.cpp with these arguments.
UciEngine faulty_engine(std::vector<std::string> arguments);
Contestant uci_contestant(const UciEngine& engine, const Limits& limits);

// Does this process have children, running or not waited for?
bool has_children();

// A name for a file that is not there; what is there when it goes is removed.
class FileName {
 public:
  FileName();
  FileName(const FileName&) = delete;
  FileName& operator=(const FileName&) = delete;
  ~FileName();
  const std::string& path() const { return path_; }
  std::vector<std::string> lines() const;

 private:
  std::string path_;
};

inline EngineProcess::Time soon() { return std::chrono::steady_clock::now() + std::chrono::milliseconds(50); }
inline EngineProcess::Time some_day() { return std::chrono::steady_clock::now() + std::chrono::minutes(2); }

}  // namespace jungle::test
