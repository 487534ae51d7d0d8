// What a public function does when memory runs out: an error, no exception.
#pragma once

#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "sinew/result.hpp"

namespace sinew {

/// Thrown where an Arena would grow beyond its limit.
struct MemoryLimit : std::bad_alloc {
  std::size_t needed, limit;
  MemoryLimit(std::size_t needed_bytes, std::size_t most) noexcept : needed(needed_bytes), limit(most) {}
  [[nodiscard]] const char* what() const noexcept override { return "beyond the limit of an arena"; }
};

/// ErrorCode::limit with a sentence about memory; without the sentence when there is not even memory for that.
/// `file_name`: what was being read or made; may be empty.
[[nodiscard]] Error out_of_memory(std::string_view file_name) noexcept;
/// The same about LoadLimits::max_memory.
[[nodiscard]] Error out_of_memory(std::string_view file_name, const MemoryLimit& reached) noexcept;

/// The result of `function`, or out_of_memory() when it ran out of memory on the way.
template <class Function>
[[nodiscard]] auto guard_memory(std::string_view file_name, Function&& function) noexcept -> decltype(function()) {
  try {
    return std::forward<Function>(function)();
  } catch (const MemoryLimit& reached) {
    return out_of_memory(file_name, reached);
  } catch (const std::bad_alloc&) {
    return out_of_memory(file_name);
  } catch (const std::length_error&) {  // a container was asked for more than its size type can count
    return out_of_memory(file_name);
  }
}

}  // namespace sinew
