#include "app/output.hpp"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <system_error>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/command.hpp"
#include "core/util/file.hpp"

namespace jungle {
namespace {

[[noreturn]] void refuse() {
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

void print_line(std::string_view prefix, std::string_view message) {
  const std::string line = fmt::format("{}{}\n", prefix, one_line(message));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  return line;
}

void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse();
}

void flush_out() {
  if (std::fflush(stdout) != 0) refuse();
}

// Names of files may hold any bytes: what is not UTF-8 is replaced, never thrown.
void print_json(const nlohmann::ordered_json& value) {
  write_out(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void print_error(std::string_view message) { print_line("jungle: ", message); }
void print_warning(std::string_view message) { print_line("jungle: warning: ", message); }

Status check_output_file(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const auto refused = [&](std::string_view why) {
    return Error{fmt::format("cannot write {}: {}", path.string(), why)};
  };
  if (!std::filesystem::exists(folder, error)) return refused("there is no folder " + folder.string());
  if (!std::filesystem::is_directory(folder, error)) return refused(folder.string() + " is not a folder");
  if (std::filesystem::is_directory(path, error)) return refused("it is a folder");
  // A name that is too long, a folder on the way that may not be searched.
  if (const auto found = std::filesystem::status(path, error).type();
      found == std::filesystem::file_type::none)
    return refused(error.message());
  else if (found != std::filesystem::file_type::not_found && found != std::filesystem::file_type::regular)
    return refused("it is not a regular file");
  // It is written by a temporary name, which is longer.
  if (!std::filesystem::exists(temporary_name(path), error) && error) return refused(error.message());
  if (::access(folder.c_str(), W_OK) != 0)
    return refused("the folder " + folder.string() + " is not writable");
  return Done{};
}

Status check_replaced_file(const std::filesystem::path& path, std::string_view beginning) {
  if (Status writable = check_output_file(path); !writable) return writable;
  std::ifstream file(path, std::ios::binary);
  std::string found(beginning.size(), '\0');
  file.read(found.data(), static_cast<std::streamsize>(found.size()));
  found.resize(static_cast<std::size_t>(file.gcount()));
  if (found.empty() || found == beginning) return Done{};  // missing, empty, or of this kind
  return Error{fmt::format("{} exists and is something else; give another name", path.string())};
}

int usage_error(std::string_view message) {
  print_error(message);
  return kExitUsage;
}

}  // namespace jungle
