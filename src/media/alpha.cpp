#include "media/alpha.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace sinew {

void premultiply_alpha(Image& image) {
  for (std::size_t i = 0; i + 3 < image.pixels.size(); i += 4) {
    const unsigned alpha = image.pixels[i + 3];
    for (std::size_t c = i; c < i + 3; ++c) {
      image.pixels[c] = static_cast<std::uint8_t>((2 * image.pixels[c] * alpha + 255) / 510);
    }
  }
}

void unpremultiply_alpha(Image& image) {
  for (std::size_t i = 0; i + 3 < image.pixels.size(); i += 4) {
    const unsigned alpha = image.pixels[i + 3];
    for (std::size_t c = i; c < i + 3; ++c) {
      const unsigned color = alpha == 0 ? 0 : (2 * 255 * image.pixels[c] + alpha) / (2 * alpha);
      image.pixels[c] = static_cast<std::uint8_t>(std::min(color, 255u));
    }
  }
}

void bleed_edges(Image& image, int rounds) {
  enum State : std::uint8_t { empty, waiting, colored };
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  std::vector<std::uint8_t> states(width * height, empty);
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::uint8_t* const pixel = &image.pixels[4 * i];
    if (pixel[3] != 0) {
      states[i] = colored;
    } else {
      pixel[0] = pixel[1] = pixel[2] = 0;
    }
  }

  const auto for_neighbours = [width, height](std::size_t i, auto&& use) {
    const std::size_t x = i % width;
    const std::size_t y = i / width;
    for (std::size_t ny = y - (y > 0 ? 1 : 0); ny <= std::min(y + 1, height - 1); ++ny) {
      for (std::size_t nx = x - (x > 0 ? 1 : 0); nx <= std::min(x + 1, width - 1); ++nx) {
        if (nx != x || ny != y) use(ny * width + nx);
      }
    }
  };
  // Only the pixels beside those coloured last are looked at, so that the work is in proportion to what is filled.
  std::vector<std::size_t> edge;
  const auto add_empty_around = [&](std::size_t i) {
    for_neighbours(i, [&](std::size_t n) {
      if (states[n] != empty) return;
      states[n] = waiting;
      edge.push_back(n);
    });
  };
  if (rounds > 0) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (states[i] == colored) add_empty_around(i);
    }
  }
  for (int round = 0; round < rounds && !edge.empty(); ++round) {
    const std::vector<std::size_t> current = std::exchange(edge, {});
    for (const std::size_t i : current) {
      std::array<unsigned, 3> sum{};
      unsigned count = 0;
      for_neighbours(i, [&](std::size_t n) {
        if (states[n] != colored) return;
        for (std::size_t c = 0; c < 3; ++c) sum[c] += image.pixels[4 * n + c];
        ++count;
      });
      for (std::size_t c = 0; c < 3; ++c) {
        image.pixels[4 * i + c] = static_cast<std::uint8_t>((2 * sum[c] + count) / (2 * count));
      }
    }
    for (const std::size_t i : current) states[i] = colored;
    if (round + 1 < rounds) {
      for (const std::size_t i : current) add_empty_around(i);
    }
  }
}

}  // namespace sinew
