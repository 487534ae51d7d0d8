#include "support/allocation_counter.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t allocations = 0;
thread_local std::size_t bytes_taken = 0;
thread_local std::ptrdiff_t held = 0;
thread_local std::size_t fail_from = 0;  // 0: never
thread_local bool fail_after = false;
thread_local bool thrown = false;

void* allocate(std::size_t size, std::size_t alignment) noexcept {
  ++allocations;
  if (fail_from != 0 && (fail_after ? allocations >= fail_from : allocations == fail_from)) return nullptr;
  if (size == 0) size = 1;
  void* const memory = alignment == 0 ? std::malloc(size)
                                      : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) return nullptr;
  ++held;
  bytes_taken += size;
  return memory;
}

void give_back(void* memory) noexcept {
  if (memory != nullptr) --held;
  std::free(memory);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const memory = allocate(size, alignment);
  if (memory == nullptr) {
    thrown = true;
    throw std::bad_alloc();
  }
  return memory;
}

std::size_t number(std::align_val_t alignment) noexcept {
  return static_cast<std::size_t>(alignment);
}

}  // namespace

namespace sinew::test {

std::size_t allocation_count() noexcept {
  return allocations;
}

std::size_t allocated_bytes() noexcept {
  return bytes_taken;
}

std::ptrdiff_t blocks_held() noexcept {
  return held;
}

FailingAllocations::FailingAllocations(std::size_t n, bool all_after) noexcept {
  fail_after = all_after;
  fail_from = allocations + n;
  thrown = false;
}

FailingAllocations::~FailingAllocations() {
  fail_from = 0;
}

bool FailingAllocations::failed() const noexcept {
  return allocations >= fail_from;
}

bool FailingAllocations::threw() const noexcept {
  return thrown;
}

}  // namespace sinew::test

// Every form, because sanitizers bring their own of those that are left out, and those do not go together with ours.
void* operator new(std::size_t size) {
  return allocate_or_throw(size, 0);
}
void* operator new[](std::size_t size) {
  return allocate_or_throw(size, 0);
}
void* operator new(std::size_t size, std::align_val_t a) {
  return allocate_or_throw(size, number(a));
}
void* operator new[](std::size_t size, std::align_val_t a) {
  return allocate_or_throw(size, number(a));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 0);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 0);
}
void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(size, number(a));
}
void* operator new[](std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(size, number(a));
}
void operator delete(void* memory) noexcept {
  give_back(memory);
}
void operator delete[](void* memory) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  give_back(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  give_back(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  give_back(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  give_back(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  give_back(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  give_back(memory);
}
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  give_back(memory);
}
