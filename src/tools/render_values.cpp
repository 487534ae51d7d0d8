#include "tools/render_values.hpp"

#include <cstdint>

#include "media/image.hpp"

namespace sinew::tools {
namespace {

std::optional<std::uint32_t> hex_number(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    std::uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<std::uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<std::uint32_t>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<std::uint32_t>(c - 'A') + 10;
    } else {
      return std::nullopt;
    }
    value = value << 4 | digit;
  }
  return value;
}

}  // namespace

std::optional<Color> parse_color(std::string_view text) {
  if (text == "transparent") return Color{0, 0, 0, 0};
  if (!text.empty() && text.front() == '#') text.remove_prefix(1);
  if (text.size() != 6 && text.size() != 8) return std::nullopt;
  const auto number = hex_number(text);
  if (!number) return std::nullopt;
  const std::uint32_t rgba = text.size() == 6 ? *number << 8 | 0xff : *number;
  const auto channel = [&](unsigned shift) { return static_cast<float>(rgba >> shift & 0xff) / 255; };
  return Color{channel(24), channel(16), channel(8), channel(0)};
}

std::optional<PictureSize> parse_size(std::string_view text) {
  PictureSize size;
  int* part = &size.width;
  bool digits = false;
  for (const char c : text) {
    if ((c == 'x' || c == 'X') && part == &size.width && digits) {
      part = &size.height;
      digits = false;
    } else if (c >= '0' && c <= '9' && *part <= max_image_side) {
      *part = *part * 10 + (c - '0');
      digits = true;
    } else {
      return std::nullopt;
    }
  }
  if (part != &size.height || !digits) return std::nullopt;
  if (size.width < 1 || size.height < 1 || size.width > max_image_side || size.height > max_image_side) {
    return std::nullopt;
  }
  return size;
}

}  // namespace sinew::tools
