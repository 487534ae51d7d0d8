// One palette for as many frames as it serves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "media/color_quantizer.hpp"
#include "media/palette_mapper.hpp"

namespace sinew {

/// The palette of a stream of frames. Frames of one character need nearly the same colours, and a palette made anew for
/// each of them would let every surface flicker. So the palette stays while it serves a frame about as well as the
/// frame it was made for; when one comes with colours that it lacks, it is made anew, starting from what it was,
/// half for that frame and half for all before. As long as all frames together have at most 255 colours, they are kept
/// exactly.
class SteadyPalette {
 public:
  static constexpr std::size_t max_size = 255;  // one index is left for "transparent"

  /// A frame is looked at before its pixels are mapped: begin_frame(), add() for all its visible pixels, end_frame(),
  /// which says whether the palette has changed.
  void begin_frame();
  void add(Rgb color, std::uint32_t count);
  bool end_frame();

  [[nodiscard]] const std::vector<Rgb>& colors() const noexcept { return mapper_.palette(); }
  /// The index for a pixel of this colour, which end_frame() has seen, in column x, row y.
  [[nodiscard]] std::uint8_t index_of(Rgb color, std::size_t x, std::size_t y) {
    return exact_.usable() ? exact_.index_of(color) : mapper_.index_of(color, x, y);
  }

 private:
  /// The colours of all frames, as long as a palette can hold them.
  class ExactColors {
   public:
    ExactColors() : slots_(1024, -1) {}
    void add(Rgb color);
    [[nodiscard]] bool usable() const noexcept { return usable_; }
    [[nodiscard]] std::uint8_t index_of(Rgb color) const noexcept {
      return static_cast<std::uint8_t>(slots_[slot_of(color)]);
    }
    [[nodiscard]] const std::vector<Rgb>& colors() const noexcept { return colors_; }

   private:
    [[nodiscard]] std::size_t slot_of(Rgb color) const noexcept;
    std::vector<std::int16_t> slots_;  // positions in colors_, open addressing
    std::vector<Rgb> colors_;
    bool usable_ = true;
  };

  ExactColors exact_;
  ColorHistogram histogram_;
  PaletteMapper mapper_;
  bool has_palette_ = false;
  float expected_misfit_ = 0;  // of the palette for the frame it was made for
  ColorHistogram past_;        // of all frames so far, each with the same weight
};

}  // namespace sinew
