#pragma once
// A net as users name it on the command line: `default`, the one that ships with the program; a .safetensors
// file; or a run directory, for its best or last net (app/net_path.hpp).
//
//   Result<NamedNet> net = load_named_net("runs/first");
//
// Thread rule: safe; files are read on each call.

#include <string>
#include <string_view>

#include "core/util/result.hpp"
#include "nn/weights.hpp"

namespace jungle {

inline constexpr std::string_view kDefaultNet = "default";  // a file of that name is ./default

struct NamedNet {
  std::string origin;  // the file that was read; kDefaultNet
  NetWeights weights;
};

// The message names the file, or lists what was found instead.
Result<NamedNet> load_named_net(const std::string& name);

}  // namespace jungle
