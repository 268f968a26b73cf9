#include "nn/torch/batch_slice.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include <torch/autograd.h>
#include <torch/types.h>

#include "core/util/check.hpp"

namespace jungle {
namespace {

// A view of flat data in the shape NetWeights has.
at::Tensor view(const FlatTensor& tensor, std::vector<float>& flat) {
  float* data = flat.data() + tensor.offset;
  if (tensor.shape.size() != 4) return torch::from_blob(data, tensor.shape);
  const auto& s = tensor.shape;
  return torch::from_blob(data, {s[0], s[2], s[3], s[1]}).permute({0, 3, 1, 2});
}

std::span<const float> values_of(const at::Tensor& tensor) {
  JUNGLE_CHECK(tensor.is_contiguous());
  return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

}  // namespace

BatchSlice::BatchSlice(const FlatLayout& layout, std::vector<float>& parameters, int positions)
    : gradient(layout.parameter_count),
      moments(layout.statistic_count),
      heads_(layout.heads),
      net_(layout.config, layout.heads) {
  const auto count = static_cast<std::size_t>(positions);
  policy_gradient_.resize(count * kPolicySize);
  value_gradient_.resize(count * 4);
  if (heads_.reply) reply_gradient_.resize(count * kPolicySize);
  if (heads_.later) later_gradient_.resize(count * kSquares * kSquareContents);
  const auto by_name = net_->named_parameters();
  for (const FlatTensor& tensor : layout.parameters) {
    at::Tensor parameter = by_name[tensor.name];
    parameter.set_data(view(tensor, parameters));
    parameter.mutable_grad() = view(tensor, gradient);
  }
  const auto buffers = net_->named_buffers();
  for (const FlatTensor& tensor : layout.statistics) {
    at::Tensor buffer = buffers[tensor.name];
    buffer.set_data(view(tensor, moments));
  }
}

void BatchSlice::compute(const TrainBatch& part, const Settings& settings) {
  at::Tensor planes = planes_tensor(part.planes.data(), static_cast<std::int64_t>(part.weight.size()));
  if (settings.bfloat16) planes = planes.to(at::kBFloat16);
  const NetOutputs outputs = net_->forward_fused(planes);
  const at::Tensor policy_logits = outputs.policy_logits.detach().contiguous();
  const at::Tensor value = outputs.value.detach().contiguous();
  sums = training_loss(values_of(policy_logits), values_of(value), part, settings.loss, policy_gradient_,
                       value_gradient_);
  torch::autograd::variable_list roots = {outputs.policy_logits, outputs.value};
  torch::autograd::variable_list root_gradients = {
      torch::from_blob(policy_gradient_.data(), policy_logits.sizes()),
      torch::from_blob(value_gradient_.data(), value.sizes())};
  const auto add_head = [&](const at::Tensor& output, auto loss, double weight, std::vector<float>& into) {
    const at::Tensor logits = output.detach().contiguous();
    roots.push_back(output);
    root_gradients.push_back(torch::from_blob(into.data(), logits.sizes()));
    return loss(values_of(logits), part, weight / settings.loss.total_weight, into);
  };
  if (heads_.reply)
    reply = add_head(outputs.reply_logits, reply_loss, settings.reply_weight, reply_gradient_);
  if (heads_.later)
    later = add_head(outputs.later_logits, later_loss, settings.later_weight, later_gradient_);
  std::ranges::fill(gradient, 0.0F);  // backward adds to it
  torch::autograd::backward(roots, root_gradients);
}

}  // namespace jungle
