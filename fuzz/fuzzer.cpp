// The entry point that libFuzzer calls, for the target that the build names.
#include <cstdlib>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const sinew::fuzz::Target* const target = sinew::fuzz::find_target(SINEW_FUZZ_TARGET);
  if (target == nullptr) std::abort();
  target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
