// Vectors for work that one function call begins and ends: their memory comes from an arena, which gives it back at
// once.
#pragma once

#include <cstddef>
#include <vector>

#include "base/arena.hpp"

namespace sinew {

/// Takes from an arena and gives nothing back before the arena itself does.
template <class T>
class ScratchAllocator {
 public:
  using value_type = T;

  ScratchAllocator(Arena& arena) noexcept : arena_(&arena) {}  // a vector is made from its arena
  template <class U>
  ScratchAllocator(const ScratchAllocator<U>& other) noexcept : arena_(other.arena()) {}

  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(arena_->bytes(count * sizeof(T), alignof(T)));
  }
  void deallocate(T*, std::size_t) noexcept {}

  [[nodiscard]] Arena* arena() const noexcept { return arena_; }
  friend bool operator==(const ScratchAllocator& a, const ScratchAllocator& b) noexcept { return a.arena_ == b.arena_; }

 private:
  Arena* arena_;
};

template <class T>
using ScratchVector = std::vector<T, ScratchAllocator<T>>;

}  // namespace sinew
