// Counts what the code under test takes from the heap.
#pragma once

#include <cstddef>

namespace sinew::test {

/// Calls of operator new by this thread since it started.
[[nodiscard]] std::size_t allocation_count() noexcept;

/// Counts the allocations of this thread from its construction on.
class AllocationCounter {
 public:
  AllocationCounter() noexcept : start_(allocation_count()) {}
  [[nodiscard]] std::size_t count() const noexcept { return allocation_count() - start_; }

 private:
  std::size_t start_;
};

}  // namespace sinew::test
