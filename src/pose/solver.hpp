// What the constraints share: access to poses and matrices by the rules of the skeleton's semantics and version.
#pragma once

#include "model/schedule.hpp"
#include "pose/compose.hpp"
#include "pose/pose_buffers.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

/// One evaluation of a skeleton. Constraints announce what they are about to change (touch_...) and say when they have
/// changed it (changed_...); what follows from that differs between the rule sets. Spec: constraints.md 5.2 to 5.4.
class Solver {
 public:
  Solver(PoseBuffers& of, PhysicsMode physics) noexcept
      : pose(of),
        data(*of.data),
        mode(physics),
        lazy(of.rules() == RuleSet::spine_4_3),
        newer(data.version == FormatVersion::v4_3),
        epsilon(lazy ? 1e-5 : 1e-4) {}

  PoseBuffers& pose;
  const SkeletonData& data;
  PhysicsMode mode;
  bool lazy;                 ///< spine 4.3: matrices and poses are brought up to date when they are needed
  bool newer;                ///< the constraints' formulas are those of 4.3
  double epsilon;            ///< below this a length or an area counts as nothing
  bool poses_needed = true;  ///< UpdateStep::poses_needed of the constraint that is being solved

  [[nodiscard]] Affine& world(BoneIndex bone) noexcept { return pose.world[bone.value]; }
  [[nodiscard]] Columns columns(BoneIndex bone) noexcept { return columns_of(pose.world[bone.value]); }
  [[nodiscard]] Double2 origin(BoneIndex bone) noexcept { return origin_of(pose.world[bone.value]); }
  [[nodiscard]] BonePose& applied(BoneIndex bone) noexcept { return pose.applied_pose(bone.value); }
  [[nodiscard]] Inherit inherit(BoneIndex bone) noexcept { return pose.applied_inherit_of(bone.value); }
  [[nodiscard]] const ConstraintPose& values(std::uint32_t constraint) noexcept {
    return constraint_of(pose, constraint, true);
  }

  /// A bone's applied pose is about to differ from its local one. By bone; null: nobody wants to know.
  std::uint8_t* moved = nullptr;
  void note_move(BoneIndex bone) noexcept {
    if (moved) moved[bone.value] = 1;
  }

  /// Before a bone's applied pose is read where its matrix may have been changed since.
  void need_pose(BoneIndex bone) noexcept {
    if (!lazy || !pose.stale[bone.value]) return;
    note_move(bone);
    decompose_bone(pose, bone.value);
    pose.stale[bone.value] = 0;
  }

  /// Before a constraint changes a bone's applied pose.
  void touch_pose(BoneIndex bone) noexcept {
    note_move(bone);
    if (!lazy) return;
    need_pose(bone);
    pose.fresh[bone.value] = 0;
    drop(bone);
  }
  /// After it did: up to 4.2 the bone is computed at once.
  void changed_pose(BoneIndex bone) noexcept {
    note_move(bone);
    if (!lazy) compose_bone(pose, bone.value);
  }

  /// Before a constraint changes a bone's matrix.
  void touch_world(BoneIndex bone) noexcept {
    if (!lazy) return;
    pose.stale[bone.value] = 1;
    pose.fresh[bone.value] = 1;
    drop(bone);
  }
  /// After it did.
  void changed_world(BoneIndex bone) noexcept {
    if (lazy) return;
    // What hangs on more than matrices (the root on the skeleton's place) cannot wait.
    const bool now = poses_needed || bone.value == 0 || !is_from_matrices(inherit(bone));
    pose.stale[bone.value] = now ? 0 : 1;
    if (!now) return;
    note_move(bone);
    decompose_bone(pose, bone.value);
  }

 private:
  /// The descendants' matrices will no longer be current.
  void drop(BoneIndex bone) noexcept {
    const CompiledData& compiled = *pose.compiled;
    std::size_t depth = 0;
    pose.bone_stack[depth++] = bone.value;
    while (depth > 0) {
      const std::uint32_t parent = pose.bone_stack[--depth];
      for (std::uint32_t at = compiled.first_child[parent]; at < compiled.first_child[parent + 1]; ++at) {
        const std::uint32_t child = compiled.children[at];
        if (!pose.fresh[child]) continue;
        need_pose(BoneIndex(child));
        pose.fresh[child] = 0;
        pose.bone_stack[depth++] = child;
      }
    }
  }
};

// One file each.
void solve_ik(Solver& solver, std::uint32_t constraint) noexcept;
void solve_transform(Solver& solver, std::uint32_t constraint) noexcept;
void solve_path(Solver& solver, std::uint32_t constraint) noexcept;
void solve_physics(Solver& solver, std::uint32_t constraint) noexcept;
void solve_slider(Solver& solver, std::uint32_t constraint) noexcept;

/// A property of a bone, in world space or of its applied pose; `offsets` are added as a transform constraint does.
/// Spec: constraints.md 7.2, READ.
struct PropertyOffsets {
  double rotation = 0, x = 0, y = 0, scale_x = 0, scale_y = 0, shear_y = 0;
};
[[nodiscard]] double read_property(Solver& solver, BoneIndex bone, BoneProperty property, bool local,
                                   const PropertyOffsets& offsets) noexcept;

/// An angle in radians brought one step towards -pi to pi. Spec: constraints.md 1.
[[nodiscard]] inline double wrap_radians(double t) noexcept {
  return t > pi ? t - 2 * pi : t < -pi ? t + 2 * pi : t;
}

/// A bone's applied pose, worked out from its world transform where that was put off.
[[nodiscard]] BonePose settled_pose(const PoseBuffers& pose, std::uint32_t bone) noexcept;

/// Works out all poses that were put off, before something changes that they hang on.
void settle_poses(PoseBuffers& pose) noexcept;

/// The world transforms of a skeleton: runs its schedule.
void solve(PoseBuffers& pose, PhysicsMode physics) noexcept;

}  // namespace sinew
