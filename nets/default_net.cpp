#include "nets/default_net.hpp"

// default_net_bytes.S
extern "C" {
extern const char kJungleDefaultNetBegin[];
extern const char kJungleDefaultNetEnd[];
}

namespace jungle {

std::string_view default_net_file() { return {kJungleDefaultNetBegin, kJungleDefaultNetEnd}; }

}  // namespace jungle
