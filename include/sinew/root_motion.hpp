// A character's movement, taken out of its animations.
#pragma once

#include "sinew/types.hpp"

namespace sinew {

/// Which movement is taken out of the pose.
struct RootMotionOptions {
  BoneIndex bone = BoneIndex(0);  ///< whose movement; the root as a rule; none: nothing is taken out
  bool x = true, y = true;
  bool rotation = false;
};

/// How a bone moved: from where it was, by (x, y) along its parent's axes, and counterclockwise by so many degrees.
/// Where the rotation is taken too, (x, y) is along the axes of the movement as it was turned so far (0 at an
/// animation's setup pose), so that a character that is turned by what it is handed walks the animation's way.
struct RootMotion {
  double x = 0, y = 0;
  double rotation = 0;
};

/// Moves a place and a heading (degrees) on by a movement along the heading's axes: with it the movements of many
/// updates add up to that of one long one.
void advance(Vec2& position, double& heading, const RootMotion& motion) noexcept;

}  // namespace sinew
