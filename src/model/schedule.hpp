// The order in which bones and constraints are computed.
#pragma once

#include <vector>

#include "model/compiled.hpp"

namespace sinew {

/// What an instance's skin makes of the skeleton.
struct ScheduleInput {
  SkinIndex skin;
  std::span<const std::uint8_t> active_bones;  ///< by bone
  std::span<const AttachmentIndex> shown;      ///< by slot: the attachment it shows now; may be empty
  /// All constraints are active, and paths of all skins count: more to do than under any skin.
  bool everything = false;
};

/// Whether a constraint is active: its source is, and when it is skin_required, a skin that counts lists it.
/// Spec: constraints.md 5.1. One entry a constraint.
[[nodiscard]] std::vector<std::uint8_t> active_constraints(const SkeletonData& data, const ScheduleInput& input);
/// The same into `active`, which is all 0 before.
void find_active_constraints(const SkeletonData& data, const ScheduleInput& input, std::span<std::uint8_t> active);

/// Builds the update steps by the rules of the skeleton's semantics and version. Spec: constraints.md 5.2 to 5.4.
[[nodiscard]] std::vector<UpdateStep> build_schedule(const SkeletonData& data, const CompiledData& compiled,
                                                     const ScheduleInput& input);

/// What one frame may have to do beside solving each constraint once (LoadLimits::max_updates), under whatever skin,
/// where that is more than `most`: then at least `most` + 1. Any number up to `most` otherwise.
[[nodiscard]] std::size_t count_updates(const SkeletonData& data, const CompiledData& compiled, std::size_t most);

/// Calls visit(bone, pose_changes) for every bone that a constraint changes.
template <class Visit>
void for_each_constrained(const SkeletonData& data, const ConstraintData& constraint, Visit visit) {
  switch (constraint.type) {
    case ConstraintType::ik:
      for (BoneIndex bone : constraint.ik->bones) visit(bone, true);
      break;
    case ConstraintType::transform:
      for (BoneIndex bone : constraint.transform->bones) visit(bone, constraint.transform->local_target);
      break;
    case ConstraintType::path:
      for (BoneIndex bone : constraint.path->bones) visit(bone, false);
      break;
    case ConstraintType::physics:
      visit(constraint.physics->bone, false);
      break;
    case ConstraintType::slider:
      if (!constraint.slider->animation) break;
      for (const Timeline& timeline : data[constraint.slider->animation].timelines) {
        if (timeline.bone) visit(timeline.bone, true);
      }
      break;
  }
}

/// Whether the pose that a matrix stands for hangs on matrices alone under this mode, not also on the local rotation or
/// the skeleton's scale.
[[nodiscard]] constexpr bool is_from_matrices(Inherit mode) noexcept {
  return mode == Inherit::normal || mode == Inherit::only_translation;
}

/// Whether what a constraint makes of a bone's applied pose is worked out while solving, and so has to be kept.
[[nodiscard]] constexpr bool leaves_pose(const UpdateStep& step, Inherit mode) noexcept {
  return step.use == PoseUse::reading || (step.use == PoseUse::composing && mode != Inherit::normal);
}

}  // namespace sinew
