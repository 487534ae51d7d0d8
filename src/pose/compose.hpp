// From local poses to world transforms, and back.
#pragma once

#include "model/local_transform.hpp"
#include "pose/matrix.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

/// One bone's world transform from its local one, which must be that of its applied pose. Spec: constraints.md 2.
void compose_bone(PoseBuffers& pose, std::uint32_t bone, const Affine& local) noexcept;

/// The same, its local transform worked out from its applied pose.
inline void compose_bone(PoseBuffers& pose, std::uint32_t bone) noexcept {
  compose_bone(pose, bone, local_transform(pose.applied_pose(bone)));
}

/// One bone's applied pose from its world transform. Spec: constraints.md 3. Nothing where the bone has no applied pose
/// of its own.
void decompose_bone(PoseBuffers& pose, std::uint32_t bone) noexcept;

/// The same into `out`, which has the bone's applied pose.
void decompose_bone(const PoseBuffers& pose, std::uint32_t bone, BonePose& out) noexcept;

/// What composing would be given of an applied pose made from a matrix, without its angles. Up to 4.2, for bones that
/// inherit normally: rules of constraints.md 3.1, with their flaws: a sheared axis gets shorter, a mirrored one turns
/// round.
struct LocalOfWorld {
  Affine local;
  bool mirrored = false;
};
[[nodiscard]] LocalOfWorld local_of_world(const PoseBuffers& pose, std::uint32_t bone) noexcept;

/// The applied pose that local_of_world() stands for, once the bone has been composed with it.
void decompose_recomposed(const PoseBuffers& pose, std::uint32_t bone, bool mirrored, BonePose& out) noexcept;

/// The rotation that IK gave a bone as a direction, from its world transform; `before`: the applied pose, with the
/// rotation that it had. Up to 4.2, for bones that inherit normally and are not sheared. Spec: constraints.md 6.
[[nodiscard]] double turned_rotation(const PoseBuffers& pose, std::uint32_t bone, const BonePose& before) noexcept;

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
