// From full colour to the colours of a palette, dithered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "media/color_quantizer.hpp"

namespace sinew {

/// Maps colours to a palette. A colour between those of the palette becomes a mixture of up to three of them, by
/// thresholds that stay where they are on the screen (blue noise): what does not move looks the same in every frame,
/// which error diffusion cannot give.
class PaletteMapper {
 public:
  PaletteMapper();
  /// `palette` has 1 to 255 colours.
  void set_palette(std::vector<Rgb> palette);
  [[nodiscard]] const std::vector<Rgb>& palette() const noexcept { return palette_; }

  /// The palette's index for a pixel of this colour in column x, row y.
  [[nodiscard]] std::uint8_t index_of(Rgb color, std::size_t x, std::size_t y);
  /// How badly the palette serves a picture: the fourth root of the mean fourth power of the distances to the nearest
  /// colour, in units of ColorPoint. High powers let a small thing in a quite wrong colour outweigh a general haze.
  [[nodiscard]] float misfit(const std::vector<ColorHistogram::Entry>& entries) const;

 private:
  // What a colour becomes, the same for all colours of a cell of 2 x 2 x 2 levels: a threshold from 0 to 254 below the
  // first limit gives the first colour, one below the second limit the second, and so on.
  struct Mixture {
    std::array<std::uint8_t, 3> colors = {};
    std::array<std::uint8_t, 2> limits = {};
    bool known = false;
  };
  // A colour and its share.
  struct Part {
    std::size_t color = 0;
    float share = 0;
  };
  const Mixture& mixture_of(Rgb color);
  [[nodiscard]] Part best_partner(ColorPoint color, ColorPoint mixed, float variance) const;

  std::vector<Rgb> palette_;
  ColorColumns points_;
  std::vector<Mixture> mixtures_;
  std::vector<std::uint8_t> thresholds_;  // BlueNoise::side rows and columns, 0 to 254
};

}  // namespace sinew
