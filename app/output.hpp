#pragma once
// Where text goes: results to standard output, talk to standard error. A closed reader (`jungle perft ... |
// head -1`) ends the program quietly; a full disk is an error. Thread rule: the main thread prints.

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include "core/util/result.hpp"

namespace jungle {

void write_out(std::string_view text);  // throws std::system_error
void flush_out();                       // the same; main() calls it at the end, line readers before they wait
void print_json(const nlohmann::ordered_json& value);  // one line

template <typename... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  write_out(fmt::format(format, std::forward<Args>(args)...));
}

// With control characters replaced: what others wrote may not steer a terminal.
std::string one_line(std::string_view text);

// "jungle: <message>" as one line on standard error, control characters replaced.
void print_error(std::string_view message);
void print_warning(std::string_view message);

// Refuses, before any work is done for it, a path at which no file can be written: a folder that is missing,
// is no folder or may not be written to, or a folder where the file would be.
Status check_output_file(const std::filesystem::path& path);

// The same, and refuses a file that is there and is something else than what will replace it: not empty, and
// not beginning with `beginning`. Nothing of value goes because two paths were mixed up.
Status check_replaced_file(const std::filesystem::path& path, std::string_view beginning);
inline constexpr std::string_view kPgnBeginning = "[Event ";

// print_error(), and the exit code for bad input: `return usage_error(rules.error());`
int usage_error(std::string_view message);

}  // namespace jungle
