// Colours of a draw: docs/drawing.md "Colour".
#pragma once

#include <array>
#include <cstdint>

#include "draw/vector4.hpp"
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

/// Skeleton, slot and attachment colour of a draw, multiplied; `skeleton` and `attachment` are clamped already.
struct Light {
  std::uint32_t packed = 0;  ///< premultiplied
  float alpha = 0;
};

namespace reference {

[[nodiscard]] inline Light light(const std::array<float, 4>& skeleton, const Color& slot,
                                 const std::array<float, 4>& attachment) noexcept {
  const std::array<float, 4> own = clamped(slot);
  std::array<float, 4> product{};
  for (std::size_t i = 0; i < 4; ++i) product[i] = skeleton[i] * own[i] * attachment[i];
  return {pack_light(product), product[3]};
}

}  // namespace reference

#ifdef SINEW_VECTOR_UNIT

/// The same bits as the reference.
[[nodiscard]] inline Light light(const std::array<float, 4>& skeleton, const Color& slot,
                                 const std::array<float, 4>& attachment) noexcept {
  const Float4 zero = {}, one = {1, 1, 1, 1};
  Float4 own = load4(&slot.r);
  own = own > zero ? own : zero;  // not a number becomes 0
  own = own < one ? own : one;
  const Float4 product = load4(skeleton.data()) * own * load4(attachment.data());
  const float alpha = product[3];
  const Float4 bytes = product * Float4{alpha, alpha, alpha, 1} * 255.0f + 0.5f;
  const Int4 channels = __builtin_convertvector(bytes, Int4);
  // r 0 0 0 g 0 0 0 b 0 0 0 a 0 0 0 -> r g . . . . . . b a . . . . . .
  std::uint64_t halves[2];
  std::memcpy(halves, &channels, sizeof channels);
  const std::uint64_t rg = halves[0] | halves[0] >> 24, ba = halves[1] | halves[1] >> 24;
  return {static_cast<std::uint32_t>((rg & 0xffff) | (ba & 0xffff) << 16), alpha};
}

#else

using reference::light;

#endif

}  // namespace sinew
