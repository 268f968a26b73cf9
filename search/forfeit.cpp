#include "search/forfeit.hpp"

#include <array>
#include <cstddef>

namespace jungle {

std::string_view to_string(ForfeitReason reason) {
  constexpr std::array<std::string_view, kForfeitReasons> kNames = {"time", "illegal_move", "crash",
                                                                    "stalled", "protocol"};
  return kNames.at(static_cast<std::size_t>(reason));
}

}  // namespace jungle
