#pragma once
// CHECK: an invariant at a module border, tested in every build. ASSERT: the same for hot code, debug builds
// only. A failure is a bug of this program, never bad input (that is a Result): it prints the condition and
// aborts.

namespace jungle {

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace jungle

#define JUNGLE_CHECK(condition) \
  (static_cast<bool>(condition) ? void(0) : ::jungle::check_failed(#condition, __FILE__, __LINE__))

#ifdef NDEBUG
#define JUNGLE_ASSERT(condition) void(0)
#else
#define JUNGLE_ASSERT(condition) JUNGLE_CHECK(condition)
#endif
