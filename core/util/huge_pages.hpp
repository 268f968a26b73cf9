#pragma once
// Advice to the system to back a range of memory with huge pages. Random accesses over much more memory than
// the translation buffer covers are paced by the translation of addresses; with pages of 2 MiB it covers far
// more.

#include <cstddef>

namespace jungle {

inline constexpr std::size_t kHugePage = std::size_t{1} << 21;

// Advises the whole huge pages within the range. Only advice: where the system does not take it, nothing is
// lost but speed. A huge page is touched whole, so this is for ranges that will be used all over.
void advise_huge_pages(void* begin, std::size_t bytes);

}  // namespace jungle
