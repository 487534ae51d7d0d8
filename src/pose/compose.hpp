// From local poses to world transforms.
#pragma once

#include "base/simd.hpp"
#include "base/trig.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

/// Runs the schedule: world transforms of all bones (spine: of the active ones) from their local poses.
void compose_all(PoseBuffers& pose) noexcept;

/// The two columns of a 2x2 matrix.
struct Columns {
  Double2 x, y;
};

/// The linear part of a local pose: columns scale_x (cos, sin)(rotation + shear_x) and
/// scale_y (cos, sin)(rotation + 90 + shear_y). Spec: constraints.md 1, LIN.
[[nodiscard]] inline Columns local_columns(double rotation, Double2 scale, Double2 shear) noexcept {
  const SinCos2 t = sincos_degrees(splat(rotation) + Double2{0.0, 90.0} + shear);
  const Double2 c = t.cos * scale, s = t.sin * scale;
  return {Double2{c[0], s[0]}, Double2{c[1], s[1]}};
}

[[nodiscard]] inline Columns local_columns(const BonePose& pose) noexcept {
  return local_columns(pose.rotation, load2(&pose.scale_x), load2(&pose.shear_x));
}

}  // namespace sinew
