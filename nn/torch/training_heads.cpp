#include "nn/torch/training_heads.hpp"

#include "core/util/random.hpp"
#include "nn/encoding.hpp"
#include "nn/random_tensor.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kHeadStream = 0x6865616473;  // sets these streams apart from all others of the seed

}  // namespace

std::string TrainingHeads::names() const {
  return std::string(reply ? "reply" : "") + (reply && later ? " " : "") + (later ? "later" : "");
}

TrainingHeads training_heads(const TrainerConfig& config) {
  return {.reply = config.reply_weight > 0, .later = config.later_weight > 0};
}

std::vector<std::pair<std::string, std::vector<std::int64_t>>> head_layout(const NetConfig& config,
                                                                           TrainingHeads heads) {
  const std::int64_t channels = config.channels;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> layout;
  const auto add = [&](const std::string& head, std::int64_t outputs) {
    layout.push_back({head + ".conv.weight", {channels, channels, 1, 1}});
    for (const char* part : {"weight", "bias", "running_mean", "running_var"})
      layout.push_back({head + ".bn." + part, {channels}});
    layout.push_back({head + ".out.weight", {outputs, channels, 1, 1}});
    layout.push_back({head + ".out.bias", {outputs}});
  };
  if (heads.reply) add("reply", kPolicySize / kSquares);
  if (heads.later) add("later", kSquareContents);
  return layout;
}

std::map<std::string, Tensor> random_heads(const NetConfig& config, TrainingHeads heads, std::uint64_t seed) {
  std::map<std::string, Tensor> tensors;
  const auto add = [&](TrainingHeads head, std::uint64_t number) {
    std::uint64_t stream = 0;
    for (const auto& [name, shape] : head_layout(config, head))
      tensors.emplace(name, random_tensor(name, shape, Rng({seed, kHeadStream, number, stream++})));
  };
  add({.reply = heads.reply}, 0);
  add({.later = heads.later}, 1);
  return tensors;
}

}  // namespace jungle
