#include "base/memory_guard.hpp"

#include "base/limit_error.hpp"

namespace sinew {

Error out_of_memory(std::string_view file_name) noexcept {
  Error error;
  error.code = ErrorCode::limit;
  try {
    error.message =
        "There is not enough memory for this. Close other programs, or set lower limits for what is loaded.";
    error.where.file = file_name;
  } catch (...) {  // the code says it
  }
  return error;
}

Error out_of_memory(std::string_view file_name, const MemoryLimit& reached) noexcept {
  try {
    return limit_error("What the file describes needs at least", reached.needed, "bytes of memory", reached.limit,
                       "max_memory", file_name);
  } catch (...) {
    return out_of_memory(file_name);
  }
}

}  // namespace sinew
