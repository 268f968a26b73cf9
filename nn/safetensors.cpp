#include "nn/safetensors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace jungle {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are little-endian");

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// What people most often pass by mistake.
struct Magic {
  std::string_view bytes;
  std::string_view format;
};
constexpr std::array<Magic, 7> kMagics = {
    {{"PK\x03\x04", "a zip archive, like PyTorch's .pt or NumPy's .npz"},
     {"\x1f\x8b", "a gzip file, like lc0's or KataGo's nets"},
     {"\x80\x02", "a Python pickle, like an old PyTorch file"},
     {"\x93NUMPY", "a NumPy array"},
     {"\x89HDF", "an HDF5 file, like Keras's"},
     {"\x28\xb5\x2f\xfd", "a zstd file"},
     {"GGUF", "a GGUF file"}}};

std::string found(std::string_view start) {
  for (const Magic& magic : kMagics) {
    if (start.starts_with(magic.bytes)) return std::string(magic.format);
  }
  return "something else";
}

Error malformed(const std::string& what) { return Error{"malformed safetensors header: " + what}; }

bool read_numbers(const Json& json, std::vector<std::int64_t>& numbers) {
  if (!json.is_array()) return false;
  for (const Json& number : json) {
    // Bounded so that no product of a few of them overflows unnoticed: the callers compare with exact shapes.
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() > (std::uint64_t{1} << 40)) return false;
    numbers.push_back(number.get<std::int64_t>());
  }
  return true;
}

Status read_entry(const std::string& name, const Json& json, SafetensorsHeader& header) {
  SafetensorsEntry entry;
  std::vector<std::int64_t> offsets;
  if (!json.is_object() || !json.contains("dtype") || !json["dtype"].is_string() || !json.contains("shape") ||
      !read_numbers(json["shape"], entry.shape) || !json.contains("data_offsets") ||
      !read_numbers(json["data_offsets"], offsets) || offsets.size() != 2) {
    return malformed("tensor \"" + name + "\" needs dtype, shape and two data_offsets");
  }
  entry.dtype = json["dtype"].get<std::string>();
  entry.begin = static_cast<std::uint64_t>(offsets[0]);
  entry.end = static_cast<std::uint64_t>(offsets[1]);
  if (entry.begin > entry.end || entry.end > header.data_bytes) {
    return malformed("tensor \"" + name + "\" ends at byte " + std::to_string(entry.end) + " of " +
                     std::to_string(header.data_bytes) + " (a cut file?)");
  }
  header.entries.emplace(name, std::move(entry));
  return Done{};
}

Status read_metadata(const Json& json, SafetensorsHeader& header) {
  if (!json.is_object()) return malformed("__metadata__ is not an object");
  for (const auto& [key, value] : json.items()) {
    if (!value.is_string()) return malformed("metadata \"" + key + "\" is not text");
    header.metadata.emplace(key, value.get<std::string>());
  }
  return Done{};
}

// The format asks for ranges that follow each other and fill the data: else one tensor might show through
// another, or bytes hide that nobody reads.
Status check_ranges(const SafetensorsHeader& header) {
  using Named = std::pair<const std::string, SafetensorsEntry>;
  std::vector<const Named*> in_order;
  for (const Named& entry : header.entries) in_order.push_back(&entry);
  std::ranges::sort(in_order, {},
                    [](const Named* entry) { return std::pair(entry->second.begin, entry->second.end); });
  std::uint64_t next = 0;
  for (const Named* entry : in_order) {
    if (entry->second.begin != next)
      return malformed("the data_offsets of tensor \"" + entry->first + "\" begin at " +
                       std::to_string(entry->second.begin) + ", expected " + std::to_string(next) +
                       " (overlapping tensors, or a gap)");
    next = entry->second.end;
  }
  if (next != header.data_bytes)
    return Error{"found " + std::to_string(header.data_bytes) + " bytes of tensors, expected " +
                 std::to_string(next)};
  return Done{};
}

}  // namespace

Result<SafetensorsHeader> read_safetensors_header(std::istream& file, std::uint64_t file_bytes) {
  std::array<char, 8> start{};
  file.read(start.data(), start.size());
  std::uint64_t length = 0;
  std::memcpy(&length, start.data(), sizeof length);
  const std::string_view seen(start.data(), static_cast<std::size_t>(file.gcount()));
  if (seen.size() < start.size() || length > kMaxSafetensorsHeader || length > file_bytes - start.size() ||
      length < 2) {
    return Error{"found " + found(seen) + ", expected a .safetensors net"};
  }
  std::string text(length, '\0');
  if (!file.read(text.data(), static_cast<std::streamsize>(length))) return malformed("cut short");
  if (text.front() != '{') return Error{"found " + found(seen) + ", expected a .safetensors net"};

  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return malformed("not JSON");
  SafetensorsHeader header;
  header.data_bytes = file_bytes - start.size() - length;
  for (const auto& [name, value] : json.items()) {
    const Status status =
        name == "__metadata__" ? read_metadata(value, header) : read_entry(name, value, header);
    if (!status) return Error{status.error()};
  }
  const Status ranges = check_ranges(header);
  if (!ranges) return Error{ranges.error()};
  return header;
}

std::string safetensors_header(
    const std::vector<std::pair<std::string, std::vector<std::int64_t>>>& float32_tensors,
    const std::map<std::string, std::string>& metadata) {
  OrderedJson json;
  json["__metadata__"] = metadata;
  std::uint64_t offset = 0;
  for (const auto& [name, shape] : float32_tensors) {
    std::uint64_t bytes = sizeof(float);
    for (const std::int64_t extent : shape) bytes *= static_cast<std::uint64_t>(extent);
    json[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {offset, offset + bytes}}};
    offset += bytes;
  }
  // Metadata is whatever its writers put there; bytes that are not UTF-8 are replaced rather than thrown
  // about.
  std::string text = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  constexpr std::size_t kAlignment = 8;
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  const std::uint64_t length = text.size();
  std::string result(sizeof length, '\0');
  std::memcpy(result.data(), &length, sizeof length);
  return result + text;
}

}  // namespace jungle
