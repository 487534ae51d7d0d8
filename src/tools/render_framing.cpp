#include "tools/render_framing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "media/image.hpp"

namespace sinew::tools {
namespace {

Error bad(std::string sentence) {
  return {ErrorCode::bad_value, std::move(sentence), {}};
}

PictureFrame centred(const WorldRect& box, int width, int height, double scale) {
  PictureFrame frame{{}, width, height};
  frame.world.width = width / scale;
  frame.world.height = height / scale;
  frame.world.x = box.x + box.width / 2 - frame.world.width / 2;
  frame.world.y = box.y + box.height / 2 - frame.world.height / 2;
  return frame;
}

}  // namespace

Result<PictureFrame> frame_picture(const Bounds& box, const RenderOptions& options) {
  WorldRect shown;
  int padding = options.padding;
  if (options.region) {
    shown = *options.region;
    padding = 0;
  } else {
    if (box.empty()) return bad("There is nothing to show: no slot has an image that can be drawn.");
    shown = {box.min_x, box.min_y, box.max_x - box.min_x, box.max_y - box.min_y};
    if (!std::isfinite(shown.x) || !std::isfinite(shown.y) || !std::isfinite(shown.width) ||
        !std::isfinite(shown.height)) {
      return bad("The skeleton's box is not finite; --region says what to show.");
    }
    shown.width = std::max(shown.width, 1e-3);
    shown.height = std::max(shown.height, 1e-3);
  }

  if (options.size) {
    const int width = options.size->width, height = options.size->height;
    const int room_x = width - 2 * padding, room_y = height - 2 * padding;
    if (room_x < 1 || room_y < 1) {
      return bad("A padding of " + std::to_string(padding) + " pixels leaves no room in a picture of " +
                 std::to_string(width) + " x " + std::to_string(height) + ".");
    }
    const double scale = std::min(room_x / shown.width, room_y / shown.height);
    // A region of the picture's own shape is shown to the last bit.
    if (options.region && std::fabs(width / shown.width - height / shown.height) < 1e-9 * scale) {
      return PictureFrame{shown, width, height};
    }
    return centred(shown, width, height, scale);
  }

  const double room = largest_default_side - 2 * padding;
  const double scale =
      options.scale ? *options.scale : std::min(1.0, std::max(room, 1.0) / std::max(shown.width, shown.height));
  const auto pixels = [&](double length) { return std::max(1.0, std::ceil(length * scale - 1e-6)) + 2 * padding; };
  const double width = pixels(shown.width), height = pixels(shown.height);
  if (width > max_image_side || height > max_image_side) {
    return bad("The picture would be larger than " + std::to_string(max_image_side) +
               " pixels a side; use a smaller --scale, or --size.");
  }
  return centred(shown, static_cast<int>(width), static_cast<int>(height), scale);
}

}  // namespace sinew::tools
