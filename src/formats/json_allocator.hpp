// The memory that RapidJSON works with: that of operator new, so that running out of it throws std::bad_alloc instead
// of handing RapidJSON a null pointer, which it does not look at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

namespace sinew {

/// An allocator as RapidJSON's readers and stacks want it.
class JsonAllocator {
 public:
  static constexpr bool kNeedFree = true;
  [[nodiscard]] void* Malloc(std::size_t size) { return size == 0 ? nullptr : ::operator new(size); }
  [[nodiscard]] void* Realloc(void* old, std::size_t old_size, std::size_t new_size) {
    void* const memory = Malloc(new_size);
    if (memory != nullptr && old != nullptr) std::memcpy(memory, old, std::min(old_size, new_size));
    Free(old);
    return memory;
  }
  static void Free(void* memory) noexcept { ::operator delete(memory); }
};

}  // namespace sinew
