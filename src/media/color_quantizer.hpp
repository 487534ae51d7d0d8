// Few colours that stand for many: the palettes of GIF frames.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Rgb& x, const Rgb& y) noexcept { return x.r == y.r && x.g == y.g && x.b == y.b; }
};

/// A colour in the space in which distances are measured: RGB, stretched by how much the eye minds an error in each
/// channel. One unit is about one level of grey.
struct ColorPoint {
  float x = 0, y = 0, z = 0;

  [[nodiscard]] static ColorPoint from(float r, float g, float b) noexcept { return {r * 0.816f, g * 1.155f, b}; }
  [[nodiscard]] static ColorPoint from(Rgb c) noexcept {
    return from(static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b));
  }
  [[nodiscard]] Rgb to_rgb() const noexcept;
  friend ColorPoint operator-(ColorPoint a, ColorPoint b) noexcept { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend ColorPoint operator+(ColorPoint a, ColorPoint b) noexcept { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend ColorPoint operator*(ColorPoint a, float f) noexcept { return {a.x * f, a.y * f, a.z * f}; }
  [[nodiscard]] float dot(ColorPoint b) const noexcept { return x * b.x + y * b.y + z * b.z; }
};

/// Which colours occur how often, in cells of 4 x 4 x 4 levels; each cell knows the mean of its colours.
class ColorHistogram {
 public:
  static constexpr std::size_t cell_count = std::size_t{1} << 18;
  [[nodiscard]] static constexpr std::uint32_t cell_of(Rgb c) noexcept {
    return static_cast<std::uint32_t>(c.r >> 2) << 12 | static_cast<std::uint32_t>(c.g >> 2) << 6 |
           static_cast<std::uint32_t>(c.b >> 2);
  }

  struct Entry {
    std::uint32_t cell = 0;
    ColorPoint mean;
    float weight = 0;  ///< share of all pixels
  };

  ColorHistogram() : cells_(cell_count) {}
  void clear();
  /// `count` pixels more of this colour.
  void add(Rgb color, std::uint32_t count);
  /// All cells that have pixels, weights adding up to 1.
  [[nodiscard]] std::vector<Entry> entries() const;

 private:
  // Of each channel only the lowest two bits add up: 32 bits last for the largest frame.
  struct Cell {
    std::uint32_t count = 0, r = 0, g = 0, b = 0;
  };
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> used_;
  std::uint64_t total_ = 0;
};

/// At most `size` (up to 256) colours that stand for the entries with a small mean squared error.
///
/// Clusters are split where the error is greatest (at the best place along their main axis) and merged where a merge
/// costs least, until no exchange of a merge for a split pays; k-means then settles them. With `previous`
/// the clusters start as that palette's, so that colours which still serve stay nearly where they were.
[[nodiscard]] std::vector<Rgb> make_palette(const std::vector<ColorHistogram::Entry>& entries, std::size_t size,
                                            const std::vector<Rgb>& previous = {});

}  // namespace sinew
