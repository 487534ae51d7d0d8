#include "media/color_bleed.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace sinew {

namespace {

/// Half the size; every pixel is the mean of those of its four that are there, weighted by alpha. Alpha 0: none was.
Image halved(const Image& image, bool weigh) {
  Image half((image.width + 1) / 2, (image.height + 1) / 2);
  for (int y = 0; y < half.height; ++y) {
    for (int x = 0; x < half.width; ++x) {
      unsigned weight = 0, r = 0, g = 0, b = 0;
      for (int sy = 2 * y; sy < std::min(2 * y + 2, image.height); ++sy) {
        for (int sx = 2 * x; sx < std::min(2 * x + 2, image.width); ++sx) {
          const std::uint8_t* pixel = image.at(sx, sy);
          const unsigned w = weigh ? pixel[3] : pixel[3] != 0;
          weight += w;
          r += w * pixel[0];
          g += w * pixel[1];
          b += w * pixel[2];
        }
      }
      if (weight == 0) continue;
      std::uint8_t* out = half.at(x, y);
      out[0] = static_cast<std::uint8_t>((r + weight / 2) / weight);
      out[1] = static_cast<std::uint8_t>((g + weight / 2) / weight);
      out[2] = static_cast<std::uint8_t>((b + weight / 2) / weight);
      out[3] = 255;
    }
  }
  return half;
}

/// Takes the missing colours from the picture of half the size.
void fill(Image& image, const Image& half) {
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      std::uint8_t* pixel = image.at(x, y);
      if (pixel[3] == 0) std::memcpy(pixel, half.at(x / 2, y / 2), 3);
    }
  }
}

}  // namespace

void bleed_colors(Image& image) {
  if (!image.valid()) return;
  // Down until one pixel is left, then up again: near holes are filled from near colours, far ones from the mean.
  std::vector<Image> levels;
  levels.push_back(halved(image, true));
  while (levels.back().width > 1 || levels.back().height > 1) levels.push_back(halved(levels.back(), false));
  if (levels.back().pixels[3] == 0) return;
  for (std::size_t i = levels.size() - 1; i-- > 0;) fill(levels[i], levels[i + 1]);
  fill(image, levels.front());
}

}  // namespace sinew
