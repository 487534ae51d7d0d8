#include "base/memory_guard.hpp"

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

}  // namespace sinew
