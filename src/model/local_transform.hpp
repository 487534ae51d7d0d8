// From a local pose to the matrix that the parent's is multiplied with.
#pragma once

#include "base/trig.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

/// Sets the linear part: columns scale_x (cos, sin)(rotation + shear_x) and scale_y (cos, sin)(rotation + 90 +
/// shear_y). Without shear both hang on one angle. Spec: constraints.md 1, LIN.
inline void set_local_linear(Affine& local, double rotation, Double2 scale, Double2 shear) noexcept {
  if (shear[0] == 0 && shear[1] == 0) {
    const Double2 d = direction_degrees(rotation);
    store2(&local.a, d * scale[0]);
    store2(&local.c, Double2{-d[1], d[0]} * scale[1]);
    return;
  }
  const SinCos2 t = sincos_degrees(splat(rotation) + Double2{0.0, 90.0} + shear);
  const Double2 c = t.cos * scale, s = t.sin * scale;
  store2(&local.a, Double2{c[0], s[0]});
  store2(&local.c, Double2{c[1], s[1]});
}

[[nodiscard]] inline Affine local_transform(const BonePose& pose) noexcept {
  Affine local;
  set_local_linear(local, pose.rotation, load2(&pose.scale_x), load2(&pose.shear_x));
  local.tx = pose.x;
  local.ty = pose.y;
  return local;
}

}  // namespace sinew
