// What the camera bone says of the picture.
#pragma once

#include "sinew/scene.hpp"

namespace sinew {

/// The view that a bone of the posed stage gives; none: that of the stage's origin. What cannot be looked through (a
/// scale of 0, numbers that are not finite) counts as not scaled and not turned.
[[nodiscard]] SceneCamera look_through(const Skeleton& stage, BoneIndex camera) noexcept;

/// `inner` first, then `outer`.
[[nodiscard]] constexpr Affine combined(const Affine& outer, const Affine& inner) noexcept {
  const Vec2 origin = outer.apply(inner.tx, inner.ty);
  return {outer.a * inner.a + outer.c * inner.b,
          outer.b * inner.a + outer.d * inner.b,
          outer.a * inner.c + outer.c * inner.d,
          outer.b * inner.c + outer.d * inner.d,
          origin.x,
          origin.y};
}

}  // namespace sinew
