#pragma once
// The convolutions of a net as fused oneDNN primitives in bfloat16: bias, ReLU and the residual sum inside
// each convolution, weights brought once into the layout the primitive asks for, activations as
// [position][row][column][channel]. One thread, which never spins, and no allocation by us after a chunk
// size's first use (the library allocates in each call). For processors with matrix instructions (AMX), where
// nothing is faster.
//
// Positions go through in chunks of a power of two: small enough for the activations to stay in the
// second-level cache, so a large batch is no faster than many chunks. A position's output does not depend, in
// any bit, on the chunk's size or on its neighbours: tests/nn/cpu_evaluator_test.cpp.
//
// Thread rule: hostile; it may be made in one thread and used in another.

#include <map>
#include <vector>

#include <dnnl.hpp>

#include "nn/folded_net.hpp"
#include "nn/tower.hpp"

namespace jungle {

class OnednnTower final : public Tower {
 public:
  // Precondition: onednn::has_bfloat16_instructions().
  explicit OnednnTower(FoldedNet net);

  int next_chunk(int waiting) const override;
  void encode(std::span<const EvalRequest> chunk) override;
  std::span<const float> forward(std::span<const EvalRequest> chunk) override;
  FeatureLayout layout() const override;
  std::string description() const override;

 private:
  // oneDNN's C interface: the C++ one allocates a list of the arguments at each call.
  struct Step {
    dnnl::primitive primitive;
    std::vector<dnnl::memory> memories;  // kept alive for the arguments
    std::vector<dnnl_exec_arg_t> arguments;

    void add(int name, const dnnl::memory& memory) {
      memories.push_back(memory);
      arguments.push_back({name, memory.get()});
    }
  };
  struct Program {  // the steps for one chunk size
    std::vector<Step> steps;
    dnnl::memory scratchpad;  // shared by the steps
  };

  Program compile(int chunk);
  dnnl::memory arranged_weights(std::size_t layer, const dnnl::memory::desc& wanted);
  FoldedConvolution& convolution(std::size_t layer);  // the last one is the head's
  std::size_t layers() const { return net_.tower.size() + 1; }

  FoldedNet net_;
  int largest_chunk_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  dnnl::memory planes_;
  dnnl::memory residual_;  // what blocks add to
  dnnl::memory inner_;     // between the two convolutions of a block
  dnnl::memory features_;
  std::vector<dnnl::memory> biases_;  // by layer
  std::vector<std::vector<dnnl::memory>>
      weights_;                      // by layer, one for each layout asked for: most often a single one
  std::map<int, Program> programs_;  // by chunk size
};

}  // namespace jungle
