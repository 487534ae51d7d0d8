// Running the schedule. Spec: constraints.md 5.
#include <algorithm>
#include <cmath>

#include "pose/solver.hpp"

namespace sinew {

namespace {

template <class T>
void copy_all(std::span<const T> from, std::span<T> to) noexcept {
  std::copy(from.begin(), from.end(), to.begin());
}

void compose_missing(PoseBuffers& pose, std::uint32_t first, std::uint32_t count) noexcept {
  for (std::uint32_t i = first; i < first + count; ++i) {
    if (pose.fresh[i]) continue;
    compose_bone(pose, i);
    pose.fresh[i] = 1;
  }
}

void solve_constraint(Solver& solver, std::uint32_t index) noexcept {
  switch (solver.data.constraints[index].type) {
    case ConstraintType::ik:
      solve_ik(solver, index);
      break;
    case ConstraintType::transform:
      solve_transform(solver, index);
      break;
    case ConstraintType::path:
      solve_path(solver, index);
      break;
    case ConstraintType::physics:
      solve_physics(solver, index);
      break;
    case ConstraintType::slider:
      solve_slider(solver, index);
      break;
  }
}

bool is_lost(const Affine& world) noexcept {
  bool near = true;
  for (double number : {world.a, world.b, world.c, world.d, world.tx, world.ty}) near &= std::fabs(number) < 1e100;
  return !near;
}

/// Bones that constraints have left without a place (dividing by the area of a collapsed parent more than once can do
/// that) get the one that the animations gave them, parents first.
void bring_back(PoseBuffers& pose) noexcept {
  for (std::uint32_t i = 0; i < pose.world.size(); ++i) {
    if (__builtin_expect(!is_lost(pose.world[i]), 1)) continue;
    pose.applied_pose(i) = pose.local[i];
    pose.applied_inherit_of(i) = pose.inherit[i];
    compose_bone(pose, i);
    if (!pose.stale.empty()) pose.stale[i] = 0;
  }
}

}  // namespace

void start_applied(PoseBuffers& pose) noexcept {
  const std::span<const BoneIndex> bones = pose.compiled->applied_bones;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    pose.applied[i] = pose.local[bones[i].value];
    pose.applied_inherit[i] = pose.inherit[bones[i].value];
  }
  if (!pose.compiled->any_slider) return;
  copy_all<ConstraintPose>(pose.constraints, pose.applied_constraints);
  copy_all<Color>(pose.slots.color, pose.shown.color);
  copy_all<Color>(pose.slots.dark, pose.shown.dark);
  copy_all<std::uint8_t>(pose.slots.has_dark, pose.shown.has_dark);
  copy_all<AttachmentIndex>(pose.slots.attachment, pose.shown.attachment);
  copy_all<std::int32_t>(pose.slots.sequence, pose.shown.sequence);
  copy_all<SlotIndex>(pose.slots.draw_order, pose.shown.draw_order);
  copy_all<std::uint8_t>(pose.slots.deform_set, pose.shown.deform_set);
  for (std::size_t i = 0; i < pose.slots.deform_set.size(); ++i) {
    if (!pose.slots.deform_set[i]) continue;
    const DeformTarget& target = pose.compiled->deform_targets[i];
    copy_all<double>(pose.slots.deform.subspan(target.first, target.size),
                     pose.shown.deform.subspan(target.first, target.size));
  }
}

void solve(PoseBuffers& pose, PhysicsMode physics) noexcept {
  Solver solver(pose, physics);
  if (!pose.constraints.empty()) start_applied(pose);
  std::fill(pose.fresh.begin(), pose.fresh.end(), std::uint8_t{0});
  std::fill(pose.stale.begin(), pose.stale.end(), std::uint8_t{0});
  for (const UpdateStep& step : pose.schedule) {
    switch (step.kind) {
      case UpdateStep::Kind::compose_normal:
        if (!pose.own_inherits) {
          compose_normal(pose, step.first, step.count);
          break;
        }
        [[fallthrough]];
      case UpdateStep::Kind::compose_any:
        for (std::uint32_t i = step.first; i < step.first + step.count; ++i) compose_bone(pose, i);
        break;
      case UpdateStep::Kind::compose_missing:
        compose_missing(pose, step.first, step.count);
        break;
      case UpdateStep::Kind::constraint:
        solve_constraint(solver, step.first);
        break;
    }
  }
  if (!pose.constraints.empty()) bring_back(pose);
  // Poses that nobody has asked for yet, so that hosts can read them.
  if (!solver.lazy) return;
  for (BoneIndex bone : pose.compiled->applied_bones) solver.need_pose(bone);
}

}  // namespace sinew
