// A picture in memory, as the readers and writers of this folder exchange it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

/// The largest width and height, in pixels, that the readers accept and the writers produce.
inline constexpr int max_image_side = 16384;

/// Pixels in RGBA order, 8 bits a channel, straight (not premultiplied) alpha, top row first, no padding between rows.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;  ///< 4 * width * height bytes

  Image() = default;
  /// A transparent black picture of this size.
  Image(int w, int h)
      : width(w), height(h), pixels(std::size_t{4} * static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}

  /// Whether the sizes are within 1 to max_image_side and `pixels` has the bytes that they call for.
  [[nodiscard]] bool valid() const noexcept {
    return width > 0 && height > 0 && width <= max_image_side && height <= max_image_side &&
           pixels.size() == std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
  /// The first of the four bytes of the pixel in column x, row y.
  [[nodiscard]] std::uint8_t* at(int x, int y) noexcept { return pixels.data() + offset(x, y); }
  [[nodiscard]] const std::uint8_t* at(int x, int y) const noexcept { return pixels.data() + offset(x, y); }

 private:
  [[nodiscard]] std::size_t offset(int x, int y) const noexcept {
    return 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

}  // namespace sinew
