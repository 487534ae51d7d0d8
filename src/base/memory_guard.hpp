// What a public function does when memory runs out: an error, no exception.
#pragma once

#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "sinew/result.hpp"

namespace sinew {

/// ErrorCode::limit with a sentence about memory; without the sentence when there is not even memory for that.
/// `file_name`: what was being read or made; may be empty.
[[nodiscard]] Error out_of_memory(std::string_view file_name) noexcept;

/// The result of `function`, or out_of_memory() when it ran out of memory on the way.
template <class Function>
[[nodiscard]] auto guard_memory(std::string_view file_name, Function&& function) noexcept -> decltype(function()) {
  try {
    return std::forward<Function>(function)();
  } catch (const std::bad_alloc&) {
    return out_of_memory(file_name);
  } catch (const std::length_error&) {  // a container was asked for more than its size type can count
    return out_of_memory(file_name);
  }
}

}  // namespace sinew
