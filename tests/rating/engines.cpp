#include "tests/rating/engines.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include <sys/wait.h>

#include "selfplay/rating/uci_player.hpp"

namespace jungle::test {

UciEngine faulty_engine(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), JUNGLE_FAULTY_ENGINE);
  return {.command = std::move(arguments)};
}

Contestant uci_contestant(const UciEngine& engine, const Limits& limits) {
  return {.name = "engine", .limits = limits, .make_player = [engine]() -> Result<std::unique_ptr<Player>> {
            Result<std::unique_ptr<UciPlayer>> player = UciPlayer::open(engine, "engine", {});
            if (!player) return Error{player.error()};
            return std::unique_ptr<Player>(*std::move(player));
          }};
}

bool has_children() {
  siginfo_t info = {};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

FileName::FileName() {
  std::string folder = std::filesystem::temp_directory_path() / "jungle-test-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = folder + "/file";
}

FileName::~FileName() {
  std::error_code ignored;
  std::filesystem::remove_all(std::filesystem::path(path_).parent_path(), ignored);
}

std::vector<std::string> FileName::lines() const {
  std::vector<std::string> lines;
  std::ifstream file(path_);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace jungle::test
