#pragma once
// The documents as tests see them: their tables, and the Python programs in them, which can be run.
//
//   const std::string text = section(document("docs/formats.md"), "match --json");
//   for (const TableRow& row : table_rows(text)) names_in(row[0]);
//   const ProgramRun run = run_documented_python("weights.py", {"net.safetensors"});

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/program.hpp"

namespace jungle::test {

std::string document(const std::string& name);  // its text; the name is from the root of the sources

// From the line "## heading" (of any level) to the next heading of this level or above; empty if absent.
std::string section(std::string_view text, std::string_view heading);

using TableRow = std::vector<std::string>;  // a cell each, trimmed
// Of all tables of the text, without their headings.
std::vector<TableRow> table_rows(std::string_view text);

// What stands in `backticks`, in order.
std::vector<std::string> names_in(std::string_view text);
// Those in the first cells of a text's tables.
std::set<std::string> names_in_tables(std::string_view text);

// The programs of docs/formats.md by the name in their first line, "# weights.py NET: ...".
std::map<std::string, std::string> python_programs();
ProgramRun run_documented_python(const std::string& name, std::vector<std::string> arguments);

}  // namespace jungle::test
