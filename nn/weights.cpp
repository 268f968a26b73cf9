#include "nn/weights.hpp"

#include <array>
#include <charconv>

#include <xxhash.h>

#include "core/square.hpp"
#include "nn/encoding.hpp"
#include "nn/random_tensor.hpp"

namespace jungle {
namespace {

struct ConfigField {
  std::string_view name;
  char letter;  // in NetConfig::name()
  int NetConfig::*field;
  int least;
  int most;
};
constexpr std::array<ConfigField, 4> kConfigFields = {
    {{"channels", 'c', &NetConfig::channels, 4, 512},
     {"blocks", 'b', &NetConfig::blocks, 1, 64},
     {"value_channels", 'v', &NetConfig::value_channels, 1, 64},
     {"value_hidden", 'h', &NetConfig::value_hidden, 1, 1024}}};

}  // namespace

std::string NetConfig::name() const {
  const NetConfig usual{.channels = channels, .blocks = blocks};
  std::string name = "c" + std::to_string(channels) + "b" + std::to_string(blocks);
  if (*this != usual) name += "v" + std::to_string(value_channels) + "h" + std::to_string(value_hidden);
  return name;
}

Result<NetConfig> NetConfig::from_name(std::string_view name) {
  NetConfig config;
  const char* at = name.data();
  const char* const end = at + name.size();
  std::size_t fields = 0;
  for (const ConfigField& field : kConfigFields) {
    if (at == end && fields == 2) break;  // the usual value head
    if (at == end || *at != field.letter) break;
    const auto [rest, error] = std::from_chars(at + 1, end, config.*field.field);
    if (error != std::errc{}) break;
    at = rest;
    ++fields;
  }
  if (at != end || (fields != 2 && fields != kConfigFields.size())) {
    return Error{"net size \"" + std::string(name) +
                 "\": expected c<channels>b<blocks>, e.g. c32b4, or with a value head, c32b4v8h64"};
  }
  if (Status status = config.check(); !status) return Error{status.error()};
  return config;
}

Status NetConfig::check() const {
  for (const ConfigField& field : kConfigFields) {
    const int value = this->*field.field;
    if (value >= field.least && value <= field.most) continue;
    return Error{"net size: " + std::string(field.name) + " = " + std::to_string(value) + " is not in " +
                 std::to_string(field.least) + ".." + std::to_string(field.most)};
  }
  return Done{};
}

std::vector<std::pair<std::string, std::vector<std::int64_t>>> tensor_layout(const NetConfig& config) {
  JUNGLE_CHECK(config.check());
  const std::int64_t channels = config.channels;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> layout;
  const auto add_batch_norm = [&layout](const std::string& name, std::int64_t size) {
    for (const char* part : {"weight", "bias", "running_mean", "running_var"}) {
      layout.push_back({name + "." + part, {size}});
    }
  };
  layout.push_back({"stem.conv.weight", {channels, kPlanes, 3, 3}});
  add_batch_norm("stem.bn", channels);
  for (int block = 0; block < config.blocks; ++block) {
    for (const char* part : {"1", "2"}) {
      const std::string prefix = "blocks." + std::to_string(block) + ".";
      layout.push_back({prefix + "conv" + part + ".weight", {channels, channels, 3, 3}});
      add_batch_norm(prefix + "bn" + part, channels);
    }
  }
  layout.push_back({"policy.conv.weight", {channels, channels, 1, 1}});
  add_batch_norm("policy.bn", channels);
  layout.push_back({"policy.out.weight", {4, channels, 1, 1}});
  layout.push_back({"policy.out.bias", {4}});
  layout.push_back({"value.conv.weight", {config.value_channels, channels, 1, 1}});
  add_batch_norm("value.bn", config.value_channels);
  layout.push_back({"value.hidden.weight", {config.value_hidden, config.value_channels, kRows, kColumns}});
  layout.push_back({"value.hidden.bias", {config.value_hidden}});
  layout.push_back({"value.out.weight", {4, config.value_hidden, 1, 1}});
  layout.push_back({"value.out.bias", {4}});
  return layout;
}

NetWeights random_weights(const NetConfig& config, std::uint64_t seed) {
  NetWeights weights{.config = config, .tensors = {}, .metadata = {}};
  std::uint64_t stream = 0;
  for (const auto& [name, shape] : tensor_layout(config))
    weights.tensors.emplace(name, random_tensor(name, shape, Rng({seed, stream++})));
  return weights;
}

std::uint64_t weights_hash(const NetWeights& weights) {
  std::uint64_t hash = kPlanesVersion;
  const auto mix = [&hash](const void* data, std::size_t bytes) {
    hash = XXH3_64bits_withSeed(data, bytes, hash);
  };
  for (const ConfigField& field : kConfigFields) mix(&(weights.config.*field.field), sizeof(int));
  for (const auto& [name, tensor] : weights.tensors) {
    mix(name.data(), name.size());
    mix(tensor.data.data(), tensor.data.size() * sizeof(float));
  }
  return hash;
}

}  // namespace jungle
