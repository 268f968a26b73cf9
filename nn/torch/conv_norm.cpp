#include "nn/torch/conv_norm.hpp"

#include <cmath>
#include <memory>

#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

#include "core/util/check.hpp"
#include "nn/torch/norm_kernels.hpp"
#include "nn/weights.hpp"
#include "nn/winograd/convolution.hpp"

namespace jungle {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

template <typename Element>
Element* elements(const at::Tensor& tensor) {
  return static_cast<Element*>(tensor.data_ptr());
}

std::span<float> floats(const at::Tensor& tensor) {
  JUNGLE_CHECK(tensor.is_contiguous());
  return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

std::int64_t rows_of(const at::Tensor& x) { return x.size(0) * x.size(2) * x.size(3); }

bool is_channels_last(const at::Tensor& x) { return x.is_contiguous(at::MemoryFormat::ChannelsLast); }

// Calls body(Element{}) with the type of the tensor's elements.
template <typename Body>
void with_element_type(const at::Tensor& tensor, Body&& body) {
  if (tensor.scalar_type() == at::kBFloat16) {
    body(Bfloat16{});
  } else {
    JUNGLE_CHECK(tensor.scalar_type() == at::kFloat);
    body(float{});
  }
}

std::size_t size_of(const at::Tensor& tensor, std::int64_t dimension) {
  return static_cast<std::size_t>(tensor.size(dimension));
}

// Our own convolutions are for what most of a net consists of; the stem and the heads are left to LibTorch.
bool is_ours(const at::Tensor& input, const at::Tensor& weight) {
  return input.scalar_type() == at::kFloat && input.size(2) == kRows && input.size(3) == kColumns &&
         weight.size(2) == 3 && is_channels_last(input) && is_channels_last(weight) &&
         winograd::Convolution::takes(size_of(weight, 1), size_of(weight, 0));
}

// Scratch memory is a worker's, not a layer's: it stays in the cache from one layer to the next.
winograd::Convolution& our_convolution(const at::Tensor& input, const at::Tensor& weight) {
  JUNGLE_CHECK(reinterpret_cast<std::uintptr_t>(input.data_ptr()) % AlignedFloats::kAlignment == 0);
  thread_local std::unique_ptr<winograd::Convolution> convolution;
  const std::size_t channels = size_of(weight, 0);
  if (convolution == nullptr || convolution->channels() != channels)
    convolution = std::make_unique<winograd::Convolution>(channels);
  return *convolution;
}

at::Tensor convolve(const at::Tensor& input, const at::Tensor& weight) {
  if (is_ours(input, weight)) {
    at::Tensor output = at::empty_like(input);
    our_convolution(input, weight)
        .forward(elements<float>(input), size_of(input, 0), elements<float>(weight), elements<float>(output));
    return output;
  }
  const std::int64_t padding = weight.size(2) / 2;
  return at::conv2d(input, weight, {}, 1, at::IntArrayRef{padding, padding})
      .contiguous(at::MemoryFormat::ChannelsLast);
}

class ConvNormRelu : public torch::autograd::Function<ConvNormRelu> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input, const at::Tensor& weight,
                            const at::Tensor& gamma, const at::Tensor& beta,
                            const c10::optional<at::Tensor>& skip, const at::Tensor& mean,
                            const at::Tensor& variance) {
    const at::Tensor cast_weight = weight.to(input.scalar_type());
    const at::Tensor convolved = convolve(input, cast_weight);
    const at::Tensor output = at::empty_like(convolved);
    JUNGLE_CHECK(is_channels_last(output) && (!skip || is_channels_last(*skip)));
    const std::int64_t rows = rows_of(convolved);
    with_element_type(input, [&]<typename Element>(Element) {
      batch_moments(elements<Element>(convolved), rows, floats(mean), floats(variance));
      const at::Tensor scale = gamma / (variance + kBatchNormEpsilon).sqrt();
      const at::Tensor shift = beta - mean * scale;
      scale_shift_relu(elements<Element>(convolved), floats(scale), floats(shift),
                       skip ? elements<Element>(*skip) : nullptr, rows, elements<Element>(output));
    });
    context->save_for_backward({input, cast_weight, gamma, convolved, output, mean, variance});
    context->saved_data["has_skip"] = skip.has_value();
    return output;
  }

  static variable_list backward(AutogradContext* context, variable_list output_gradients) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &input = saved[0], &weight = saved[1], &gamma = saved[2], &convolved = saved[3],
                     &output = saved[4], &mean = saved[5], &variance = saved[6];
    const at::Tensor output_gradient = output_gradients[0].contiguous(at::MemoryFormat::ChannelsLast);
    const bool has_skip = context->saved_data["has_skip"].toBool();
    const at::Tensor convolved_gradient = at::empty_like(convolved);
    const at::Tensor skip_gradient = has_skip ? at::empty_like(convolved) : at::Tensor();
    const at::Tensor gamma_gradient = at::empty_like(gamma);
    const at::Tensor beta_gradient = at::empty_like(gamma);
    with_element_type(convolved, [&]<typename Element>(Element) {
      norm_relu_backward<Element>({.x = elements<Element>(convolved),
                                   .y = elements<Element>(output),
                                   .dy = elements<Element>(output_gradient),
                                   .mean = floats(mean),
                                   .variance = floats(variance),
                                   .gamma = floats(gamma),
                                   .epsilon = kBatchNormEpsilon,
                                   .dx = elements<Element>(convolved_gradient),
                                   .dskip = has_skip ? elements<Element>(skip_gradient) : nullptr,
                                   .dgamma = floats(gamma_gradient),
                                   .dbeta = floats(beta_gradient)},
                                  rows_of(convolved));
    });
    if (is_ours(input, weight)) {
      const at::Tensor input_gradient = at::empty_like(input);
      const at::Tensor weight_gradient = at::empty_like(weight);
      our_convolution(input, weight)
          .backward(elements<float>(input), elements<float>(convolved_gradient), size_of(input, 0),
                    elements<float>(weight), elements<float>(input_gradient),
                    elements<float>(weight_gradient));
      return {input_gradient, weight_gradient, gamma_gradient, beta_gradient, skip_gradient, {}, {}};
    }
    const std::int64_t padding = weight.size(2) / 2;
    const auto [input_gradient, weight_gradient, unused] =
        at::convolution_backward(convolved_gradient, input, weight, c10::nullopt, {1, 1}, {padding, padding},
                                 {1, 1}, false, {0, 0}, 1, {context->needs_input_grad(0), true, false});
    return {
        input_gradient, weight_gradient.to(at::kFloat), gamma_gradient, beta_gradient, skip_gradient, {}, {}};
  }
};

}  // namespace

at::Tensor conv_norm_relu(const at::Tensor& input, const ConvNormParameters& parameters,
                          const at::Tensor& skip) {
  return ConvNormRelu::apply(input, parameters.weight, parameters.gamma, parameters.beta,
                             skip.defined() ? c10::make_optional(skip) : c10::nullopt, parameters.mean,
                             parameters.variance);
}

}  // namespace jungle
