// Counts what the code under test takes from the heap.
#pragma once

#include <cstddef>

namespace sinew::test {

/// Calls of operator new by this thread since it started.
[[nodiscard]] std::size_t allocation_count() noexcept;

/// Bytes that this thread took since it started, whether it has given them back or not.
[[nodiscard]] std::size_t allocated_bytes() noexcept;

/// Blocks that this thread took and has not given back yet: what a leak leaves behind. Blocks that another thread
/// gives back count there.
[[nodiscard]] std::ptrdiff_t blocks_held() noexcept;

/// While it lives, the n-th allocation of this thread from its construction on (from 1) fails, and with `all_after`
/// every one after it as well.
class FailingAllocations {
 public:
  FailingAllocations(std::size_t n, bool all_after) noexcept;
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;
  /// Whether it came to that.
  [[nodiscard]] bool failed() const noexcept;
  /// Whether one of those that failed threw. (Sorting, for one, asks for memory that it can do without.)
  [[nodiscard]] bool threw() const noexcept;
};

/// Counts the allocations of this thread from its construction on.
class AllocationCounter {
 public:
  AllocationCounter() noexcept : start_(allocation_count()) {}
  [[nodiscard]] std::size_t count() const noexcept { return allocation_count() - start_; }

 private:
  std::size_t start_;
};

}  // namespace sinew::test
