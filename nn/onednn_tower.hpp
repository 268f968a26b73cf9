#pragma once
// The convolutions of a net as fused oneDNN primitives: bias, ReLU and the residual sum inside each
// convolution, weights brought once into the layout the primitive asks for, activations as
// [position][row][column][channel]. One thread, no allocation by us after a chunk size's first use.
//
// Positions go through in chunks of a power of two: small enough for the activations to stay in the
// second-level cache, so a large batch is no faster than many chunks. A position's output does not depend, in
// any bit, on the chunk's size or on its neighbours: tests/nn/onednn_evaluator_test.cpp.
//
// Thread rule: hostile; it may be made in one thread and used in another.

#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include <dnnl.hpp>

#include "nn/bfloat16.hpp"
#include "nn/folded_net.hpp"

namespace jungle {

class OnednnTower {
 public:
  OnednnTower(FoldedNet net, bool bfloat16);

  // How many of `waiting` positions to send next: at most largest_chunk().
  int next_chunk(int waiting) const;
  int largest_chunk() const { return largest_chunk_; }

  // The planes of position i of the chunk, to be written before run(); only the one of the tower's precision
  // may be called.
  std::span<float> float32_input(int i);
  std::span<Bfloat16> bfloat16_input(int i);
  void run(int positions);
  // Of FoldedNet::head, for the first `positions` of the chunk: [position][square][channel].
  std::span<const float> features(int positions) const;

 private:
  struct Step {
    dnnl::primitive primitive;
    std::unordered_map<int, dnnl::memory> arguments;
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
  dnnl::memory::data_type type_;  // of planes and activations; the features are float32
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
