#include "heap.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace sinew::benchmarks {

namespace {

std::atomic<std::size_t> allocations{0}, bytes{0};

/// Each piece has its size before it; the header keeps the alignment.
constexpr std::size_t header = alignof(std::max_align_t);

}  // namespace

HeapUse heap_use() noexcept {
  return {allocations.load(std::memory_order_relaxed), bytes.load(std::memory_order_relaxed)};
}

}  // namespace sinew::benchmarks

void* operator new(std::size_t size) {
  using namespace sinew::benchmarks;
  void* const piece = std::malloc(size + header);
  if (!piece) throw std::bad_alloc();
  *static_cast<std::size_t*>(piece) = size;
  allocations.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(size, std::memory_order_relaxed);
  return static_cast<std::byte*>(piece) + header;
}

void operator delete(void* memory) noexcept {
  using namespace sinew::benchmarks;
  if (!memory) return;
  void* const piece = static_cast<std::byte*>(memory) - header;
  bytes.fetch_sub(*static_cast<std::size_t*>(piece), std::memory_order_relaxed);
  std::free(piece);
}

void* operator new[](std::size_t size) {
  return operator new(size);
}
void operator delete[](void* memory) noexcept {
  operator delete(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  operator delete(memory);
}
