#include "tests/app/documents.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/util/text.hpp"

namespace jungle::test {
namespace {

std::size_t heading_level(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level < line.size() && line[level] == ' ' ? level : 0;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

// "| a | b\|c |" -> "a", "b|c"
TableRow cells_of(std::string_view line) {
  TableRow cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|' && line[i - 1] != '\\') {
      cells.push_back(trimmed(cell));
      cell.clear();
    } else if (line[i] != '\\' || i + 1 == line.size() || line[i + 1] != '|') {
      cell += line[i];
    }
  }
  return cells;
}

}  // namespace

std::string document(const std::string& name) { return read_text(source_folder() / name); }

std::string section(std::string_view text, std::string_view heading) {
  std::string found;
  std::size_t level = 0;  // 0: not there yet
  bool fenced = false;    // where # begins a comment
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("```")) fenced = !fenced;
    const std::size_t here = fenced ? 0 : heading_level(line);
    if (level > 0 && here > 0 && here <= level) break;
    if (level > 0) {
      found += line + "\n";
    } else if (here > 0 && line.substr(here + 1) == heading) {
      level = here;
    }
  }
  return found;
}

std::vector<TableRow> table_rows(std::string_view text) {
  std::vector<TableRow> rows;
  std::size_t head = 0;  // lines of the present table that are its heading
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with("|")) {
      head = 0;
    } else if (head < 2) {
      ++head;
    } else {
      rows.push_back(cells_of(line));
    }
  }
  return rows;
}

std::vector<std::string> names_in(std::string_view text) {
  const auto parts = split(text, '`');
  std::vector<std::string> names;
  for (std::size_t i = 1; i + 1 < parts.size(); i += 2) names.emplace_back(parts[i]);
  return names;
}

std::set<std::string> names_in_tables(std::string_view text) {
  std::set<std::string> names;
  for (const TableRow& row : table_rows(text)) {
    for (const std::string& name : names_in(row.at(0))) names.insert(name);
  }
  return names;
}

std::map<std::string, std::string> python_programs() {
  std::map<std::string, std::string> programs;
  std::string program;
  bool inside = false;
  for (const std::string& line : lines_of(document("docs/formats.md"))) {
    if (line == "```python") {
      inside = true;
      program.clear();
    } else if (line == "```" && inside) {
      inside = false;
      programs[program.substr(2, program.find(".py") + 1)] = program;
    } else if (inside) {
      program += line + "\n";
    }
  }
  return programs;
}

ProgramRun run_documented_python(const std::string& name, std::vector<std::string> arguments) {
  const auto programs = python_programs();
  const auto program = programs.find(name);
  if (program == programs.end()) {
    ADD_FAILURE() << "docs/formats.md has no " << name;
    return {};
  }
  const TemporaryFolder folder;
  arguments.insert(arguments.begin(), {JUNGLE_PYTHON, folder.write(name, program->second)});
  return run_program(arguments);
}

}  // namespace jungle::test
