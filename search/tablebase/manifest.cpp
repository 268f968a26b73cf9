#include "search/tablebase/manifest.hpp"

#include <charconv>
#include <set>
#include <string>
#include <vector>

#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "search/tablebase/board_rules.hpp"
#include "search/tablebase/material.hpp"
#include "search/tablebase/table_header.hpp"

namespace jungle::tablebase {
namespace {

constexpr std::uint64_t kMaxManifestBytes = 65536;

std::string first_line(std::uint32_t version) { return "jungle tablebase " + std::to_string(version); }

}  // namespace

std::filesystem::path manifest_path(const std::filesystem::path& folder) { return folder / "tablebase.txt"; }

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  std::string text = first_line(kTableVersion) + "\nanimals " + std::to_string(manifest.animals) + "\n";
  for (const std::string_view name : board_rule_names())
    text.append(name).append(" ").append(rule_field_value(manifest.rules, name)).append("\n");
  write_file_atomically(manifest_path(folder), text);
}

Result<Manifest> read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = manifest_path(folder);
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    return Error{folder.string() + ": no such folder; jungle tablebase build makes tables"};
  if (!std::filesystem::exists(path, ignored))
    return Error{folder.string() +
                 ": no tables here (no tablebase.txt); make them with jungle tablebase build"};
  const Result<std::string> text = read_file(path, kMaxManifestBytes);
  if (!text) return Error{text.error()};
  std::vector<std::string_view> lines = split(*text, '\n');
  if (lines.back().empty()) lines.pop_back();
  if (lines.empty() || lines[0] != first_line(kTableVersion))
    return Error{path.string() + ": not tables that this program reads (\"" + first_line(kTableVersion) +
                 "\")"};

  Manifest manifest;
  std::set<std::string, std::less<>> missing = {"animals"};
  for (const std::string_view name : board_rule_names()) missing.emplace(name);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto words = split_words(lines[i]);
    const auto refuse = [&] {
      return Error{path.string() + ": line " + std::to_string(i + 1) + " is damaged"};
    };
    const auto name = words.size() == 2 ? missing.find(words[0]) : missing.end();
    if (name == missing.end()) return refuse();
    if (*name == "animals") {
      const auto [end, error] =
          std::from_chars(words[1].data(), words[1].data() + words[1].size(), manifest.animals);
      if (error != std::errc() || end != words[1].data() + words[1].size() || manifest.animals < 0 ||
          manifest.animals > kMaxAnimals || manifest.animals == 1)
        return refuse();
    } else if (!set_rule_field(manifest.rules, *name, words[1])) {
      return refuse();
    }
    missing.erase(name);
  }
  if (!missing.empty()) return Error{path.string() + ": no line \"" + *missing.begin() + "\""};
  return manifest;
}

}  // namespace jungle::tablebase
