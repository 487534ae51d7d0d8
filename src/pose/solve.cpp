// Running the schedule. Spec: constraints.md 5.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "pose/solver.hpp"

namespace sinew {

namespace {

template <class T>
void copy_all(std::span<const T> from, std::span<T> to) noexcept {
  std::copy(from.begin(), from.end(), to.begin());
}

/// The linear parts of local poses. Up to so many bones they are all computed at once and used whenever a bone is
/// composed, which may happen more than once; of larger skeletons run by run.
class LocalColumns {
 public:
  static constexpr std::uint32_t most = 128;  // 4 KB of the stack

  explicit LocalColumns(PoseBuffers& pose) noexcept : pose_(pose), all_(pose.local.size() <= most) {
    if (!all_) return;
    compute_local_columns(pose, 0, static_cast<std::uint32_t>(pose.local.size()), columns_);
    if (!pose.data->constraints.empty()) std::fill_n(moved_, pose.local.size(), std::uint8_t{0});
  }
  LocalColumns(const LocalColumns&) = delete;
  LocalColumns& operator=(const LocalColumns&) = delete;

  /// Bones that inherit normally and whose pose no constraint changes.
  void compose_plain(std::uint32_t first, std::uint32_t count) noexcept {
    if (all_) return compose_normal(pose_, first, count, columns_ + first);
    while (count > 0) {
      const std::uint32_t some = std::min(count, most);
      compute_local_columns(pose_, first, some, columns_);
      compose_normal(pose_, first, some, columns_);
      first += some;
      count -= some;
    }
  }

  /// Any bone. Until a constraint has changed its pose, its columns are good.
  void compose(std::uint32_t bone) noexcept {
    if (all_ && !moved_[bone] && pose_.applied_inherit_of(bone) == Inherit::normal) {
      compose_normal(pose_, bone, 1, columns_ + bone);
    } else {
      compose_bone(pose_, bone);
    }
  }

  /// Where constraints note whose applied pose they change; null when nobody wants to know.
  [[nodiscard]] std::uint8_t* moved() noexcept { return all_ ? moved_ : nullptr; }

 private:
  PoseBuffers& pose_;
  bool all_;
  std::uint8_t moved_[most];
  Columns columns_[most];
};

void compose_missing(PoseBuffers& pose, std::uint32_t first, std::uint32_t count, LocalColumns& locals) noexcept {
  for (std::uint32_t i = first; i < first + count; ++i) {
    if (pose.fresh[i]) continue;
    locals.compose(i);
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

/// Whether some bone may be lost: one sum over all of them, since a number that is lost leaves no sum small.
bool any_lost(std::span<const Affine> worlds) noexcept {
  Double2 sum = splat(0);
  for (const Affine& world : worlds)
    sum += absolute(load2(&world.a)) + absolute(load2(&world.c)) + absolute(load2(&world.tx));
  return !(sum[0] < 1e100 && sum[1] < 1e100);
}

/// Bones that constraints have left without a place (dividing by the area of a collapsed parent more than once can do
/// that) get the one that the animations gave them, parents first.
void bring_back(PoseBuffers& pose) noexcept {
  if (__builtin_expect(!any_lost(pose.world), 1)) return;
  for (std::uint32_t i = 0; i < pose.world.size(); ++i) {
    if (!is_lost(pose.world[i])) continue;
    pose.applied_pose(i) = pose.local[i];
    pose.applied_inherit_of(i) = pose.inherit[i];
    compose_bone(pose, i);
    if (!pose.stale.empty()) pose.stale[i] = 0;
  }
}

/// Copies what the animations left to where constraints change it; each frame starts with it.
void start_applied(PoseBuffers& pose) noexcept {
  const std::span<const BoneIndex> bones = pose.compiled->applied_bones;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    pose.applied[i] = pose.local[bones[i].value];
    pose.applied_inherit[i] = pose.inherit[bones[i].value];
  }
  if (!pose.compiled->any_slider) return;
  copy_all<ConstraintPose>(pose.constraints, pose.applied_constraints);
  copy_all<Color>(pose.slots.color, pose.shown().color);
  copy_all<Color>(pose.slots.dark, pose.shown().dark);
  copy_all<std::uint8_t>(pose.slots.has_dark, pose.shown().has_dark);
  copy_all<AttachmentIndex>(pose.slots.attachment, pose.shown().attachment);
  copy_all<std::int32_t>(pose.slots.sequence, pose.shown().sequence);
  if (pose.compiled->any_order) copy_all<SlotIndex>(pose.slots.draw_order, pose.shown().draw_order);
  copy_all<std::uint8_t>(pose.slots.deform_set, pose.shown().deform_set);
  for (std::size_t i = 0; i < pose.slots.deform_set.size(); ++i) {
    if (!pose.slots.deform_set[i] || !reserve_deforms(pose, pose.shown())) continue;
    const DeformTarget& target = pose.compiled->deform_targets[i];
    copy_all<double>(pose.slots.deform.subspan(target.first, target.size),
                     pose.shown().deform.subspan(target.first, target.size));
  }
}

void run_schedule(PoseBuffers& pose, PhysicsMode physics) noexcept {
  Solver solver(pose, physics);
  const bool constrained = !pose.data->constraints.empty();
  if (constrained) start_applied(pose);
  std::fill(pose.fresh.begin(), pose.fresh.end(), std::uint8_t{0});
  std::fill(pose.stale.begin(), pose.stale.end(), std::uint8_t{0});
  LocalColumns locals(pose);
  solver.moved = locals.moved();
  for (const UpdateStep& step : pose.schedule) {
    switch (step.kind) {
      case UpdateStep::Kind::compose_normal:
        if (!pose.own_inherits) {
          locals.compose_plain(step.first, step.count);
          break;
        }
        [[fallthrough]];
      case UpdateStep::Kind::compose_any:
        for (std::uint32_t i = step.first; i < step.first + step.count; ++i) locals.compose(i);
        break;
      case UpdateStep::Kind::compose_missing:
        compose_missing(pose, step.first, step.count, locals);
        break;
      case UpdateStep::Kind::constraint:
        solver.poses_needed = step.poses_needed;
        solve_constraint(solver, step.first);
        break;
    }
  }
  if (constrained) bring_back(pose);
}

}  // namespace

void solve(PoseBuffers& pose, PhysicsMode physics) noexcept {
  if (!pose.lean) return run_schedule(pose, physics);
  // Whole poses for the time being: at most 14 KB of the stack.
  alignas(BonePose) std::byte memory[2][LocalColumns::most * sizeof(BonePose)];
  auto* const poses = reinterpret_cast<BonePose*>(memory[0]);
  const CompiledData& compiled = *pose.compiled;
  expand_local(pose, poses);
  pose.local = {poses, pose.world.size()};
  pose.applied = {reinterpret_cast<BonePose*>(memory[1]), compiled.applied_bones.size()};
  run_schedule(pose, physics);
  for (std::size_t i = 0; i < pose.applied.size(); ++i) {
    if (compiled.lean.kept_of[i] != CompiledData::none) pose.kept[compiled.lean.kept_of[i]] = pose.applied[i];
  }
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
  if (pose.stale[bone]) decompose_bone(pose, bone, result);
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
