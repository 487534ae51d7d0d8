// Running the schedule. Spec: constraints.md 5.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "pose/local_transforms.hpp"
#include "pose/physics.hpp"
#include "pose/solver.hpp"

namespace sinew {

namespace {

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
  for (double number : {world.a, world.b, world.c, world.d, world.tx, world.ty}) near &= std::fabs(number) < lost;
  return !near;
}

/// Bones that constraints have left without a place (dividing by the area of a collapsed parent more than once can do
/// that) get the one that the animations gave them, parents first.
void bring_back(PoseBuffers& pose) noexcept {
  if (__builtin_expect(!any_lost(pose.world.span(), pose.compiled->four_lanes), 1)) return;
  for (std::uint32_t i = 0; i < pose.world.size(); ++i) {
    if (!is_lost(pose.world[i])) continue;
    pose.applied_pose(i) = pose.lean ? local_pose(pose, i) : pose.local[i];
    pose.applied_inherit_of(i) = pose.inherit[i];
    compose_bone(pose, i);
    if (!pose.stale.empty()) pose.stale[i] = 0;
  }
}

/// Copies what the animations left to where constraints change it; each frame starts with it.
void start_applied(PoseBuffers& pose) noexcept {
  if (pose.lean) {
    for (const KeptPose& kept : pose.compiled->lean.kept_poses) pose.applied[kept.applied] = pose.local[kept.bone];
  } else {
    const std::span<const BoneIndex> bones = pose.compiled->applied_bones;
    for (std::size_t i = 0; i < bones.size(); ++i) pose.applied[i] = pose.local[bones[i].value];
    for (std::size_t i = 0; i < pose.applied_inherit.size(); ++i)
      pose.applied_inherit[i] = pose.inherit[bones[i].value];
  }
  if (!pose.compiled->any_slider) return;
  copy_elements(pose.constraints, pose.applied_constraints);
  copy_elements(pose.slots.color, pose.shown().color);
  copy_slots(pose, pose.slots, pose.shown());
}

/// Bones that inherit normally.
void compose_normal(PoseBuffers& pose, std::uint32_t first, std::uint32_t count, const Affine* locals) noexcept {
  const std::uint32_t end = first + count;
  if (first == 0) compose_bone(pose, first++, locals[0]);
  if (end - first == 1) return compose_child(pose.world.data(), locals, pose.compiled->parents.data(), first);
  compose_run(pose.world.data(), locals, pose.compiled->parents.data(), first, end, pose.compiled->four_lanes);
}

void run_schedule(PoseBuffers& pose, PhysicsMode physics, Affine* locals, std::uint8_t* moved) noexcept {
  Solver solver(pose, physics);
  solver.locals = locals;
  solver.moved = moved;
  const bool constrained = !pose.data->constraints.empty();
  if (constrained) {
    start_applied(pose);
    std::fill(pose.stale.begin(), pose.stale.end(), std::uint8_t{0});
  }
  if (solver.lazy) {
    std::fill(pose.fresh.begin(), pose.fresh.end(), std::uint8_t{0});
    std::fill_n(moved, pose.world.size(), std::uint8_t{0});
  }
  start_locals(pose, locals, pose.compiled->four_lanes);
  start_clock(solver);
  for (const UpdateStep& step : pose.schedule) {
    switch (step.kind) {
      case UpdateStep::Kind::compose_normal:
        if (!pose.own_inherits) {
          compose_normal(pose, step.first, step.count, locals);
          break;
        }
        [[fallthrough]];
      case UpdateStep::Kind::compose_any:
        for (std::uint32_t i = step.first; i < step.first + step.count; ++i) solver.compose(i);
        break;
      case UpdateStep::Kind::compose_missing:
        for (std::uint32_t i = step.first; i < step.first + step.count; ++i) {
          if (pose.fresh[i]) continue;
          solver.compose(i);
          pose.fresh[i] = 1;
        }
        break;
      case UpdateStep::Kind::constraint:
        solver.use = step.use;
        solve_constraint(solver, step.first);
        break;
    }
  }
  if (constrained) bring_back(pose);
}

/// So many bones find room on the stack.
constexpr std::size_t most_on_stack = LeanLayout::most_bones;

/// Memory for objects that are made when it is clear which are needed.
template <class T>
struct Room {
  alignas(T) std::byte memory[most_on_stack * sizeof(T)];
  [[nodiscard]] T* first() noexcept { return reinterpret_cast<T*>(memory); }
};

}  // namespace

void solve(PoseBuffers& pose, PhysicsMode physics) noexcept {
  if (!pose.locals.empty()) {
    auto* const moved = reinterpret_cast<std::uint8_t*>(pose.locals.data() + pose.world.size());
    return run_schedule(pose, physics, pose.locals.data(), moved);
  }
  Room<Affine> locals;
  Room<std::uint8_t> moved;
  if (!pose.lean) return run_schedule(pose, physics, locals.first(), moved.first());
  // Whole poses for the time being, of those bones where some step may read them.
  Room<BonePose> poses, applied;
  const CompiledData& compiled = *pose.compiled;
  for (const std::uint16_t bone : compiled.lean.posed) poses.first()[bone] = local_pose(pose, bone);
  pose.local = {poses.first(), pose.world.size()};
  pose.applied = {applied.first(), compiled.applied_bones.size()};
  run_schedule(pose, physics, locals.first(), moved.first());
  for (const KeptPose& kept : compiled.lean.kept_poses) pose.kept[kept.kept] = pose.applied[kept.applied];
  pose.local = {};
  pose.applied = {};
}

BonePose settled_pose(const PoseBuffers& pose, std::uint32_t bone) noexcept {
  const CompiledData& compiled = *pose.compiled;
  const std::uint32_t at = compiled.applied_bones.empty() ? CompiledData::none : compiled.applied_of[bone];
  if (at == CompiledData::none) return local_pose(pose, bone);
  BonePose result;
  if (!pose.lean) {
    result = pose.applied[at];
  } else if (compiled.lean.kept_of[at] != CompiledData::none) {
    result = pose.kept[compiled.lean.kept_of[at]];
  } else if (!pose.stale[bone]) {
    return local_pose(pose, bone);  // no constraint has changed it
  }
  switch (static_cast<Stale>(pose.stale[bone])) {
    case Stale::no:
      break;
    case Stale::from_world:
      decompose_bone(pose, bone, result);
      break;
    case Stale::recomposed:
    case Stale::recomposed_mirrored:
      decompose_recomposed(pose, bone, pose.stale[bone] == static_cast<std::uint8_t>(Stale::recomposed_mirrored),
                           result);
      break;
    case Stale::turned:
      result.rotation = turned_rotation(pose, bone, result);
      break;
  }
  return result;
}

void settle_poses(PoseBuffers& pose) noexcept {
  // Up to 4.2 what hangs on more than matrices is never put off.
  if (pose.rules() != RuleSet::spine_4_3 || pose.stale.empty()) return;
  const CompiledData& compiled = *pose.compiled;
  for (std::uint32_t at = 0; at < compiled.applied_bones.size(); ++at) {
    const std::uint32_t bone = compiled.applied_bones[at].value;
    if (!pose.stale[bone]) continue;
    decompose_bone(pose, bone, pose.lean ? pose.kept[compiled.lean.kept_of[at]] : pose.applied[at]);
    pose.stale[bone] = 0;
  }
}

}  // namespace sinew
