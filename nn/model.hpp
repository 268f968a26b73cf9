#pragma once
// A published net: immutable, shared by every evaluator that plays it. Training never touches a model that
// plays.

#include <cstdint>
#include <memory>
#include <utility>

#include "nn/weights.hpp"

namespace jungle {

class Model {
 public:
  explicit Model(NetWeights weights) : weights_(std::move(weights)), id_(weights_hash(weights_)) {}
  const NetConfig& config() const { return weights_.config; }
  const NetWeights& weights() const { return weights_; }
  std::uint64_t id() const { return id_; }

 private:
  NetWeights weights_;
  std::uint64_t id_;
};

}  // namespace jungle
