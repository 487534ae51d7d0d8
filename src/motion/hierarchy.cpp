// Parents and children: what can be wrong with them, and an order that has parents first.
#include <algorithm>
#include <numeric>

#include "motion/rules.hpp"

namespace sinew::motion {

namespace {

using Indices = std::vector<std::uint32_t>;

/// Indices of the parts, sorted by name; parts of one name in their order.
Indices sorted_by_name(std::span<const Kinship> parts) {
  Indices sorted(parts.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return parts[a].name < parts[b].name; });
  return sorted;
}

std::uint32_t find(std::span<const Kinship> parts, const Indices& sorted, std::string_view name) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), name,
                                   [&](std::uint32_t part, std::string_view n) { return parts[part].name < n; });
  return at != sorted.end() && parts[*at].name == name ? *at : no_parent;
}

}  // namespace

std::optional<HierarchyComplaint> check_hierarchy(std::span<const Kinship> parts, HierarchyOrder& order) {
  const Indices sorted = sorted_by_name(parts);
  std::size_t twice = parts.size();
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    // Of several, the one that comes first in the file.
    if (parts[sorted[i]].name == parts[sorted[i - 1]].name) twice = std::min<std::size_t>(twice, sorted[i]);
  }
  if (twice < parts.size()) {
    return HierarchyComplaint{{ErrorCode::duplicate, message::duplicate_part(parts[twice].name)}, twice};
  }

  order.parents.assign(parts.size(), no_parent);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].parent.empty()) continue;
    order.parents[i] = find(parts, sorted, parts[i].parent);
    if (order.parents[i] == no_parent) {
      return HierarchyComplaint{{ErrorCode::unknown_reference, message::missing_parent(parts[i].parent)}, i};
    }
  }

  // From each part up to one whose level is known, then down again.
  constexpr std::uint32_t unknown = 0, on_the_way = 0xffffffffu;
  Indices levels(parts.size(), unknown), way;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    way.clear();
    std::uint32_t at = i;
    while (at != no_parent && levels[at] == unknown) {
      levels[at] = on_the_way;
      way.push_back(at);
      at = order.parents[at];
    }
    if (at != no_parent && levels[at] == on_the_way) {
      return HierarchyComplaint{{ErrorCode::bad_value, std::string(message::cycle)}, at};
    }
    std::uint32_t level = at == no_parent ? 0 : levels[at];
    for (auto part = way.rbegin(); part != way.rend(); ++part) levels[*part] = ++level;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (levels[i] > max_levels) return HierarchyComplaint{{ErrorCode::limit, std::string(message::levels)}, i};
  }

  order.order.resize(parts.size());
  std::iota(order.order.begin(), order.order.end(), 0u);
  std::stable_sort(order.order.begin(), order.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return levels[a] < levels[b]; });
  return std::nullopt;
}

}  // namespace sinew::motion
