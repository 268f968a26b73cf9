#include "nn/onednn_tower.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include "nn/encoding.hpp"
#include "nn/onednn_compat.hpp"

// The OpenMP library that oneDNN itself runs on; declared here because not every compiler we use has an omp.h
// for it.
extern "C" {
int omp_get_max_threads();
void omp_set_num_threads(int threads);
}

namespace jungle {
namespace {

using dnnl::memory;

constexpr memory::data_type kType = memory::data_type::bf16;  // of planes and activations

// oneDNN shares its work among OpenMP threads, whose barriers spin; with a single one it calls its kernels
// directly. The setting is the calling thread's own, and is put back for whatever else that thread does with
// OpenMP.
class SingleThreaded {
 public:
  SingleThreaded() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  SingleThreaded(const SingleThreaded&) = delete;
  SingleThreaded& operator=(const SingleThreaded&) = delete;
  ~SingleThreaded() { omp_set_num_threads(before_); }

 private:
  int before_;
};

int chunk_that_fits_the_cache(int channels) {
  constexpr int kCacheBytes = 1 << 20;
  constexpr int kLeast = 16;
  constexpr int kMost = 64;
  const int bytes_per_position =
      2 * kSquares * channels * static_cast<int>(sizeof(Bfloat16));  // both activation buffers
  const auto fitting = static_cast<unsigned>(kCacheBytes / bytes_per_position);
  return std::clamp(static_cast<int>(std::bit_floor(fitting)), kLeast, kMost);
}

memory::desc image_desc(int positions, int channels, memory::data_type type) {
  return {{positions, channels, kRows, kColumns}, type, memory::format_tag::nhwc};
}

memory::desc vector_desc(int size) { return {{size}, memory::data_type::f32, memory::format_tag::x}; }

}  // namespace

OnednnTower::OnednnTower(FoldedNet net)
    : net_(std::move(net)),
      largest_chunk_(chunk_that_fits_the_cache(net_.config.channels)),
      engine_(dnnl::engine::kind::cpu, 0),
      stream_(engine_),
      planes_(image_desc(largest_chunk_, kPlanes, kType), engine_),
      residual_(image_desc(largest_chunk_, net_.config.channels, kType), engine_),
      inner_(image_desc(largest_chunk_, net_.config.channels, kType), engine_),
      features_(image_desc(largest_chunk_, net_.head.out, memory::data_type::f32), engine_),
      weights_(layers()) {
  // The unused end of a padded chunk is computed too: it must hold numbers, since NaN and denormals are slow.
  std::memset(planes_.get_data_handle(), 0, planes_.get_desc().get_size());
  for (std::size_t layer = 0; layer < layers(); ++layer) {
    const std::vector<float>& bias = convolution(layer).bias;
    memory& copy = biases_.emplace_back(vector_desc(convolution(layer).out), engine_);
    std::memcpy(copy.get_data_handle(), bias.data(), bias.size() * sizeof(float));
  }
}

int OnednnTower::next_chunk(int waiting) const {
  if (waiting >= largest_chunk_) return largest_chunk_;
  const int above = static_cast<int>(std::bit_ceil(static_cast<unsigned>(waiting)));
  constexpr int kWastedShare = 8;  // padding is worth one call less up to this part of the work
  const bool pad = (above - waiting) * kWastedShare <= waiting;
  return pad ? waiting : above / 2;
}

FeatureLayout OnednnTower::layout() const {
  return {.row = static_cast<std::size_t>(net_.head.out),
          .value = static_cast<std::size_t>(net_.config.channels)};
}

std::string OnednnTower::description() const {
  return "onednn " + onednn::version() + ", bfloat16, " + onednn::instruction_set_name();
}

void OnednnTower::encode(std::span<const EvalRequest> chunk) {
  auto* planes = static_cast<Bfloat16*>(planes_.get_data_handle());
  for (const EvalRequest& request : chunk) {
    jungle::encode(request, std::span(planes, kEncodedSize));
    planes += kEncodedSize;
  }
}

std::span<const float> OnednnTower::forward(std::span<const EvalRequest> chunk) {
  JUNGLE_ASSERT(!chunk.empty() && std::ssize(chunk) <= largest_chunk_);
  const SingleThreaded single_threaded;
  const int size = static_cast<int>(std::bit_ceil(chunk.size()));
  auto program = programs_.find(size);
  if (program == programs_.end()) program = programs_.emplace(size, compile(size)).first;
  for (const Step& step : program->second.steps) {
    dnnl::error::wrap_c_api(
        dnnl_primitive_execute(step.primitive.get(), stream_.get(), static_cast<int>(step.arguments.size()),
                               step.arguments.data()),
        "a convolution of the net failed");
  }
  stream_.wait();
  return {static_cast<const float*>(features_.get_data_handle()), chunk.size() * kSquares * layout().row};
}

OnednnTower::Program OnednnTower::compile(int chunk) {
  const int channels = net_.config.channels;
  const auto view = [this, chunk](const memory& whole, int width, memory::data_type type) {
    return memory(image_desc(chunk, width, type), engine_, whole.get_data_handle());
  };
  const memory planes = view(planes_, kPlanes, kType);
  const memory residual = view(residual_, channels, kType);
  const memory inner = view(inner_, channels, kType);
  const memory features = view(features_, net_.head.out, memory::data_type::f32);

  Program program;
  std::vector<dnnl::convolution_forward::primitive_desc> descriptions;
  std::size_t scratchpad_bytes = 0;
  for (std::size_t layer = 0; layer < layers(); ++layer) {
    const bool is_stem = layer == 0;
    const bool is_head = layer + 1 == layers();
    const bool ends_block = !is_stem && !is_head && layer % 2 == 0;
    const memory& src = is_stem ? planes : ends_block ? inner : residual;
    const memory& dst = is_head ? features : is_stem || ends_block ? residual : inner;
    const FoldedConvolution& shape = convolution(layer);
    const memory::desc any_weights({shape.out, shape.in, shape.kernel, shape.kernel}, kType,
                                   memory::format_tag::any);
    const auto description = onednn::describe({.src = src.get_desc(),
                                               .weights = any_weights,
                                               .bias = biases_[layer].get_desc(),
                                               .dst = dst.get_desc(),
                                               .kernel = shape.kernel,
                                               .add_to_output = ends_block},
                                              engine_);
    scratchpad_bytes = std::max(scratchpad_bytes, description.scratchpad_desc().get_size());
    descriptions.push_back(description);
    Step& step = program.steps.emplace_back();
    step.primitive = dnnl::convolution_forward(description);
    step.add(DNNL_ARG_SRC, src);
    step.add(DNNL_ARG_WEIGHTS, arranged_weights(layer, description.weights_desc()));
    step.add(DNNL_ARG_BIAS, biases_[layer]);
    step.add(DNNL_ARG_DST, dst);
  }
  program.scratchpad = memory(
      {{static_cast<memory::dim>(scratchpad_bytes)}, memory::data_type::u8, memory::format_tag::x}, engine_);
  for (std::size_t layer = 0; layer < layers(); ++layer) {
    program.steps[layer].add(DNNL_ARG_SCRATCHPAD, memory(descriptions[layer].scratchpad_desc(), engine_,
                                                         program.scratchpad.get_data_handle()));
  }
  return program;
}

memory OnednnTower::arranged_weights(std::size_t layer, const memory::desc& wanted) {
  for (const memory& arranged : weights_[layer]) {
    if (arranged.get_desc() == wanted) return arranged;
  }
  FoldedConvolution& shape = convolution(layer);
  memory plain(
      {{shape.out, shape.in, shape.kernel, shape.kernel}, memory::data_type::f32, memory::format_tag::oihw},
      engine_, shape.weights.data());
  memory arranged(wanted, engine_);
  dnnl::reorder(plain, arranged).execute(stream_, plain, arranged);
  stream_.wait();
  return weights_[layer].emplace_back(arranged);
}

FoldedConvolution& OnednnTower::convolution(std::size_t layer) {
  return layer < net_.tower.size() ? net_.tower[layer] : net_.head;
}

}  // namespace jungle
