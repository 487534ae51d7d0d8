// Between the spaces of a skeleton: the world, a bone, and the parent of a bone, which local poses are relative to.
//
// All functions use the world transforms as of the last Skeleton::update(). A negative scale of the skeleton or of a
// bone is a flip, and nothing special here: places convert back and forth as ever, and a rotation that rises turns what
// is flipped once clockwise in the world.
#pragma once

#include <optional>

#include "sinew/skeleton.hpp"

namespace sinew {

/// Where a point of a bone's own space is in the world. The bone's tip is at (its length, 0).
[[nodiscard]] Vec2 bone_to_world(const Skeleton& skeleton, BoneIndex bone, Vec2 point);

/// Where a point of the world is in a bone's own space. None when the bone's matrix has no inverse: an axis of it, or
/// of an ancestor, is scaled to nothing.
[[nodiscard]] std::optional<Vec2> world_to_bone(const Skeleton& skeleton, BoneIndex bone, Vec2 point);

/// The same for the space that BonePose::x and y count in: the parent's own space; for the root the world less the
/// skeleton's position and scale.
[[nodiscard]] Vec2 parent_to_world(const Skeleton& skeleton, BoneIndex bone, Vec2 point);
[[nodiscard]] std::optional<Vec2> world_to_parent(const Skeleton& skeleton, BoneIndex bone, Vec2 point);

/// Moves a bone: sets x and y of its local pose so that its origin is at `point` in the world, if nothing above it
/// changes and no constraint moves it. This is how to hang the target of an IK constraint on the mouse: call it each
/// frame after the animations are applied and before update() (with the parent's world transform of the frame before;
/// for a parent that moves, update, place, update with PhysicsMode::pose). False, and nothing changed, when the
/// parent's matrix has no inverse or `point` is not finite.
bool set_world_position(Skeleton& skeleton, BoneIndex bone, Vec2 point);

/// The directions of a bone's axes in the world, in degrees, -180 to 180, counterclockwise from the world's x axis.
/// Under a flip the y axis is 90 degrees clockwise from the x axis.
[[nodiscard]] double world_rotation_x(const Skeleton& skeleton, BoneIndex bone);
[[nodiscard]] double world_rotation_y(const Skeleton& skeleton, BoneIndex bone);
/// How long a unit along a bone's axes is in the world; never negative.
[[nodiscard]] Vec2 world_scale(const Skeleton& skeleton, BoneIndex bone);

/// Turns a bone: sets the rotation of its local pose so that its x axis points in the direction `degrees` of the world,
/// if nothing above it changes and no constraint turns it. Also right for sheared, stretched and mirrored bones and
/// parents. False, and nothing changed, when the bone's inherit mode is neither normal nor onlyTranslation, when its
/// parent's matrix has no inverse, or `degrees` is not finite.
bool set_world_rotation(Skeleton& skeleton, BoneIndex bone, double degrees);

/// Rotations between the world and a bone, as the format's runtimes of 4.3 reckon them, for files of every format: for
/// programs that were written against those. `degrees` of world_to_local_rotation is a direction in the world; the
/// result is in degrees, within a turn of the bone's own rotation. They use the pose after constraints
/// (Skeleton::applied_pose). For a bone whose own scales are alike and positive, without shear, they are each other's
/// inverse and say what set_world_rotation() does; with shearX they are not (the older runtimes' second one differs by
/// twice the shear).
[[nodiscard]] double world_to_local_rotation(const Skeleton& skeleton, BoneIndex bone, double degrees);
[[nodiscard]] double local_to_world_rotation(const Skeleton& skeleton, BoneIndex bone, double degrees);

}  // namespace sinew
