// Colours for pixels that have none.
#pragma once

#include "media/image.hpp"

namespace sinew {

/// Gives wholly transparent pixels the colours of the visible ones around them; alpha stays as it is. Whatever mixes
/// neighbouring pixels without regard to alpha (lossy compression, colour at half resolution, bilinear filtering of
/// straight alpha) then mixes like with like, and edges get no dark fringe. A picture without any visible pixel is left
/// alone. Takes about 10 ns a pixel.
void bleed_colors(Image& image);

}  // namespace sinew
