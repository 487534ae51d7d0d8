// The colours that files leave out.
#pragma once

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// The tint of what has an image; of the rest, what the editor draws it in. Spec: skeleton-json.md 8.
[[nodiscard]] constexpr Color default_color(AttachmentType type) noexcept {
  const auto color = [](int r, int g, int b) {
    return Color{static_cast<float>(r) / 255.0f, static_cast<float>(g) / 255.0f, static_cast<float>(b) / 255.0f, 1};
  };
  switch (type) {
    case AttachmentType::bounding_box:
      return color(0x60, 0xf0, 0x00);
    case AttachmentType::path:
      return color(0xff, 0x7f, 0x00);
    case AttachmentType::point:
      return color(0xf1, 0xf1, 0x00);
    case AttachmentType::clipping:
      return color(0xce, 0x3a, 0x3a);
    default:
      return {};
  }
}

}  // namespace sinew
