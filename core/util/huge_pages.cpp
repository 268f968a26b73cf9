#include "core/util/huge_pages.hpp"

#include <memory>

#include <sys/mman.h>

namespace jungle {

void advise_huge_pages(void* begin, std::size_t bytes) {
  if (std::align(kHugePage, kHugePage, begin, bytes) == nullptr) return;  // else cut to the first whole page
  ::madvise(begin, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
}

}  // namespace jungle
