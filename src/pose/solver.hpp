// What the constraints share: access to poses and matrices by the rules of the skeleton's semantics and version.
#pragma once

#include "model/schedule.hpp"
#include "pose/compose.hpp"
#include "pose/pose_buffers.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

/// What PoseBuffers::stale says of a bone.
enum class Stale : std::uint8_t {
  no,
  from_world,  ///< its applied pose is what its world transform says
  recomposed,  ///< likewise, but it has been composed once more since (decompose_recomposed)
  recomposed_mirrored,
  turned,  ///< its applied pose lacks the rotation, which IK gave it as a direction
};

/// What a spring's clock does in one frame. Spec: constraints.md 9.3 and 9.5.
struct Tick {
  double step = 0, dt = 0;
  double before = 0;     ///< what remained of the last frame
  double remaining = 0;  ///< with this frame's time
  double left = 0;       ///< after the frame's steps
  std::uint32_t steps = 0;
  bool first = false;
};

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
  bool lazy;                       ///< spine 4.3: matrices and poses are brought up to date when they are needed
  bool newer;                      ///< the constraints' formulas are those of 4.3
  double epsilon;                  ///< below this a length or an area counts as nothing
  PoseUse use = PoseUse::reading;  ///< UpdateStep::use of the constraint that is being solved
  Tick shared_tick;                ///< of springs that share a clock

  [[nodiscard]] Affine& world(BoneIndex bone) noexcept { return pose.world[bone.value]; }
  [[nodiscard]] Columns columns(BoneIndex bone) noexcept { return columns_of(pose.world[bone.value]); }
  [[nodiscard]] Double2 origin(BoneIndex bone) noexcept { return origin_of(pose.world[bone.value]); }
  [[nodiscard]] BonePose& applied(BoneIndex bone) noexcept { return pose.applied_pose(bone.value); }
  [[nodiscard]] Inherit inherit(BoneIndex bone) noexcept { return pose.applied_inherit_of(bone.value); }
  [[nodiscard]] const ConstraintPose& values(std::uint32_t constraint) noexcept {
    return constraint_of(pose, constraint, true);
  }

  /// By bone: the local transforms that the applied poses stand for. Under 4.3 not of bones that have `moved`.
  Affine* locals = nullptr;
  std::uint8_t* moved = nullptr;

  /// A bone's world transform from its applied pose.
  void compose(std::uint32_t bone) noexcept {
    if (lazy && moved[bone]) {
      compose_bone(pose, bone);
    } else {
      compose_bone(pose, bone, locals[bone]);
    }
  }

  /// Before a bone's applied pose is read where its matrix may have been changed since.
  void need_pose(BoneIndex bone) noexcept {
    if (!lazy || !pose.stale[bone.value]) return;
    moved[bone.value] = 1;
    decompose_bone(pose, bone.value);
    pose.stale[bone.value] = 0;
  }

  /// Before a constraint changes a bone's applied pose.
  void touch_pose(BoneIndex bone) noexcept {
    if (!lazy) return;
    moved[bone.value] = 1;
    need_pose(bone);
    pose.fresh[bone.value] = 0;
    drop(bone);
  }
  /// After it did: up to 4.2 the bone is computed at once.
  void changed_pose(BoneIndex bone) noexcept {
    if (lazy) {
      moved[bone.value] = 1;
      return;
    }
    locals[bone.value] = local_transform(applied(bone));
    pose.stale[bone.value] = 0;
    compose(bone.value);
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
    const std::uint32_t i = bone.value;
    // What hangs on more than matrices (the root on the skeleton's place) cannot wait.
    if (use != PoseUse::reading && i != 0) {
      const Inherit how = inherit(bone);
      if (use == PoseUse::none && is_from_matrices(how)) {
        pose.stale[i] = static_cast<std::uint8_t>(Stale::from_world);
        return;
      }
      if (use == PoseUse::composing && how == Inherit::normal) {
        const LocalOfWorld result = local_of_world(pose, i);
        locals[i] = result.local;
        pose.stale[i] = static_cast<std::uint8_t>(result.mirrored ? Stale::recomposed_mirrored : Stale::recomposed);
        return;
      }
    }
    pose.stale[i] = 0;
    decompose_bone(pose, i);
    locals[i] = local_transform(applied(bone));
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
