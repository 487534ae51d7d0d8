#include "model/properties.hpp"

#include <algorithm>

namespace sinew {

void append_properties(const Animation& animation, RuleSet rules, std::vector<PropertyId>& ids) {
  const auto start = static_cast<std::ptrdiff_t>(ids.size());
  for (const Timeline& timeline : animation.timelines) {
    for_each_property(timeline, rules, [&](PropertyId id) { ids.push_back(id); });
  }
  std::sort(ids.begin() + start, ids.end());
  ids.erase(std::unique(ids.begin() + start, ids.end()), ids.end());
}

}  // namespace sinew
