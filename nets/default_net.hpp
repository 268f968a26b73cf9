#pragma once
// The weights file of the net that ships, which the program carries within it: nets/default.safetensors, byte
// for byte (nets/README.md says how it was made). parse_weights() (nn/weights.hpp) reads it.
//
// Thread rule: a pure function; the bytes live as long as the program.

#include <string_view>

namespace jungle {

std::string_view default_net_file();

}  // namespace jungle
