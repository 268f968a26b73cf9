#include "selfplay/data/npy.hpp"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace jungle {
namespace {

constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t kAlignment = 64;  // NumPy pads the header so that the elements start aligned

// What follows `'key': ` in the header's dictionary.
Result<std::string_view> value_of(std::string_view header, std::string_view key) {
  const std::string label = fmt::format("'{}': ", key);
  const std::size_t at = header.find(label);
  if (at == std::string_view::npos) return Error{fmt::format("the array header has no '{}'", key)};
  return header.substr(at + label.size());
}

Result<std::vector<std::uint64_t>> parse_shape(std::string_view text) {
  if (text.empty() || text.front() != '(') return Error{"the array shape is not a tuple"};
  text.remove_prefix(1);
  std::vector<std::uint64_t> shape;
  for (;;) {
    while (!text.empty() && (text.front() == ' ' || text.front() == ',')) text.remove_prefix(1);
    if (text.empty()) return Error{"the array shape does not end"};
    if (text.front() == ')') return shape;
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc{}) return Error{"the array shape holds something that is not a size"};
    shape.push_back(size);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

}  // namespace

std::string npy_header(std::string_view type, const std::vector<std::uint64_t>& shape) {
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", type,
                                       fmt::join(shape, ", "));
  const std::size_t unpadded = kMagic.size() + 2 + dictionary.size() + 1;
  dictionary.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  dictionary += '\n';

  std::string bytes(kMagic);
  bytes += static_cast<char>(dictionary.size() & 0xff);
  bytes += static_cast<char>(dictionary.size() >> 8);
  return bytes + dictionary;
}

Result<NpyArray> parse_npy(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return Error{"not an array in .npy format 1.0"};
  if (bytes.size() < kMagic.size() + 2) return Error{"the array header is cut off"};
  const std::size_t header_size = static_cast<std::uint8_t>(bytes[8]) |
                                  static_cast<std::size_t>(static_cast<std::uint8_t>(bytes[9])) << 8;
  bytes.remove_prefix(kMagic.size() + 2);
  if (bytes.size() < header_size) return Error{"the array header is cut off"};
  const std::string_view header = bytes.substr(0, header_size);

  const auto order = value_of(header, "fortran_order");
  if (!order) return Error{order.error()};
  if (!order->starts_with("False")) return Error{"the array is in Fortran order, expected C order"};
  const auto type = value_of(header, "descr");
  if (!type) return Error{type.error()};
  if (type->size() < 5 || (*type)[0] != '\'' || (*type)[4] != '\'')
    return Error{"the array's element type is not a simple one"};
  const auto shape_text = value_of(header, "shape");
  if (!shape_text) return Error{shape_text.error()};
  auto shape = parse_shape(*shape_text);
  if (!shape) return Error{shape.error()};
  return NpyArray{
      .type = type->substr(1, 3), .shape = *std::move(shape), .elements = bytes.substr(header_size)};
}

}  // namespace jungle
