// Working memory of draw(), kept in the DrawList from frame to frame.
#pragma once

#include <vector>

#include "draw/clip.hpp"
#include "draw/skinning.hpp"
#include "sinew/draw.hpp"

namespace sinew {

struct DrawList::Scratch {
  std::vector<BoneMatrix> matrices;
  std::vector<Vec2> polygon;
  ClipArea clip;
};

}  // namespace sinew
