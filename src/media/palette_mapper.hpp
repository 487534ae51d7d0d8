// From full colour to the colours of a palette, dithered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "media/color_quantizer.hpp"

namespace sinew {

/// How well a palette serves a picture.
struct PaletteFit {
  float error = 0;   ///< mean squared distance to the nearest palette colour, in units of ColorPoint
  float misses = 0;  ///< share of pixels whose nearest colour is visibly another (more than 14 units away)
};

/// Maps colours to a palette. A colour between two of the palette becomes a mixture of both, by thresholds that stay
/// where they are on the screen (blue noise): what does not move looks the same in every frame, which error diffusion
/// cannot give.
class PaletteMapper {
 public:
  PaletteMapper();
  /// `palette` has 1 to 255 colours.
  void set_palette(std::vector<Rgb> palette);
  [[nodiscard]] const std::vector<Rgb>& palette() const noexcept { return palette_; }

  /// The palette's index for a pixel of this colour in column x, row y.
  [[nodiscard]] std::uint8_t index_of(Rgb color, std::size_t x, std::size_t y);
  [[nodiscard]] PaletteFit fit(const std::vector<ColorHistogram::Entry>& entries);

 private:
  // The nearest colour and the one that best mixes with it, for the colours of one cell of 2 x 2 x 2 levels.
  struct Pair {
    std::uint8_t nearest = 0, other = 0;
    bool known = false;
  };
  const Pair& pair_of(Rgb color);

  std::vector<Rgb> palette_;
  ColorColumns points_;
  std::vector<Pair> pairs_;
  const std::uint16_t* thresholds_;
};

}  // namespace sinew
