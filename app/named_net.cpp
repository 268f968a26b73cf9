#include "app/named_net.hpp"

#include <filesystem>
#include <utility>

#include "app/net_path.hpp"
#include "nets/default_net.hpp"

namespace jungle {

Result<NamedNet> load_named_net(const std::string& name) {
  if (name == kDefaultNet) {
    Result<NetWeights> weights = parse_weights(default_net_file(), kDefaultNet);
    if (!weights) return Error{weights.error()};
    return NamedNet{name, *std::move(weights)};
  }
  const Result<std::filesystem::path> path = find_net(name);
  if (!path) return Error{path.error()};
  Result<NetWeights> weights = load_weights(*path);
  if (!weights) return Error{weights.error()};
  return NamedNet{path->string(), *std::move(weights)};
}

}  // namespace jungle
