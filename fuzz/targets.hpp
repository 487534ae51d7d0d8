// What is run on arbitrary bytes. A fuzzer feeds each of these; the ordinary tests run them on every input that ever
// failed (tests/data/fuzz).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sinew::fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

/// Every target, by name.
[[nodiscard]] std::span<const Target> targets() noexcept;
/// Null when there is none of this name.
[[nodiscard]] const Target* find_target(std::string_view name) noexcept;

}  // namespace sinew::fuzz
