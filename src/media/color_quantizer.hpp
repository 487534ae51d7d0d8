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

/// Up to 256 colours, by channel, so that the compiler measures several distances at once.
struct ColorColumns {
  std::array<float, 256> x = {}, y = {}, z = {};
  std::size_t size = 0;

  void set(std::size_t i, const ColorPoint& p) noexcept {
    x[i] = p.x;
    y[i] = p.y;
    z[i] = p.z;
  }
  [[nodiscard]] ColorPoint at(std::size_t i) const noexcept { return {x[i], y[i], z[i]}; }
  /// The position of the colour that is nearest to p. `size` is not 0.
  [[nodiscard]] std::size_t nearest(const ColorPoint& p) const noexcept;
  /// The position of the smallest of the first `size` values, none of which is negative; values that differ by less
  /// than 1/30000 count as equal, and the first of equal ones is found.
  [[nodiscard]] static std::size_t smallest(const std::array<float, 256>& values, std::size_t size) noexcept;
};

/// Which colours occur how often. As long as they are few each is counted by itself; of more, neighbours share a cell
/// (of 2, 4, then 8 levels a channel), which knows the mean of its colours. Takes 2.5 MB.
class ColorHistogram {
 public:
  struct Entry {
    ColorPoint mean;
    float weight = 0;  ///< share of all that was added
  };

  ColorHistogram();
  void clear();
  /// `weight` more of this colour, e.g. a number of pixels.
  void add(Rgb color, double weight);
  /// All cells that have something, weights adding up to 1.
  [[nodiscard]] std::vector<Entry> entries() const;

 private:
  struct Cell {
    std::uint32_t key = 0;  // the colour's upper bits
    double weight = 0;      // 0: the slot is free
    double r = 0, g = 0, b = 0;
  };
  [[nodiscard]] Cell& cell_of(Rgb color);
  void coarsen();

  std::vector<Cell> slots_;
  std::size_t used_ = 0;
  unsigned dropped_bits_ = 0;
};

/// At most `size` (up to 256) colours that stand for the entries with a small mean squared error (a little
/// in favour of rare colours).
///
/// Clusters are split where the error is greatest (at the best place along their main axis) and merged where a merge
/// costs least, until no exchange of a merge for a split pays; k-means then settles them. With `previous`
/// the clusters start as that palette's, so that colours which still serve stay nearly where they were.
[[nodiscard]] std::vector<Rgb> make_palette(std::vector<ColorHistogram::Entry> entries, std::size_t size,
                                            const std::vector<Rgb>& previous = {});

}  // namespace sinew
