// What is in an atlas, counted.
#pragma once

#include <cstddef>
#include <vector>

#include "sinew/atlas.hpp"

namespace sinew {

struct AtlasPageInfo {
  std::size_t regions = 0;
  double used_pixels = 0;  ///< of the packed rectangles; one that several regions share counts once
  double fill = 0;         ///< used_pixels in relation to the page's size; 0 when the size is not known
};

struct AtlasInfo {
  std::vector<AtlasPageInfo> pages;
  std::size_t names = 0;    ///< different region names
  std::size_t trimmed = 0;  ///< regions that lost a transparent margin
  std::size_t turned = 0;   ///< regions with a rotation other than 0
  std::size_t indexed = 0;  ///< regions with an index
  std::size_t shared = 0;   ///< regions whose rectangle an earlier region has already
  double fill = 0;          ///< of all pages together; 0 when a size is not known
};

[[nodiscard]] AtlasInfo atlas_info(const Atlas& atlas);

}  // namespace sinew
