// Memory that is handed out in pieces and given back all at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/memory_guard.hpp"

namespace sinew {

/// Few, growing blocks; pieces never move, so spans and string views into it stay valid for its life.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Makes the first block `bytes` large: a reader that can guess what it needs saves allocations.
  void reserve(std::size_t bytes) {
    if (!blocks_.empty()) return;
    blocks_.reserve(8);
    grow(bytes < limit_ ? bytes : limit_);
  }

  /// From now on, MemoryLimit is thrown rather than to have more than so many bytes.
  void set_limit(std::size_t bytes) noexcept { limit_ = bytes; }

  /// `count` value-initialised objects. They are never destroyed, so they must not need it.
  template <class T>
  [[nodiscard]] std::span<T> array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    T* first = static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(first, count);
    return {first, count};
  }

  /// The same without a value in it: the caller writes every element before it reads one.
  template <class T>
  [[nodiscard]] std::span<T> room(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
    if (count == 0) return {};
    return {static_cast<T*>(allocate(count * sizeof(T), alignof(T))), count};
  }

  template <class T>
  [[nodiscard]] T* make() {
    return array<T>(1).data();
  }

  template <class T>
  [[nodiscard]] std::span<T> copy(std::span<const T> source) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (source.empty()) return {};
    T* first = static_cast<T*>(allocate(source.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(source.begin(), source.end(), first);
    return {first, source.size()};
  }

  [[nodiscard]] std::string_view text(std::string_view source) {
    if (source.empty()) return {};
    char* first = static_cast<char*>(allocate(source.size(), 1));
    std::memcpy(first, source.data(), source.size());
    return {first, source.size()};
  }

  /// Memory without a value in it.
  [[nodiscard]] void* bytes(std::size_t size, std::size_t alignment) { return allocate(size, alignment); }

  /// Whether a piece was handed out here.
  [[nodiscard]] bool owns(const void* piece) const noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(piece);
    for (const Block& block : blocks_) {
      const auto first = reinterpret_cast<std::uintptr_t>(block.bytes.get());
      if (at >= first && at < first + block.size) return true;
    }
    return false;
  }

  /// Bytes taken from the system.
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };

  void* allocate(std::size_t size, std::size_t alignment) {
    std::size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (blocks_.empty() || start + size > blocks_.back().size) {
      grow(size);
      start = 0;
    }
    used_ = start + size;
    return blocks_.back().bytes.get() + start;
  }

  void grow(std::size_t at_least) {
    // By half of what there is: no more than a third lies idle, and the number of blocks stays logarithmic.
    std::size_t size = blocks_.empty() ? std::size_t{16384} : capacity_ / 2;
    if (size < 16384 && !blocks_.empty()) size = 16384;
    if (size < at_least) size = at_least;
    const std::size_t left = limit_ > capacity_ ? limit_ - capacity_ : 0;
    if (at_least > left) throw MemoryLimit(capacity_ + at_least, limit_);
    if (size > left) size = left;
    blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
    capacity_ += size;
    used_ = 0;
  }

  std::vector<Block> blocks_;
  std::size_t used_ = 0;      ///< of the last block
  std::size_t capacity_ = 0;  ///< of all blocks
  std::size_t limit_ = static_cast<std::size_t>(-1);
};

}  // namespace sinew
