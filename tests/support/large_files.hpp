// Files of any size that are made to find what takes more than its share of time: n of every thing that a format has a
// list of, in the order and with the names that make searching slowest.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace sinew::test {

struct LargeFile {
  std::string_view name;
  std::string (*make)(std::size_t n);
};

/// Skeleton JSON of 3.8, 4.2 and 4.3. All load.
[[nodiscard]] std::span<const LargeFile> large_skeletons();
[[nodiscard]] std::span<const LargeFile> large_atlases();

}  // namespace sinew::test
