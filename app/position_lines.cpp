#include "app/position_lines.hpp"

#include "app/command.hpp"
#include "app/line_reader.hpp"
#include "app/output.hpp"
#include "core/notation.hpp"

namespace jungle {

int answer_positions(const std::function<Result<std::string>(const Position&)>& answer) {
  int exit_code = kExitSuccess;
  LineReader lines;
  while (const auto line = lines.next()) {
    if (line->find_first_not_of(" \t") == line->npos) continue;
    const Result<Position> position =
        lines.line_too_long() ? Error{lines.too_long_message()} : parse_position(*line);
    const Result<std::string> answered = position ? answer(*position) : Error{position.error()};
    if (answered) {
      print("{}|{}\n", *line, *answered);
    } else {
      print("{}|error {}\n", answered_part(*line), answered.error());
      exit_code = kExitUsage;
    }
  }
  return exit_code;
}

}  // namespace jungle
