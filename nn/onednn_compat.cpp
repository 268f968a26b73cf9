#include "nn/onednn_compat.hpp"

#include <array>
#include <utility>

namespace jungle::onednn {
namespace {

void append_relu(dnnl::post_ops& post_ops) {
#if DNNL_VERSION_MAJOR >= 3
  post_ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
#else
  post_ops.append_eltwise(1.0F, dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
#endif
}

}  // namespace

dnnl::convolution_forward::primitive_desc describe(const Convolution& convolution,
                                                   const dnnl::engine& engine) {
  dnnl::post_ops post_ops;
  if (convolution.add_to_output) post_ops.append_sum();
  append_relu(post_ops);
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(post_ops);
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);

  const dnnl::memory::dims strides = {1, 1};
  const dnnl::memory::dims padding = {convolution.kernel / 2, convolution.kernel / 2};
  constexpr auto kInference = dnnl::prop_kind::forward_inference;
  constexpr auto kDirect = dnnl::algorithm::convolution_direct;
#if DNNL_VERSION_MAJOR >= 3
  return {engine,          kInference, kDirect, convolution.src, convolution.weights, convolution.bias,
          convolution.dst, strides,    padding, padding,         attributes};
#else
  return {dnnl::convolution_forward::desc(kInference, kDirect, convolution.src, convolution.weights,
                                          convolution.bias, convolution.dst, strides, padding, padding),
          attributes, engine};
#endif
}

namespace {

unsigned instruction_set() { return static_cast<unsigned>(dnnl::get_effective_cpu_isa()); }

// oneDNN's numbers are sets of features: a newer instruction set contains the bits of what it extends, in
// both major versions.
bool contains(dnnl::cpu_isa isa) {
  const auto bits = static_cast<unsigned>(isa);
  return (instruction_set() & bits) == bits;
}

}  // namespace

std::string instruction_set_name() {
  using dnnl::cpu_isa;
  // From the widest down; one that this list does not know goes by the name of the widest it contains.
  static constexpr std::array<std::pair<cpu_isa, const char*>, 7> kNames = {
      {{cpu_isa::avx512_core_amx, "avx512_core_amx"},
       {cpu_isa::avx512_core_bf16, "avx512_core_bf16"},
       {cpu_isa::avx512_core_vnni, "avx512_core_vnni"},
       {cpu_isa::avx512_core, "avx512_core"},
       {cpu_isa::avx2_vnni, "avx2_vnni"},
       {cpu_isa::avx2, "avx2"},
       {cpu_isa::avx, "avx"}}};
  for (const auto& [isa, name] : kNames) {
    if (contains(isa)) return name;
  }
  return "sse41";
}

bool has_bfloat16_instructions() { return contains(dnnl::cpu_isa::avx512_core_bf16); }
bool has_matrix_instructions() { return contains(dnnl::cpu_isa::avx512_core_amx); }

std::string version() {
  const dnnl::version_t& version = *dnnl::version();
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

}  // namespace jungle::onednn
