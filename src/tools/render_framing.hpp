// Which part of the world a picture shows, and how large it is.
#pragma once

#include "sinew/geometry.hpp"
#include "sinew/result.hpp"
#include "tools/render_options.hpp"

namespace sinew::tools {

struct PictureFrame {
  WorldRect world;
  int width = 0, height = 0;
  /// World units a pixel.
  [[nodiscard]] double pixel() const noexcept { return world.width / width; }
};

/// The longer side of a picture whose size nobody gave is at most so many pixels.
inline constexpr int largest_default_side = 1024;

/// Fits `box` into the picture that the options ask for: a size is filled as far as the box's shape allows, the rest
/// stays free on both sides; a scale gives the size; without either one unit is one pixel, or less where that would be
/// larger than largest_default_side. With options.region the region takes the place of the box and gets no padding.
/// Errors of code bad_value: nothing to show, padding that leaves no room, a picture that is too large.
[[nodiscard]] Result<PictureFrame> frame_picture(const Bounds& box, const RenderOptions& options);

}  // namespace sinew::tools
