// Working memory of draw(), kept in the DrawList from frame to frame.
#pragma once

#include <vector>

#include "draw/clip.hpp"
#include "draw/skinning.hpp"
#include "sinew/draw.hpp"

namespace sinew {

struct DrawList::Scratch {
  /// By bone. Converted when a draw first needs it: `converted` holds the number of that draw then.
  std::vector<BoneMatrix> matrices;
  std::vector<std::uint32_t> converted;
  std::uint32_t draw_number = 0;

  std::vector<Vec2> polygon;
  ClipArea clip;
};

}  // namespace sinew
