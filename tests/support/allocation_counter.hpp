#pragma once
// Counts calls of the global operator new. A program that links jungle_allocation_counter and calls this gets
// a counting operator for all of its code; malloc() itself is not counted.

namespace jungle::test {

long allocations_of_this_thread();

template <typename Work>
long allocations_of(Work work) {
  const long before = allocations_of_this_thread();
  work();
  return allocations_of_this_thread() - before;
}

}  // namespace jungle::test
