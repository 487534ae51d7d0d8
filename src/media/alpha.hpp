// Multiplying colours by their alpha and back, and the colours of invisible pixels (spec: atlas.md 7).
#pragma once

#include "media/image.hpp"

namespace sinew {

/// c' = round(c * a / 255), on the stored values.
void premultiply_alpha(Image& image);

/// The colour that premultiplies to what is there: round(c' * 255 / a), at most 255; where alpha is 0, black.
/// Premultiplying the result gives the same picture again, if no colour was larger than its alpha.
void unpremultiply_alpha(Image& image);

/// Gives pixels with alpha 0 the average colour of their visible neighbours (of the eight around), and repeats that
/// outwards `rounds` times; those farther off become black. Alpha stays 0. Filtering between a visible and an invisible
/// pixel then finds the visible one's colour, and no fringe.
void bleed_edges(Image& image, int rounds);

}  // namespace sinew
