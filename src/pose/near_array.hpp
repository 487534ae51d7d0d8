// An array in the same block of memory as what knows of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sinew {

/// Half as large as a span, as it counts bytes from itself. It must stay where it is, and its array too.
template <class T>
class NearArray {
 public:
  NearArray() = default;
  NearArray(const NearArray&) = delete;
  NearArray& operator=(const NearArray&) = delete;

  /// An array elsewhere in the block.
  void set(T* first, std::size_t count) noexcept {
    offset_ =
        static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(first) - reinterpret_cast<std::uintptr_t>(this));
    count_ = static_cast<std::uint32_t>(count);
  }

  [[nodiscard]] T* data() const noexcept {
    // By way of a number: for a compiler the array is no part of this object.
    return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(this) + static_cast<std::uintptr_t>(offset_));
  }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] T* begin() const noexcept { return data(); }
  [[nodiscard]] T* end() const noexcept { return data() + count_; }
  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return data()[i]; }
  [[nodiscard]] std::span<T> span() const noexcept { return {data(), count_}; }

 private:
  std::int32_t offset_ = 0;
  std::uint32_t count_ = 0;
};

/// Into an array of the same size.
template <class Array>
void copy_elements(const Array& from, const Array& to) noexcept {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace sinew
