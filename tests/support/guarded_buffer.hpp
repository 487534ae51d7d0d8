// Bytes right before memory that must not be touched: reading one byte too many ends the program.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>

namespace sinew::test {

/// Holds copies of byte strings up to `capacity` bytes, one at a time; each ends exactly at a guard page.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t capacity) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    usable_ = (capacity + page - 1) / page * page;
    size_ = usable_ + page;
    void* const memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<char*>(memory);
    if (mprotect(memory_ + usable_, page, PROT_NONE) != 0) throw std::bad_alloc();
  }
  ~GuardedBuffer() { munmap(memory_, size_); }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  /// Valid until the next call.
  [[nodiscard]] std::string_view hold(std::string_view bytes) {
    char* const first = memory_ + (usable_ - bytes.size());
    if (!bytes.empty()) std::memmove(first, bytes.data(), bytes.size());
    return {first, bytes.size()};
  }

 private:
  char* memory_ = nullptr;
  std::size_t usable_ = 0, size_ = 0;
};

}  // namespace sinew::test
