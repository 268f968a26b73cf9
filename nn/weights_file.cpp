// The net's file: safetensors with the keys "jungle.*" in its metadata.
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

#include "core/util/file.hpp"
#include "nn/encoding.hpp"
#include "nn/safetensors.hpp"
#include "nn/weights.hpp"

namespace jungle {
namespace {

constexpr std::string_view kPrefix = "jungle.";
constexpr std::string_view kFormat = "net 1";

struct ConfigKey {
  const char* key;
  int NetConfig::*field;
};
constexpr std::array<ConfigKey, 4> kConfigKeys = {{{"jungle.channels", &NetConfig::channels},
                                                   {"jungle.blocks", &NetConfig::blocks},
                                                   {"jungle.value_channels", &NetConfig::value_channels},
                                                   {"jungle.value_hidden", &NetConfig::value_hidden}}};

std::string text_of(const SafetensorsHeader& header, const std::string& key) {
  const auto entry = header.metadata.find(key);
  return entry == header.metadata.end() ? "" : entry->second;
}

Result<NetConfig> read_config(const SafetensorsHeader& header) {
  const std::string format = text_of(header, "jungle.format");
  if (format.empty()) return Error{"found a safetensors file of another program, expected a Jungle net"};
  if (format != kFormat) {
    return Error{"found format \"" + format + "\", expected \"" + std::string(kFormat) +
                 "\": made by another version?"};
  }
  const std::string planes = text_of(header, "jungle.planes_version");
  if (planes != std::to_string(kPlanesVersion)) {
    return Error{"found a net for planes version " + (planes.empty() ? "?" : planes) + ", expected version " +
                 std::to_string(kPlanesVersion) + ": it can't be used by this program"};
  }
  NetConfig config;
  for (const auto& [key, field] : kConfigKeys) {
    const std::string text = text_of(header, key);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), config.*field);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) {
      return Error{"metadata " + std::string(key) + " = \"" + text + "\" is not a number"};
    }
  }
  if (Status status = config.check(); !status) return Error{status.error()};
  return config;
}

std::string to_text(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (const std::int64_t extent : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

// Every tensor of the layout, in its shape, and nothing else; the header has seen to it that they fill the
// data.
Status check_entries(const SafetensorsHeader& header, const NetConfig& config) {
  std::set<std::string> known;
  for (const auto& [name, shape] : tensor_layout(config)) {
    known.insert(name);
    const auto found = header.entries.find(name);
    if (found == header.entries.end()) return Error{"tensor " + name + " is missing"};
    const SafetensorsEntry& entry = found->second;
    if (entry.dtype != "F32" || entry.shape != shape) {
      return Error{"tensor " + name + ": found " + entry.dtype + " " + to_text(entry.shape) +
                   ", expected F32 " + to_text(shape)};
    }
    std::uint64_t bytes = sizeof(float);
    for (const std::int64_t extent : shape) bytes *= static_cast<std::uint64_t>(extent);
    if (entry.end - entry.begin != bytes)
      return Error{"tensor " + name + ": its offsets do not fit its shape"};
  }
  for (const auto& [name, entry] : header.entries) {
    if (!known.contains(name)) return Error{"unknown tensor " + name};
  }
  return Done{};
}

Status check_values(const std::string& name, const std::vector<float>& values) {
  const bool is_variance = name.ends_with(".running_var");
  for (const float value : values) {
    if (!std::isfinite(value)) return Error{"tensor " + name + " holds NaN or infinity"};
    if (is_variance && value < 0) return Error{"tensor " + name + " holds a negative variance"};
  }
  return Done{};
}

Result<NetWeights> read_net(std::istream& file, std::uint64_t file_bytes) {
  Result<SafetensorsHeader> header = read_safetensors_header(file, file_bytes);
  if (!header) return Error{header.error()};
  const Result<NetConfig> config = read_config(*header);
  if (!config) return Error{config.error()};
  if (Status status = check_entries(*header, *config); !status) return Error{status.error()};

  NetWeights weights{.config = *config, .tensors = {}, .metadata = {}};
  const std::streamoff data_start = file.tellg();
  for (const auto& [name, entry] : header->entries) {
    Tensor tensor{.shape = entry.shape,
                  .data = std::vector<float>((entry.end - entry.begin) / sizeof(float))};
    file.seekg(data_start + static_cast<std::streamoff>(entry.begin));
    file.read(reinterpret_cast<char*>(tensor.data.data()),
              static_cast<std::streamsize>(entry.end - entry.begin));
    if (!file) return Error{"cut short in tensor " + name};
    if (Status status = check_values(name, tensor.data); !status) return Error{status.error()};
    weights.tensors.emplace(name, std::move(tensor));
  }
  for (const auto& [key, text] : header->metadata) {
    if (!key.starts_with(kPrefix)) weights.metadata.emplace(key, text);
  }
  return weights;
}

}  // namespace

void save_weights(const std::filesystem::path& path, const NetWeights& weights) {
  std::map<std::string, std::string> metadata = weights.metadata;
  for (const auto& [key, text] : metadata) JUNGLE_CHECK(!key.starts_with(kPrefix));
  metadata["jungle.format"] = kFormat;
  metadata["jungle.planes_version"] = std::to_string(kPlanesVersion);
  for (const auto& [key, field] : kConfigKeys) metadata[key] = std::to_string(weights.config.*field);

  const auto layout = tensor_layout(weights.config);
  JUNGLE_CHECK(weights.tensors.size() == layout.size());
  AtomicFile file(path);
  file.write(safetensors_header(layout, metadata));
  for (const auto& [name, shape] : layout) {
    const Tensor& tensor = weights.tensors.at(name);
    JUNGLE_CHECK(tensor.shape == shape);
    file.write({reinterpret_cast<const char*>(tensor.data.data()), tensor.data.size() * sizeof(float)});
  }
  file.commit();
}

Result<NetWeights> load_weights(const std::filesystem::path& path) {
  const auto with_path = [&path](const std::string& why) { return Error{path.string() + ": " + why}; };
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return with_path(error.message());
  std::ifstream file(path, std::ios::binary);
  if (!file) return with_path("cannot be read");
  Result<NetWeights> weights = read_net(file, size);
  if (!weights) return with_path(weights.error());
  return weights;
}

Result<NetWeights> parse_weights(std::string_view bytes, std::string_view origin) {
  std::istringstream file{std::string(bytes)};
  Result<NetWeights> weights = read_net(file, bytes.size());
  if (!weights) return Error{std::string(origin) + ": " + weights.error()};
  return weights;
}

}  // namespace jungle
