// What the program asks of the heap.
#pragma once

#include <cstddef>

namespace sinew::benchmarks {

struct HeapUse {
  std::size_t allocations = 0;  ///< since the program began
  std::size_t bytes = 0;        ///< in use, as asked for
};

[[nodiscard]] HeapUse heap_use() noexcept;

}  // namespace sinew::benchmarks
