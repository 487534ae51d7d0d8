#include "model/properties.hpp"

#include <algorithm>

namespace sinew {

std::vector<PropertyId> properties_of(const Animation& animation) {
  std::vector<PropertyId> ids;
  for (const Timeline& timeline : animation.timelines) {
    for_each_property(timeline, [&](PropertyId id) { ids.push_back(id); });
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace sinew
