// Colours of a draw: docs/drawing.md "Colour".
#pragma once

#include <array>
#include <cstdint>

#include "sinew/types.hpp"

namespace sinew {

/// 0 to 1; not a number is 0.
[[nodiscard]] constexpr float clamped(float channel) noexcept {
  return channel > 0 ? (channel < 1 ? channel : 1.0f) : 0.0f;
}
[[nodiscard]] constexpr std::array<float, 4> clamped(const Color& c) noexcept {
  return {clamped(c.r), clamped(c.g), clamped(c.b), clamped(c.a)};
}

/// Rounded to nearest; `channel` is from 0 to 1.
[[nodiscard]] constexpr std::uint32_t to_byte(float channel) noexcept {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(channel * 255.0f + 0.5f));
}

[[nodiscard]] constexpr std::uint32_t pack(float r, float g, float b, float a) noexcept {
  return to_byte(r) | to_byte(g) << 8 | to_byte(b) << 16 | to_byte(a) << 24;
}

/// The premultiplied light colour.
[[nodiscard]] constexpr std::uint32_t pack_light(const std::array<float, 4>& c) noexcept {
  return pack(c[0] * c[3], c[1] * c[3], c[2] * c[3], c[3]);
}

/// The dark colour, multiplied by the light colour's alpha. Its own alpha byte says "premultiplied" to the shader.
[[nodiscard]] constexpr std::uint32_t pack_dark(const Color& dark, float alpha) noexcept {
  return pack(clamped(dark.r) * alpha, clamped(dark.g) * alpha, clamped(dark.b) * alpha, 1.0f);
}

inline constexpr std::uint32_t no_dark = 0xff000000u;

}  // namespace sinew
