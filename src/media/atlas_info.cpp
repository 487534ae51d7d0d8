#include "media/atlas_info.hpp"

#include <cstdint>
#include <set>
#include <tuple>

namespace sinew {

AtlasInfo atlas_info(const Atlas& atlas) {
  AtlasInfo info;
  info.pages.resize(atlas.pages().size());
  std::set<std::tuple<std::uint32_t, int, int, int, int>> rectangles;
  for (const AtlasRegion& region : atlas.regions()) {
    AtlasPageInfo& page = info.pages[region.page];
    ++page.regions;
    if (atlas.find(region.name) == &region) ++info.names;
    if (region.trimmed()) ++info.trimmed;
    if (region.degrees != 0) ++info.turned;
    if (region.index != -1) ++info.indexed;
    const int width = region.packed_width();
    const int height = region.packed_height();
    if (!rectangles.emplace(region.page, region.x, region.y, width, height).second) {
      ++info.shared;
    } else {
      page.used_pixels += static_cast<double>(width) * height;
    }
  }
  double used = 0;
  double all = 0;
  bool known = true;
  for (std::size_t i = 0; i < info.pages.size(); ++i) {
    const double size = static_cast<double>(atlas.pages()[i].width) * atlas.pages()[i].height;
    const double pixels = info.pages[i].used_pixels;
    if (size > 0) info.pages[i].fill = pixels / size;
    known = known && size > 0;
    used += pixels;
    all += size;
  }
  if (known && all > 0) info.fill = used / all;
  return info;
}

}  // namespace sinew
