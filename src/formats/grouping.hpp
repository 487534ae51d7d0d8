// Putting together what belongs together, without changing any order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sinew {

/// Groups of the indices 0 .. count - 1 by `key_of(index)`: groups in the order in which their first members come,
/// members in ascending order. Linear times logarithm.
template <class KeyOf>
[[nodiscard]] std::vector<std::vector<std::size_t>> group_indices(std::size_t count, KeyOf key_of) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key_of(a) < key_of(b); });
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || key_of(order[i - 1]) != key_of(order[i])) groups.emplace_back();
    groups.back().push_back(order[i]);
  }
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
  return groups;
}

}  // namespace sinew
