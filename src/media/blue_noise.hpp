// A pattern of thresholds for dithering that shows no structure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sinew {

/// Every number from 0 to 4095 once in a tile of 64 x 64, so placed that the numbers below any limit are spread evenly
/// (blue noise); tiles fit together. Made once by the void-and-cluster method (R. Ulichney, 1993), in about 20 ms.
struct BlueNoise {
  static constexpr std::size_t side = 64;
  std::array<std::uint16_t, side* side> ranks = {};

  [[nodiscard]] std::uint16_t at(std::size_t x, std::size_t y) const noexcept {
    return ranks[(y % side) * side + x % side];
  }
  [[nodiscard]] static const BlueNoise& tile();
};

}  // namespace sinew
