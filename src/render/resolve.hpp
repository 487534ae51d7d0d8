// From premultiplied samples to straight pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sinew {

/// Averages n x n premultiplied RGBA samples a pixel and divides the average colour by the average alpha; both are
/// rounded to nearest, colours limited to 255 (additive slots may exceed their alpha). Pixels whose alpha rounds to 0
/// are all 0.
///
/// `samples` are `width * n` wide and `height * n` high, bottom row first. Row 0 of `pixels` is the top; its rows are
/// `stride` bytes apart.
void resolve_samples(std::span<const std::uint8_t> samples, int width, int height, int n, std::uint8_t* pixels,
                     std::size_t stride);

}  // namespace sinew
