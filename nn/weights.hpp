#pragma once
// The net as named tensors, and its file: safetensors (an 8-byte length, a JSON header, raw little-endian
// float32).
//
// Tensors (C channels, B blocks, V value channels, H value hidden units; PyTorch's order, out-in-row-column;
// "bn" stands for four vectors: weight, bias, running_mean, running_var):
//
//   stem.conv.weight         [C, kPlanes, 3, 3]    stem.bn          [C]
//   blocks.N.conv1.weight    [C, C, 3, 3]          blocks.N.bn1     [C]      N = 0 .. B - 1
//   blocks.N.conv2.weight    [C, C, 3, 3]          blocks.N.bn2     [C]
//   policy.conv.weight       [C, C, 1, 1]          policy.bn        [C]
//   policy.out.weight        [4, C, 1, 1]          policy.out.bias  [4]
//   value.conv.weight        [V, C, 1, 1]          value.bn         [V]
//   value.hidden.weight      [H, V, 9, 7]          value.hidden.bias [H]
//   value.out.weight         [4, H, 1, 1]          value.out.bias   [4]
//
// Forward; the image is 9 rows by 7 columns, row 0 nearest the side to move; 3x3 convolutions pad by one:
//
//   x = relu(stem.bn(stem.conv(planes)))
//   x = relu(x + bn2(conv2(relu(bn1(conv1(x))))))    for each block
//   policy.out(relu(policy.bn(policy.conv(x))))      logits, index square * 4 + direction
//   value.out(relu(value.hidden(relu(value.bn(value.conv(x))))))
//       logits of win, draw, loss for the side to move, and y: plies_left = kPliesLeftScale * softplus(y)
//
// bn(x) = (x - running_mean) / sqrt(running_var + kBatchNormEpsilon) * weight + bias.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

inline constexpr float kBatchNormEpsilon = 1e-5F;
inline constexpr float kPliesLeftScale = 64.0F;

struct NetConfig {
  int channels = 32;       // 4..512
  int blocks = 4;          // 1..64
  int value_channels = 8;  // 1..64
  int value_hidden = 64;   // 1..1024
  bool operator==(const NetConfig&) const = default;

  std::string name() const;  // "c32b4"; "c32b4v4h32" when the value head is not the usual one
  static Result<NetConfig> from_name(std::string_view name);  // "c32b4", "c64b6", any size in range
  Status check() const;                                       // refuses what is out of range, saying which
};

struct Tensor {
  std::vector<std::int64_t> shape;
  std::vector<float> data;
  bool operator==(const Tensor&) const = default;
};

struct NetWeights {
  NetConfig config;
  std::map<std::string, Tensor> tensors;  // exactly the names above
  // Free text, by key: rule sets, generation, steps, ... (docs/formats.md); no key begins with "jungle.".
  std::map<std::string, std::string> metadata;
  bool operator==(const NetWeights&) const = default;
};

// Name and shape of every tensor of such a net, in file order. Precondition, as for the next: config.check().
std::vector<std::pair<std::string, std::vector<std::int64_t>>> tensor_layout(const NetConfig& config);

// He-initialised convolutions (uniform), identity batch norms, small heads; the same for the same seed
// everywhere.
NetWeights random_weights(const NetConfig& config, std::uint64_t seed);

// Over configuration and tensors, not metadata (XXH3, 64 bits).
std::uint64_t weights_hash(const NetWeights& weights);

// Written to a temporary name, flushed, renamed. Throws std::system_error when the disk refuses.
void save_weights(const std::filesystem::path& path, const NetWeights& weights);
// Refuses missing files, other formats (names what was found and what was expected), other plane versions,
// wrong shapes, NaN or infinity. Hostile input is safe: nothing is allocated before its size is known to be
// right.
Result<NetWeights> load_weights(const std::filesystem::path& path);
// The same of a file's bytes; `origin` names it in messages.
Result<NetWeights> parse_weights(std::string_view bytes, std::string_view origin);

}  // namespace jungle
