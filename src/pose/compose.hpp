// From local poses to world transforms, and back.
#pragma once

#include "pose/matrix.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

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

/// The linear parts of the local poses of the bones first .. first + count - 1. Two bones at once where they are not
/// sheared: then both axes of a bone hang on one angle, and one sine and cosine of two lanes serve two bones.
void compute_local_columns(const PoseBuffers& pose, std::uint32_t first, std::uint32_t count,
                           Columns* columns) noexcept;

/// World transforms of the bones first .. first + count - 1, all of which inherit normally and have no applied pose.
/// `locals` has their linear parts.
void compose_normal(PoseBuffers& pose, std::uint32_t first, std::uint32_t count, const Columns* locals) noexcept;

/// One bone's world transform from its applied pose. Spec: constraints.md 2.
void compose_bone(PoseBuffers& pose, std::uint32_t bone) noexcept;

/// One bone's applied pose from its world transform. Spec: constraints.md 3. Nothing where the bone has no applied pose
/// of its own.
void decompose_bone(PoseBuffers& pose, std::uint32_t bone) noexcept;

/// The same into `out`, which has the bone's applied pose.
void decompose_bone(const PoseBuffers& pose, std::uint32_t bone, BonePose& out) noexcept;

/// The parent's linear part without the skeleton's scale: rows divided by it.
[[nodiscard]] inline Columns unscaled(const PoseBuffers& pose, const Columns& m) noexcept {
  const Double2 s{pose.scale_x, pose.scale_y};
  return {m.x / s, m.y / s};
}
[[nodiscard]] inline Columns scaled(const PoseBuffers& pose, const Columns& m) noexcept {
  const Double2 s{pose.scale_x, pose.scale_y};
  return {m.x * s, m.y * s};
}

}  // namespace sinew
