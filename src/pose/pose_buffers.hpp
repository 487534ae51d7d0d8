// The memory of one skeleton instance: plain arrays in a single allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/compiled.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

/// Everything that timelines and sliders change beside bones and constraints.
struct SlotPose {
  // One entry a slot.
  std::span<Color> color;
  std::span<Color> dark;             ///< empty when no slot ever has a dark colour
  std::span<std::uint8_t> has_dark;  ///< likewise
  std::span<AttachmentIndex> attachment;
  std::span<std::int32_t> sequence;  ///< frame of a sequence; -1: the setup frame
  std::span<SlotIndex> draw_order;
  // One entry a deform target.
  std::span<double> deform;            ///< of all targets, DeformTarget::first apart
  std::span<std::uint8_t> deform_set;  ///< 0: all zeros, whatever the memory says
};

/// The state of one physics constraint, from frame to frame. Spec: constraints.md 9.2.
struct PhysicsState {
  bool first = true;
  double remaining = 0, last_time = 0;
  double before_x = 0, before_y = 0;  ///< the bone's origin in the previous frame before the constraint
  double after_x = 0, after_y = 0;    ///< and after it
  double tip_x = 0, tip_y = 0;
  struct Channel {
    double offset = 0, velocity = 0, lag = 0;
  };
  Channel x, y, rotation, scale;  ///< rotation in radians
};

struct PoseBuffers {
  const SkeletonData* data = nullptr;
  const CompiledData* compiled = nullptr;
  std::size_t bytes = 0;  ///< of the whole allocation, this struct included
  std::span<const UpdateStep> schedule;

  // One entry a bone.
  std::span<BonePose> local;  ///< as the animations left it
  std::span<Affine> world;
  std::span<Inherit> inherit;
  std::span<std::uint8_t> active;  ///< 0 or 1
  /// The world transform was changed since, the applied pose is not up to date. With constraints; else empty.
  std::span<std::uint8_t> stale;
  // Spine 4.3 with constraints; else empty. Spec: constraints.md 5.3.
  std::span<std::uint8_t> fresh;  ///< the world transform is that of the applied pose
  std::span<std::uint32_t> bone_stack;

  // One entry a bone that constraints change (CompiledData::applied_bones).
  std::span<BonePose> applied;
  std::span<Inherit> applied_inherit;

  // Slots. `shown` is what is drawn: the same memory as `slots`, but for skeletons with sliders, where it is a copy of
  // them that the sliders change.
  SlotPose slots, shown;
  std::span<AttachmentIndex> setup_attachment;  ///< the setup pose's under the active skin
  std::span<std::uint32_t> order_scratch;       ///< for draw order folders; empty when there are none
  std::span<std::uint8_t> slot_mark;            ///< likewise; all 0 between uses

  // One entry a constraint.
  std::span<ConstraintPose> constraints;
  std::span<ConstraintPose> applied_constraints;  ///< with sliders a copy that they change; else the same memory
  std::span<std::uint8_t> constraint_active;
  std::span<PhysicsState> physics;  ///< one a physics constraint
  std::span<double> path_scratch;

  SkinIndex skin;
  Color tint;
  double time = 0;
  double x = 0, y = 0, scale_x = 1, scale_y = 1;                ///< of the whole skeleton
  double wind_x = 1, wind_y = 0, gravity_x = 0, gravity_y = 1;  ///< directions
  bool own_inherits = false;  ///< the host has changed inherit modes: the schedule's "plain" runs may not be plain

  [[nodiscard]] RuleSet rules() const noexcept { return compiled->rules; }
  [[nodiscard]] bool is_rigby() const noexcept { return compiled->rules == RuleSet::rigby; }

  /// Where a bone's applied pose is; the local one when no constraint changes the bone.
  [[nodiscard]] BonePose& applied_pose(std::uint32_t bone) noexcept {
    const std::uint32_t at = applied.empty() ? CompiledData::none : compiled->applied_of[bone];
    return at == CompiledData::none ? local[bone] : applied[at];
  }
  [[nodiscard]] const BonePose& applied_pose(std::uint32_t bone) const noexcept {
    return const_cast<PoseBuffers*>(this)->applied_pose(bone);
  }
  [[nodiscard]] Inherit applied_inherit_of(std::uint32_t bone) const noexcept {
    return const_cast<PoseBuffers*>(this)->applied_inherit_of(bone);
  }
  [[nodiscard]] Inherit& applied_inherit_of(std::uint32_t bone) noexcept {
    const std::uint32_t at = applied.empty() ? CompiledData::none : compiled->applied_of[bone];
    return at == CompiledData::none ? inherit[bone] : applied_inherit[at];
  }
};

/// Shows another attachment on a slot, with what follows for its deform and sequence. Spec: animation.md 5.3.
void change_attachment(const PoseBuffers& pose, SlotPose& slots, SlotIndex slot, AttachmentIndex attachment) noexcept;

/// The attachment for a placeholder under the active skin, else the default skin, else none.
[[nodiscard]] AttachmentIndex resolve(const PoseBuffers& pose, PlaceholderIndex placeholder) noexcept;

/// The deform that a slot's attachment has in `slots`; empty: none.
[[nodiscard]] std::span<const double> deform_of(const PoseBuffers& pose, const SlotPose& slots,
                                                SlotIndex slot) noexcept;

}  // namespace sinew
