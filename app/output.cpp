#include "app/output.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <nlohmann/json.hpp>

#include "app/command.hpp"

namespace jungle {
namespace {

[[noreturn]] void refuse() {
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

void print_line(std::string_view prefix, std::string_view message) {
  std::string line(prefix);
  for (const char c : message) line += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

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

int usage_error(std::string_view message) {
  print_error(message);
  return kExitUsage;
}

}  // namespace jungle
