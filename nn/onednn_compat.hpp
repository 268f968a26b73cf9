#pragma once
// The few places where oneDNN 2 (2.6 in Debian 12) and oneDNN 3 (Debian 13) differ. Only nn/onednn_*.cpp and
// nn/bfloat16_tower.cpp include this.

#include <string>

#include <dnnl.hpp>

namespace jungle::onednn {

// A convolution with stride one that keeps the image's size, with bias and then ReLU: dst = relu(conv(src) +
// bias), or with `add_to_output`, dst = relu(conv(src) + bias + dst).
struct Convolution {
  dnnl::memory::desc src;
  dnnl::memory::desc weights;
  dnnl::memory::desc bias;
  dnnl::memory::desc dst;
  int kernel = 3;
  bool add_to_output = false;
};

// Its scratchpad is the caller's (DNNL_ARG_SCRATCHPAD): the library's own belongs to the thread that made the
// primitive. Throws dnnl::error when no implementation fits.
dnnl::convolution_forward::primitive_desc describe(const Convolution& convolution,
                                                   const dnnl::engine& engine);

// The instruction set oneDNN uses, ONEDNN_MAX_CPU_ISA obeyed: "avx512_core_bf16".
std::string instruction_set_name();
// Whether that set computes bfloat16 products by itself; without, oneDNN emulates them, slower than float32.
bool has_bfloat16_instructions();
// Whether it multiplies whole matrices of them (AMX): the only case in which bfloat16 is worth its rounding.
bool has_matrix_instructions();
std::string version();  // "2.6.3"

}  // namespace jungle::onednn
