#pragma once
// The safetensors container (https://github.com/huggingface/safetensors, "Format"): an 8-byte little-endian
// length, a JSON header of that many bytes, then the tensors' bytes. Knows nothing of nets. The header:
//
//   {"__metadata__": {key: text, ...},
//    name: {"dtype": "F32", "shape": [...], "data_offsets": [begin, end]}, ...}

#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

struct SafetensorsEntry {
  std::string dtype;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;  // offsets into the data that follows the header
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  std::map<std::string, std::string> metadata;
  std::map<std::string, SafetensorsEntry> entries;
  std::uint64_t data_bytes = 0;  // of the file, after the header
};

inline constexpr std::uint64_t kMaxSafetensorsHeader = 1 << 20;

// Reads the header and leaves `file` at the first byte of data. `file_bytes` bounds what the header may
// claim; the tensors' ranges fill the data without gap or overlap. The error says what the file is instead,
// when its first bytes tell.
Result<SafetensorsHeader> read_safetensors_header(std::istream& file, std::uint64_t file_bytes);

// Length and JSON, padded with spaces so that the data starts at a multiple of 8. Tensors follow in the given
// order, float32, without gaps.
std::string safetensors_header(
    const std::vector<std::pair<std::string, std::vector<std::int64_t>>>& float32_tensors,
    const std::map<std::string, std::string>& metadata);

}  // namespace jungle
