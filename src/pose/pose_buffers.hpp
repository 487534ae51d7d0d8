// The memory of one skeleton instance: plain arrays in a single allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "model/compiled.hpp"
#include "pose/near_array.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

/// Everything that timelines and sliders change beside bones and constraints.
struct SlotPose {
  NearArray<Color> color;  ///< PoseBuffers::color_of() knows whose; a slot without an entry has its setup colour
  // One entry a slot.
  NearArray<Color> dark;             ///< empty when no slot ever has a dark colour
  NearArray<std::uint8_t> has_dark;  ///< likewise
  NearArray<AttachmentIndex> attachment;
  NearArray<std::int32_t> sequence;  ///< frame of a sequence; -1: the setup frame; empty where all are that for ever
  std::span<SlotIndex> draw_order;   ///< where no animation changes it, the data's own, which must not be written
  // One entry a deform target.
  NearArray<double*> deform;           ///< from the heap, DeformTarget::size numbers; null until there is a deform
  NearArray<std::uint8_t> deform_set;  ///< 0: all zeros, whatever the memory says
};

/// Path constraints of skeletons that need no more than so many numbers have them on the stack, those of others with
/// the instance.
inline constexpr std::size_t most_path_numbers_on_stack = 512;

/// The state of one physics constraint, from frame to frame. Spec: constraints.md 9.2. Instances keep it packed: only
/// what the constraint uses, and clocks that always agree once.
struct PhysicsState {
  double remaining = 0, last_time = 0;
  bool first = true;                  ///< not updated since its clock was reset
  bool anew = false;                  ///< starts from where it finds its bone next time, but its clock goes on
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
  std::span<const UpdateStep> schedule;

  std::uint32_t bytes = 0;    ///< of the whole allocation, this struct included
  bool lean = false;          ///< only what animations change is kept (LeanLayout)
  bool own_inherits = false;  ///< the host has changed inherit modes: the schedule's "plain" runs may not be plain
  NearArray<double> numbers;  ///< lean: of local poses
  std::span<BonePose> local;  ///< by bone: as the animations left it. Lean: empty but while the skeleton is solved
  // One entry a bone.
  NearArray<Affine> world;
  std::span<Inherit> inherit;            ///< lean: the data's own, which must not be written
  std::span<const std::uint8_t> active;  ///< 0 or 1
  /// Whether the applied pose is not up to date, and what to make of that (Stale). With constraints; else empty.
  NearArray<std::uint8_t> stale;
  // Spine 4.3 with constraints; else empty. Spec: constraints.md 5.3.
  NearArray<std::uint8_t> fresh;  ///< the world transform is that of the applied pose
  NearArray<std::uint32_t> bone_stack;

  /// What solving has on the stack of larger skeletons: local transforms, behind them marks.
  NearArray<Affine> locals;

  // One entry a bone that constraints change (CompiledData::applied_bones).
  std::span<BonePose> applied;         ///< lean: empty but while the skeleton is solved
  NearArray<BonePose> kept;            ///< lean: those of them that are kept
  NearArray<Inherit> applied_inherit;  ///< only with sliders: nothing else changes them

  SlotPose slots;
  SlotPose* slider_slots = nullptr;  ///< only with sliders
  /// What is drawn: the same as `slots`, but for skeletons with sliders, where it is a copy of them that they change.
  [[nodiscard]] SlotPose& shown() noexcept { return slider_slots ? *slider_slots : slots; }
  [[nodiscard]] const SlotPose& shown() const noexcept { return slider_slots ? *slider_slots : slots; }
  std::span<const AttachmentIndex> setup_attachment;  ///< the setup pose's under the active skin
  NearArray<std::uint32_t> order_scratch;             ///< for draw order folders; empty when there are none
  NearArray<std::uint8_t> slot_mark;                  ///< likewise; all 0 between uses

  NearArray<ConstraintPose> constraints;            ///< stored_constraint() knows whose
  NearArray<ConstraintPose> applied_constraints;    ///< with sliders a copy that they change; else the same memory
  std::span<const std::uint8_t> constraint_active;  ///< one entry a constraint
  NearArray<double> physics;                        ///< packed states of all physics constraints
  NearArray<double> path_scratch;

  SkinIndex skin;
  Color tint;
  double time = 0;
  double x = 0, y = 0, scale_x = 1, scale_y = 1;                ///< of the whole skeleton
  double wind_x = 1, wind_y = 0, gravity_x = 0, gravity_y = 1;  ///< directions

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
    if (applied_inherit.empty()) return inherit[bone];
    const std::uint32_t at = compiled->applied_of[bone];
    return at == CompiledData::none ? inherit[bone] : applied_inherit[at];
  }
};

