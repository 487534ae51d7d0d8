#include "media/blue_noise.hpp"

#include <algorithm>
#include <vector>

namespace sinew {

namespace {

constexpr std::size_t side = BlueNoise::side;
constexpr std::size_t count = side * side;

/// Which cells are set, and how crowded every cell is by set ones: a sum of bells around them, across the tile's edges.
class Pattern {
 public:
  Pattern() : set_(count), crowding_(count), bell_(count) {
    // exp(-d^2 / (2 * 1.5^2)) by multiplication, the same on every machine.
    constexpr double one = 0.8007;
    for (std::size_t y = 0; y < side; ++y) {
      for (std::size_t x = 0; x < side; ++x) {
        const std::size_t dx = std::min(x, side - x), dy = std::min(y, side - y);
        double value = 1;
        for (std::size_t i = 0; i < dx * dx + dy * dy && value > 1e-12; ++i) value *= one;
        bell_[y * side + x] = value;
      }
    }
  }

  [[nodiscard]] bool is_set(std::size_t cell) const { return set_[cell] != 0; }
  void change(std::size_t cell, bool on) {
    set_[cell] = on ? 1 : 0;
    const std::size_t cx = cell % side, cy = cell / side;
    const double sign = on ? 1 : -1;
    for (std::size_t y = 0; y < side; ++y) {
      const double* bell = &bell_[(y + side - cy) % side * side];
      double* row = &crowding_[y * side];
      for (std::size_t x = 0; x < side; ++x) row[x] += sign * bell[(x + side - cx) % side];
    }
  }
  [[nodiscard]] std::size_t tightest_cluster() const {
    std::size_t best = count;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_set(i) && (best == count || crowding_[i] > crowding_[best])) best = i;
    }
    return best;
  }
  [[nodiscard]] std::size_t largest_void() const {
    std::size_t best = count;
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_set(i) && (best == count || crowding_[i] < crowding_[best])) best = i;
    }
    return best;
  }

 private:
  std::vector<std::uint8_t> set_;
  std::vector<double> crowding_;
  std::vector<double> bell_;
};

BlueNoise make() {
  Pattern start;
  std::uint32_t random = 1;
  std::size_t ones = 0;
  while (ones < count / 10) {
    random = random * 1664525u + 1013904223u;
    const std::size_t cell = random >> 20;
    if (start.is_set(cell)) continue;
    start.change(cell, true);
    ++ones;
  }
  // Move points out of crowds into voids until the fullest crowd is where the last one came from.
  for (std::size_t moves = 0; moves < count; ++moves) {
    const std::size_t crowd = start.tightest_cluster();
    start.change(crowd, false);
    const std::size_t gap = start.largest_void();
    start.change(gap, true);
    if (gap == crowd) break;
  }
  BlueNoise noise;
  Pattern fewer = start;
  for (std::size_t rank = ones; rank-- > 0;) {
    const std::size_t cell = fewer.tightest_cluster();
    fewer.change(cell, false);
    noise.ranks[cell] = static_cast<std::uint16_t>(rank);
  }
  for (std::size_t rank = ones; rank < count; ++rank) {
    const std::size_t cell = start.largest_void();
    start.change(cell, true);
    noise.ranks[cell] = static_cast<std::uint16_t>(rank);
  }
  return noise;
}

}  // namespace

const BlueNoise& BlueNoise::tile() {
  static const BlueNoise noise = make();
  return noise;
}

}  // namespace sinew
