#include "sinew/conversions.hpp"

#include <cmath>

#include "base/index_check.hpp"
#include "pose/matrix.hpp"

namespace sinew {

namespace {

/// What a bone's local x and y are multiplied with.
Affine parent_space(const Skeleton& skeleton, BoneIndex bone) {
  const bool exists = is_in(bone, skeleton.data().bones);
  const BoneIndex parent = exists ? skeleton.data()[bone].parent : BoneIndex();
  if (parent) return skeleton.world(parent);
  const Vec2 scale = skeleton.scale(), position = skeleton.position();
  return {scale.x, 0, 0, scale.y, position.x, position.y};
}

Vec2 vec2(Double2 v) {
  return {v[0], v[1]};
}

std::optional<Vec2> undo(const Affine& space, Vec2 point) {
  const Columns m = columns_of(space);
  const double det = determinant(m);
  const Double2 local = adjugate(m, Double2{point.x, point.y} - origin_of(space)) / det;
  if (det == 0 || !std::isfinite(local[0]) || !std::isfinite(local[1])) return std::nullopt;
  return vec2(local);
}

}  // namespace

Vec2 bone_to_world(const Skeleton& skeleton, BoneIndex bone, Vec2 point) {
  return skeleton.world(bone).apply(point.x, point.y);
}

std::optional<Vec2> world_to_bone(const Skeleton& skeleton, BoneIndex bone, Vec2 point) {
  return undo(skeleton.world(bone), point);
}

Vec2 parent_to_world(const Skeleton& skeleton, BoneIndex bone, Vec2 point) {
  return parent_space(skeleton, bone).apply(point.x, point.y);
}

std::optional<Vec2> world_to_parent(const Skeleton& skeleton, BoneIndex bone, Vec2 point) {
  return undo(parent_space(skeleton, bone), point);
}

bool set_world_position(Skeleton& skeleton, BoneIndex bone, Vec2 point) {
  if (!is_in(bone, skeleton.data().bones)) return false;
  const std::optional<Vec2> local = world_to_parent(skeleton, bone, point);
  if (!local) return false;
  BonePose pose = skeleton.local_pose(bone);
  pose.x = local->x;
  pose.y = local->y;
  skeleton.set_local_pose(bone, pose);
  return true;
}

double world_rotation_x(const Skeleton& skeleton, BoneIndex bone) {
  return degrees_of(columns_of(skeleton.world(bone)).x);
}
double world_rotation_y(const Skeleton& skeleton, BoneIndex bone) {
  return degrees_of(columns_of(skeleton.world(bone)).y);
}

Vec2 world_scale(const Skeleton& skeleton, BoneIndex bone) {
  const Columns m = columns_of(skeleton.world(bone));
  return {length(m.x), length(m.y)};
}

bool set_world_rotation(Skeleton& skeleton, BoneIndex bone, double degrees) {
  if (!is_in(bone, skeleton.data().bones)) return false;
  const Inherit inherit = skeleton.inherit(bone);
  const Vec2 scale = skeleton.scale();
  Affine space = parent_space(skeleton, bone);
  if (skeleton.data()[bone].parent) {
    if (inherit == Inherit::only_translation) {
      space = {scale.x, 0, 0, scale.y, 0, 0};
    } else if (inherit != Inherit::normal) {
      return false;
    }
  }
  const Columns m = columns_of(space);
  const double det = determinant(m);
  if (det == 0 || !std::isfinite(det) || !std::isfinite(degrees)) return false;
  double sine, cosine;
  sincos_degrees(degrees, sine, cosine);
  BonePose pose = skeleton.local_pose(bone);
  pose.rotation = degrees_of(adjugate(m, Double2{cosine, sine}) * (det < 0 ? -1.0 : 1.0)) - pose.shear_x;
  if (pose.scale_x < 0) pose.rotation += 180;
  skeleton.set_local_pose(bone, pose);
  return true;
}

// Spec: constraints.md 4.

double world_to_local_rotation(const Skeleton& skeleton, BoneIndex bone, double degrees) {
  const Columns m = columns_of(skeleton.world(bone));
  const BonePose pose = skeleton.applied_pose(bone);
  double sine, cosine;
  sincos_degrees(degrees, sine, cosine);
  const Double2 wanted{cosine, sine};
  return arc_tangent_degrees(cross(m.x, wanted), cross(wanted, m.y)) + pose.rotation - pose.shear_x;
}

double local_to_world_rotation(const Skeleton& skeleton, BoneIndex bone, double degrees) {
  const BonePose pose = skeleton.applied_pose(bone);
  double sine, cosine;
  sincos_degrees(degrees - pose.rotation - pose.shear_x, sine, cosine);
  return degrees_of(transform(columns_of(skeleton.world(bone)), Double2{cosine, sine}));
}

}  // namespace sinew
