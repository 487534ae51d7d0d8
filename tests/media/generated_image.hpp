// Pictures that tests make up.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "media/image.hpp"

namespace sinew::testing {

/// Random colours with random alpha (never 0) in a rectangle; transparent elsewhere.
inline Image noise_image(int width, int height, unsigned seed, int left = 0, int top = 0, int right = 0,
                         int bottom = 0) {
  std::mt19937 random(seed);
  Image image(width, height);
  for (int y = top; y < height - bottom; ++y) {
    for (int x = left; x < width - right; ++x) {
      for (int c = 0; c < 4; ++c) image.at(x, y)[c] = static_cast<std::uint8_t>(random() % 255 + (c == 3 ? 1 : 0));
    }
  }
  return image;
}

inline Image plain_image(int width, int height, std::uint8_t r, std::uint8_t g, std::uint8_t b, std::uint8_t a) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
    image.pixels[i] = r;
    image.pixels[i + 1] = g;
    image.pixels[i + 2] = b;
    image.pixels[i + 3] = a;
  }
  return image;
}

/// The same size and alpha everywhere, and the same colour wherever alpha is not 0.
inline bool same_visible(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height) return false;
  for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
    if (a.pixels[i + 3] != b.pixels[i + 3]) return false;
    if (a.pixels[i + 3] == 0) continue;
    for (std::size_t c = i; c < i + 3; ++c) {
      if (a.pixels[c] != b.pixels[c]) return false;
    }
  }
  return true;
}

}  // namespace sinew::testing