/// Calls visit(number) for every number that is kept of a state, its clock aside; `lags`: format 4.3.
template <class Visit>
void each_number(PhysicsState& state, std::uint8_t parts, bool lags, Visit visit) {
  const auto channel = [&](PhysicsState::Channel& one) {
    visit(one.offset);
    visit(one.velocity);
    if (lags) visit(one.lag);
  };
  if (parts & physics_part::tip) {
    visit(state.after_x);
    visit(state.after_y);
    visit(state.tip_x);
    visit(state.tip_y);
  }
  // Side by side, for two lanes.
  const auto both = [&](double& x, double& y) {
    if (parts & physics_part::x) visit(x);
    if (parts & physics_part::y) visit(y);
  };
  both(state.before_x, state.before_y);
  both(state.x.offset, state.y.offset);
  both(state.x.velocity, state.y.velocity);
  if (lags) both(state.x.lag, state.y.lag);
  if (parts & physics_part::rotation) channel(state.rotation);
  if (parts & physics_part::scale) channel(state.scale);
}

[[nodiscard]] inline const PhysicsLayout& physics_layout(const PoseBuffers& pose, std::uint32_t index) noexcept {
  return pose.lean ? pose.compiled->lean.physics_layouts[index] : pose.compiled->physics_layouts[index];
}

[[nodiscard]] PhysicsState load_physics(const PoseBuffers& pose, std::uint32_t index) noexcept;
void store_physics(PoseBuffers& pose, std::uint32_t index, const PhysicsState& state) noexcept;

/// Where the numbers of one of a bone's groups (pose_group) are. Lean: only of a group that some animation changes.
[[nodiscard]] inline double* group_of(PoseBuffers& pose, std::uint32_t bone, std::uint8_t group) noexcept {
  if (pose.lean) {
    // How many numbers the groups of the bits below have: translation, scale and shear two, rotation one.
    const LeanLayout& lean = pose.compiled->lean;
    const unsigned before = lean.groups[bone] & (group - 1u);
    const unsigned count = (before & 1) * 2 + (before >> 1 & 1) + (before >> 2 & 1) * 2;
    return pose.numbers.data() + lean.first_number[bone] + count;
  }
  BonePose& local = pose.local[bone];
  return group == pose_group::translate ? &local.x
         : group == pose_group::rotate  ? &local.rotation
         : group == pose_group::scale   ? &local.scale_x
                                        : &local.shear_x;
}

[[nodiscard]] BonePose local_pose(const PoseBuffers& pose, std::uint32_t bone) noexcept;

[[nodiscard]] inline const Color& color_of(const PoseBuffers& pose, const SlotPose& slots,
                                           std::uint32_t slot) noexcept {
  if (!pose.lean) return slots.color[slot];
  const std::uint32_t at = pose.compiled->lean.color_of[slot];
  return at == CompiledData::none ? pose.compiled->setup_colors[slot] : slots.color[at];
}
/// Lean: only of a slot whose colour some animation changes.
[[nodiscard]] inline Color& stored_color(const PoseBuffers& pose, SlotPose& slots, std::uint32_t slot) noexcept {
  return slots.color[pose.lean ? pose.compiled->lean.color_of[slot] : slot];
}

/// A constraint's values, those that the animations left or (`applied`) those that sliders made of them.
[[nodiscard]] inline const ConstraintPose& constraint_of(const PoseBuffers& pose, std::size_t constraint,
                                                         bool applied) noexcept {
  if (!pose.lean) return applied ? pose.applied_constraints[constraint] : pose.constraints[constraint];
  const std::uint32_t at = pose.compiled->lean.constraint_of[constraint];
  return at == CompiledData::none ? pose.compiled->setup_constraints[constraint] : pose.constraints[at];
}
/// Lean: only of a constraint that some animation changes.
[[nodiscard]] inline ConstraintPose& stored_constraint(PoseBuffers& pose, std::size_t constraint,
                                                       bool applied) noexcept {
  const std::size_t at = pose.lean ? pose.compiled->lean.constraint_of[constraint] : constraint;
  return applied ? pose.applied_constraints[at] : pose.constraints[at];
}

/// Memory for a deform, if there is none yet. False when there is none to be had.
bool reserve_deform(const PoseBuffers& pose, SlotPose& slots, std::uint32_t target) noexcept;
/// What all slots show but their colours, of one instance; deforms that find no memory are left out.
void copy_slots(const PoseBuffers& pose, const SlotPose& from, SlotPose& to) noexcept;
/// Memory for all deforms.
bool reserve_deforms(const PoseBuffers& pose, SlotPose& slots) noexcept;

/// Shows another attachment on a slot, with what follows for its deform and sequence. Spec: animation.md 5.3.
void change_attachment(const PoseBuffers& pose, SlotPose& slots, SlotIndex slot, AttachmentIndex attachment) noexcept;

/// The attachment for a placeholder under the active skin, else the default skin, else none.
[[nodiscard]] AttachmentIndex resolve(const PoseBuffers& pose, PlaceholderIndex placeholder) noexcept;

/// The deform that a slot's attachment has in `slots`; empty: none.
[[nodiscard]] std::span<const double> deform_of(const PoseBuffers& pose, const SlotPose& slots,
                                                SlotIndex slot) noexcept;

}  // namespace sinew
