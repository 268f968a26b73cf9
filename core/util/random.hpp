#pragma once
// Random numbers that are the same on every machine, compiler and standard library.
// xoshiro256++ (Blackman & Vigna, 2019, https://prng.di.unimi.it), seeded by splitmix64.
// Every stream of the program is named by numbers, never by time or thread:
//
//   Rng rng({run_seed, generation, game_index});
//
// Thread rule: hostile; one Rng per thread.

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace jungle {

constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

class Rng {
 public:
  using result_type = std::uint64_t;

  // One stream for each sequence of numbers; sequences of other lengths or orders are other streams.
  constexpr explicit Rng(std::initializer_list<std::uint64_t> stream_name) {
    std::uint64_t mixed = stream_name.size();
    for (std::uint64_t part : stream_name) {
      mixed ^= part;
      mixed = splitmix64(mixed);
    }
    for (auto& word : state_) word = splitmix64(mixed);
  }

  constexpr std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

  // Uniform in [0, bound), by multiplication (Lemire 2019) without the rejection step: the bias is below
  // bound / 2^64. Precondition: bound > 0.
  constexpr std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>((*this)()) * bound) >> 64);
  }

  // Uniform in [0, 1), 53 bits.
  constexpr double uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  // Standard normal and gamma(shape, 1): Box-Muller, and Marsaglia & Tsang (2000) with the boost for shape
  // < 1.
  double normal();
  double gamma(double shape);
  // Standard Gumbel, always finite. The largest of logit + gumbel() is a draw from softmax(logits), the k
  // largest are k draws without replacement.
  double gumbel();

 private:
  std::uint64_t state_[4] = {};
};

}  // namespace jungle
