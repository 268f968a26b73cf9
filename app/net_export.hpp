#pragma once
// A net in a form for other programs: an .npz archive, which numpy.load opens, with an array a tensor. As it
// is, or with batch norms folded into the convolutions before them, as inference runs it: then each
// convolution has a weight and a bias, and there is no .bn left. Thread rule: pure functions.

#include <string>

#include "nn/weights.hpp"

namespace jungle {

// Names and shapes are those of nn/weights.hpp; folded ones keep the convolution's name ("stem.conv.weight",
// "stem.conv.bias"). metadata.json holds the metadata, and the size as config, channels, blocks,
// value_channels, value_hidden. Equal nets give equal bytes.
std::string exported_npz(const NetWeights& weights, bool folded);

}  // namespace jungle
