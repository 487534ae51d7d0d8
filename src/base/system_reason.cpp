#include "base/system_reason.hpp"

#include <cstring>

namespace sinew {

std::string system_reason(int error) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 32)
  // strerror() translates.
  const char* const text = ::strerrordesc_np(error);
  return text != nullptr ? text : "Unknown error " + std::to_string(error);
#else
  return std::strerror(error);
#endif
}

}  // namespace sinew
