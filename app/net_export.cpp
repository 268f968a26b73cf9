#include "app/net_export.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include <nlohmann/json.hpp>

#include "nn/encoding.hpp"
#include "nn/folded_net.hpp"
#include "selfplay/data/archive.hpp"
#include "selfplay/data/npy.hpp"

namespace jungle {
namespace {

ArchiveEntry array_entry(const std::string& name, const std::vector<std::int64_t>& shape,
                         const std::vector<float>& values) {
  std::string bytes =
      npy_header(NpyType<float>::kText, std::vector<std::uint64_t>(shape.begin(), shape.end()));
  const std::size_t header = bytes.size();
  bytes.resize(header + values.size() * sizeof(float));
  std::memcpy(bytes.data() + header, values.data(), values.size() * sizeof(float));
  return {name + ".npy", std::move(bytes)};
}

std::string metadata_text(const NetWeights& weights, bool folded) {
  const NetConfig& config = weights.config;
  nlohmann::ordered_json json = {{"config", config.name()},
                                 {"channels", config.channels},
                                 {"blocks", config.blocks},
                                 {"value_channels", config.value_channels},
                                 {"value_hidden", config.value_hidden},
                                 {"planes_version", kPlanesVersion},
                                 {"folded", folded},
                                 {"metadata", weights.metadata}};
  return json.dump(1) + "\n";
}

void add_convolution(std::vector<ArchiveEntry>& entries, const std::string& name,
                     const FoldedConvolution& convolution) {
  entries.push_back(array_entry(name + ".weight",
                                {convolution.out, convolution.in, convolution.kernel, convolution.kernel},
                                convolution.weights));
  entries.push_back(array_entry(name + ".bias", {convolution.out}, convolution.bias));
}

// The two heads' first convolutions lie in one.
FoldedConvolution rows_of(const FoldedConvolution& both, int first, int count) {
  const auto fan_in = static_cast<std::ptrdiff_t>(both.in) * both.kernel * both.kernel;
  const auto weights = both.weights.begin() + first * fan_in;
  const auto bias = both.bias.begin() + first;
  return {.in = both.in,
          .out = count,
          .kernel = both.kernel,
          .weights = {weights, weights + count * fan_in},
          .bias = {bias, bias + count}};
}

void add_folded(std::vector<ArchiveEntry>& entries, const NetWeights& weights) {
  const FoldedNet net = fold(weights);
  add_convolution(entries, "stem.conv", net.tower.front());
  for (int block = 0; block < net.config.blocks; ++block) {
    const std::string name = "blocks." + std::to_string(block);
    const std::size_t first = 1 + 2 * static_cast<std::size_t>(block);
    add_convolution(entries, name + ".conv1", net.tower[first]);
    add_convolution(entries, name + ".conv2", net.tower[first + 1]);
  }
  add_convolution(entries, "policy.conv", rows_of(net.head, 0, net.config.channels));
  add_convolution(entries, "value.conv", rows_of(net.head, net.config.channels, net.config.value_channels));
  for (const char* layer : {"policy.out", "value.hidden", "value.out"}) {
    for (const char* part : {".weight", ".bias"}) {
      const Tensor& tensor = weights.tensors.at(std::string(layer) + part);
      entries.push_back(array_entry(std::string(layer) + part, tensor.shape, tensor.data));
    }
  }
}

}  // namespace

std::string exported_npz(const NetWeights& weights, bool folded) {
  std::vector<ArchiveEntry> entries = {{"metadata.json", metadata_text(weights, folded)}};
  if (folded) {
    add_folded(entries, weights);
  } else {
    for (const auto& [name, shape] : tensor_layout(weights.config))
      entries.push_back(array_entry(name, shape, weights.tensors.at(name).data));
  }
  return make_archive(entries);
}

}  // namespace jungle
