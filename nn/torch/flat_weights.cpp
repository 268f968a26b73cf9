#include "nn/torch/flat_weights.hpp"

#include "core/util/check.hpp"

namespace jungle {
namespace {

std::size_t elements_of(const std::vector<std::int64_t>& shape) {
  std::size_t product = 1;
  for (const std::int64_t extent : shape) product *= static_cast<std::size_t>(extent);
  return product;
}

bool is_statistic(const std::string& name) {
  return name.ends_with(".running_mean") || name.ends_with(".running_var");
}

// Calls copy(index in the flat order, index in NetWeights' order) for every element.
template <typename Copy>
void for_each_element(const FlatTensor& tensor, Copy&& copy) {
  if (tensor.shape.size() != 4) {
    for (std::size_t i = 0; i < tensor.size; ++i) copy(i, i);
    return;
  }
  const auto in = static_cast<std::size_t>(tensor.shape[1]);
  const auto squares = static_cast<std::size_t>(tensor.shape[2] * tensor.shape[3]);
  std::size_t flat = 0;
  for (std::size_t out = 0; out < static_cast<std::size_t>(tensor.shape[0]); ++out) {
    for (std::size_t square = 0; square < squares; ++square) {
      for (std::size_t channel = 0; channel < in; ++channel)
        copy(flat++, (out * in + channel) * squares + square);
    }
  }
}

}  // namespace

FlatLayout::FlatLayout(const NetConfig& net_config, TrainingHeads training_heads)
    : config(net_config), heads(training_heads) {
  const auto add = [this](const std::string& name, const std::vector<std::int64_t>& shape) {
    const bool statistic = is_statistic(name);
    std::size_t& count = statistic ? statistic_count : parameter_count;
    (statistic ? statistics : parameters).push_back({name, shape, count, elements_of(shape)});
    count += elements_of(shape);
  };
  for (const auto& [name, shape] : tensor_layout(config)) add(name, shape);
  for (const auto& [name, shape] : head_layout(config, heads)) add(name, shape);
}

FlatWeights flatten(const FlatLayout& layout, const std::map<std::string, Tensor>& all) {
  FlatWeights flat{std::vector<float>(layout.parameter_count), std::vector<float>(layout.statistic_count)};
  const auto fill = [&](const std::vector<FlatTensor>& tensors, std::vector<float>& values) {
    for (const FlatTensor& tensor : tensors) {
      const Tensor& source = all.at(tensor.name);
      JUNGLE_CHECK(source.shape == tensor.shape && source.data.size() == tensor.size);
      for_each_element(
          tensor, [&](std::size_t to, std::size_t from) { values[tensor.offset + to] = source.data[from]; });
    }
  };
  fill(layout.parameters, flat.parameters);
  fill(layout.statistics, flat.statistics);
  return flat;
}

NetWeights unflatten(const FlatLayout& layout, const FlatWeights& flat) {
  JUNGLE_CHECK(flat.parameters.size() == layout.parameter_count &&
               flat.statistics.size() == layout.statistic_count);
  NetWeights weights{.config = layout.config, .tensors = {}, .metadata = {}};
  const auto extract = [&](const std::vector<FlatTensor>& tensors, const std::vector<float>& values) {
    for (const FlatTensor& tensor : tensors) {
      Tensor target{tensor.shape, std::vector<float>(tensor.size)};
      for_each_element(
          tensor, [&](std::size_t from, std::size_t to) { target.data[to] = values[tensor.offset + from]; });
      weights.tensors.emplace(tensor.name, std::move(target));
    }
  };
  extract(layout.parameters, flat.parameters);
  extract(layout.statistics, flat.statistics);
  for (const auto& [name, shape] : head_layout(layout.config, layout.heads)) weights.tensors.erase(name);
  return weights;
}

}  // namespace jungle
