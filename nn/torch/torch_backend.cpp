#include "nn/torch/torch_backend.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <vector>

#include <torch/types.h>
#include <torch/utils.h>
#include <torch/version.h>

#include "nn/encoding.hpp"
#include "nn/finite_outputs.hpp"
#include "nn/torch/net.hpp"

namespace jungle {
namespace {

using Clock = std::chrono::steady_clock;

// Softmax over the legal moves' logits.
void fill_priors(const float* logits, const EvalRequest& request, EvalResult& result) {
  const MoveList& moves = *request.legal_moves;
  float highest = -INFINITY;
  for (int i = 0; i < moves.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    result.priors[at] = logits[policy_index(moves[i], request.position->side_to_move())];
    highest = std::max(highest, result.priors[at]);
  }
  float sum = 0;
  for (int i = 0; i < moves.size(); ++i) {
    float& prior = result.priors[static_cast<std::size_t>(i)];
    prior = std::exp(prior - highest);
    sum += prior;
  }
  for (int i = 0; i < moves.size(); ++i) result.priors[static_cast<std::size_t>(i)] /= sum;
}

void fill_value(const float* outputs, EvalResult& result) {
  const float highest = std::max({outputs[0], outputs[1], outputs[2]});
  const float win = std::exp(outputs[0] - highest);
  const float draw = std::exp(outputs[1] - highest);
  const float loss = std::exp(outputs[2] - highest);
  const float sum = win + draw + loss;
  result.wdl_for_side_to_move = {win / sum, draw / sum, loss / sum};
  const float y = outputs[3];
  result.plies_left = kPliesLeftScale * (std::max(y, 0.0F) + std::log1p(std::exp(-std::abs(y))));  // softplus
}

struct Form {
  at::MemoryFormat layout;
  int least_batch;  // shorter batches are padded
};
// Below sixteen positions oneDNN takes another kernel for 1 x 1 convolutions, with other last bits.
constexpr Form kBackendForm = {at::MemoryFormat::ChannelsLast, 16};
constexpr Form kPlainForm = {at::MemoryFormat::Contiguous, 1};

class TorchEvaluator final : public Evaluator {
 public:
  TorchEvaluator(std::shared_ptr<const Model> model, const torch::Device& device, int max_batch, Form form)
      : model_(std::move(model)),
        name_(model_->config().name()),
        net_(model_->config()),
        device_(device),
        form_(form),
        max_batch_(max_batch),
        planes_(static_cast<std::size_t>(std::max(max_batch, form.least_batch)) * kEncodedSize) {
    import_weights(*net_, model_->weights());
    net_->to(device_);
    net_->eval();
  }

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override;
  int max_batch() const override { return max_batch_; }
  // Backends, devices and layouts differ in the last bits, so a cache must not mix them.
  std::uint64_t id() const override { return model_->id() ^ std::hash<std::string>{}(description()); }
  EvaluatorStats stats() const override { return stats_; }
  std::string description() const override {
    const char* layout = form_.layout == at::MemoryFormat::Contiguous ? " NCHW" : "";
    return "libtorch " + torch_version() + " " + device_.str() + " float32" + layout + ", " + name_;
  }

 private:
  std::shared_ptr<const Model> model_;
  std::string name_;
  Net net_;
  torch::Device device_;
  Form form_;
  int max_batch_;
  std::vector<float> planes_;
  EvaluatorStats stats_;
};

std::int64_t nanoseconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count();
}

void TorchEvaluator::evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
  JUNGLE_CHECK(requests.size() == results.size() && !requests.empty() &&
               requests.size() <= static_cast<std::size_t>(max_batch_));
  at::set_num_threads(1);  // of the calling thread: OpenMP keeps the number by thread
  const torch::NoGradGuard no_grad;
  const auto begin = Clock::now();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    encode(requests[i], std::span(planes_).subspan(i * kEncodedSize, kEncodedSize));
  }
  const auto encoded = Clock::now();
  const auto batch = std::max<std::int64_t>(static_cast<std::int64_t>(requests.size()), form_.least_batch);
  const at::Tensor planes = planes_tensor(planes_.data(), batch).contiguous(form_.layout);
  const NetOutputs outputs = net_->forward(planes.to(device_));
  const at::Tensor policy = outputs.policy_logits.to(torch::kCPU).contiguous();
  const at::Tensor value = outputs.value.to(torch::kCPU).contiguous();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    fill_priors(policy.data_ptr<float>() + i * kPolicySize, requests[i], results[i]);
    fill_value(value.data_ptr<float>() + i * 4, results[i]);
  }
  check_finite(requests, results, name_);
  stats_.encode_ns += nanoseconds_between(begin, encoded);
  stats_.infer_ns += nanoseconds_between(encoded, Clock::now());
}

}  // namespace

Result<std::unique_ptr<Evaluator>> make_torch_evaluator(std::shared_ptr<const Model> model,
                                                        const std::string& device, int max_batch) {
  try {
    const torch::Device parsed(device);
    torch::zeros({1}, parsed);  // an absent device shows here
    return std::unique_ptr<Evaluator>(
        std::make_unique<TorchEvaluator>(std::move(model), parsed, max_batch, kBackendForm));
  } catch (const c10::Error& error) {
    const std::string reason = error.what_without_backtrace();
    return Error{"device '" + device + "': LibTorch " + torch_version() + " here can't use it (" +
                 reason.substr(0, reason.find_first_of(".\n")) + "); 'cpu' always works"};
  }
}

std::unique_ptr<Evaluator> make_plain_torch_evaluator(std::shared_ptr<const Model> model, int max_batch) {
  return std::make_unique<TorchEvaluator>(std::move(model), torch::Device("cpu"), max_batch, kPlainForm);
}

std::string torch_version() { return TORCH_VERSION; }

}  // namespace jungle
