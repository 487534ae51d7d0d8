#include "model/compile_solving.hpp"

#include <algorithm>
#include <vector>

#include "model/global_physics.hpp"
#include "model/local_transform.hpp"
#include "model/spring_form.hpp"

namespace sinew {

namespace {

/// Which parts of its state a physics constraint uses.
std::uint8_t physics_parts(const PhysicsData& physics) {
  const bool turns = physics.rotate > 0 || physics.shear_x > 0, scales = physics.scale_x > 0;
  return static_cast<std::uint8_t>((physics.x > 0 ? physics_part::x : 0) | (physics.y > 0 ? physics_part::y : 0) |
                                   (turns || scales ? physics_part::tip : 0) | (turns ? physics_part::rotation : 0) |
                                   (scales ? physics_part::scale : 0));
}

/// In numbers, without the clock. `lags`: as each_number() (pose/pose_buffers.hpp) visits them.
std::uint32_t physics_size(std::uint8_t parts, bool lags) {
  const std::uint32_t channel = lags ? 3 : 2;
  std::uint32_t size = 0;
  if (parts & physics_part::tip) size += 4;
  if (parts & physics_part::x) size += 1 + channel;
  if (parts & physics_part::y) size += 1 + channel;
  if (parts & physics_part::rotation) size += channel;
  if (parts & physics_part::scale) size += channel;
  return size;
}

/// Springs whose clocks can never differ from each other's in a lean instance: always active and mixed in, of one
/// number of steps a second, and none reset alone. By constraint.
ScratchVector<std::uint8_t> in_step(const SkeletonData& data, LeanLayout& lean, Arena& scratch) {
  ScratchVector<std::uint8_t> shared(data.constraints.size(), scratch);
  bool any = false, mixes_all = false;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    const PhysicsData* const physics = data.constraints[i].physics;
    if (!physics || data.constraints[i].skin_required || data[physics->bone].skin_required) continue;
    if (physics->mix == 0 || physics_parts(*physics) == 0) continue;
    if (any && physics->fps != lean.shared_fps) continue;
    shared[i] = 1;
    lean.shared_fps = physics->fps;
    any = true;
  }
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      const bool mixes = timeline.type == TimelineType::physics_mix;
      if (timeline.constraint && (mixes || timeline.type == TimelineType::physics_reset)) {
        shared[timeline.constraint.value] = 0;
      }
      mixes_all = mixes_all || (mixes && !timeline.constraint);
    }
  }
  for (std::size_t i = 0; mixes_all && i < shared.size(); ++i) {
    if (shared[i] && data.constraints[i].physics->mix_global) shared[i] = 0;
  }
  return shared;
}

/// Gives every spring its place; those that are `shared` one clock, the last two numbers. Gives back how many numbers
/// that makes.
std::uint32_t lay_out_springs(const SkeletonData& data, std::span<const std::uint8_t> shared,
                              std::span<PhysicsLayout> layouts) {
  std::uint32_t numbers = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < data.constraints.size(); ++i) {
    const PhysicsData* const physics = data.constraints[i].physics;
    if (!physics) continue;
    PhysicsLayout& layout = layouts[next++];
    layout.parts = physics_parts(*physics);
    layout.first = numbers;
    numbers += physics_size(layout.parts, data.version == FormatVersion::v4_3);
    layout.clock = CompiledData::none;
    if (!shared.empty() && shared[i]) continue;
    layout.clock = numbers;
    numbers += 2;
  }
  for (PhysicsLayout& layout : layouts) {
    if (layout.clock == CompiledData::none) layout.clock = numbers;
  }
  return numbers;
}

void compile_springs(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  if (compiled.physics_count == 0) return;
  const std::span<PhysicsLayout> own = arena.array<PhysicsLayout>(compiled.physics_count);
  compiled.physics_numbers = lay_out_springs(data, {}, own);
  compiled.physics_layouts = own;
  const std::span<SpringData> springs = arena.array<SpringData>(compiled.physics_count);
  for (std::size_t i = 0; i < data.constraints.size(); ++i) {
    const PhysicsData* const physics = data.constraints[i].physics;
    if (!physics) continue;
    springs[compiled.physics_of[i]] = {physics, data[physics->bone].length,
                                       spring_form(*physics, compiled.setup_constraints[i])};
  }
  compiled.springs = springs;
  LeanLayout& lean = compiled.lean;
  if (!lean.possible) return;
  const ScratchVector<std::uint8_t> shared = in_step(data, lean, scratch);
  const std::span<PhysicsLayout> layouts = arena.array<PhysicsLayout>(compiled.physics_count);
  lean.physics_numbers = lay_out_springs(data, shared, layouts);
  lean.physics_layouts = layouts;
  if (std::find(shared.begin(), shared.end(), 1) == shared.end()) return;
  lean.shared_clock = lean.physics_numbers;
  lean.physics_numbers += 2;
}

/// Bones of which lean instances put together whole poses: those whose applied pose is kept, or changed by a
/// constraint; those whose world transform hangs on more than their local one; those whose pose is a source.
ScratchVector<std::uint16_t> posed_bones(const SkeletonData& data, const CompiledData& compiled, Arena& scratch) {
  ScratchVector<std::uint8_t> posed(data.bones.size(), scratch);
  for (std::size_t at = 0; at < compiled.applied_bones.size(); ++at) {
    if (compiled.lean.kept_of[at] != CompiledData::none) posed[compiled.applied_bones[at].value] = 1;
  }
  for (std::size_t i = 0; i < posed.size(); ++i) {
    if (!compiled.plain[i]) posed[i] = 1;
  }
  for (const ConstraintData& constraint : data.constraints) {
    if (constraint.transform) posed[constraint.transform->source.value] = 1;
  }
  ScratchVector<std::uint16_t> bones(scratch);
  bones.reserve(posed.size());
  for (std::size_t i = 0; i < posed.size(); ++i) {
    if (posed[i]) bones.push_back(static_cast<std::uint16_t>(i));
  }
  return bones;
}

void compile_lean_start(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  LeanLayout& lean = compiled.lean;
  if (!lean.possible) return;
  ScratchVector<LeanMove> moves(scratch);
  ScratchVector<LeanTurn> rotations(scratch), both(scratch), scales(scratch);
  ScratchVector<LeanShear> shears(scratch);
  for (auto* const turns : {&rotations, &both, &scales}) turns->reserve(data.bones.size());
  moves.reserve(data.bones.size());
  constexpr std::size_t pose_size = sizeof(BonePose) / sizeof(double);
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const auto bone = static_cast<std::uint16_t>(i);
    const unsigned groups = lean.groups[i];
    if (groups == 0) continue;
    auto number = static_cast<std::uint16_t>(lean.first_number[i]);
    const auto place = [&](unsigned group, std::size_t in_pose, unsigned size) {
      if (!(groups & group)) return static_cast<std::uint16_t>(i * pose_size + in_pose);
      const std::uint16_t own = number;
      number = static_cast<std::uint16_t>(number + size);
      return own;
    };
    const std::uint16_t translation = place(pose_group::translate, 0, 2);
    const LeanTurn turn{bone, place(pose_group::rotate, 2, 1), place(pose_group::scale, 3, 2)};
    const std::uint16_t shear = place(pose_group::shear, 5, 2);
    const bool rotates = groups & pose_group::rotate, stretches = groups & pose_group::scale;
    if (groups & pose_group::translate) moves.push_back({bone, translation});
    if (rotates || stretches) (!stretches ? rotations : rotates ? both : scales).push_back(turn);
    const BonePose& setup = data.bones[i].setup;
    const bool own_shear = groups & pose_group::shear;
    if (own_shear || setup.shear_x != 0 || setup.shear_y != 0) shears.push_back({bone, shear, own_shear});
  }
  ScratchVector<KeptPose> kept(scratch);
  kept.reserve(lean.kept_count);
  for (std::size_t at = 0; at < compiled.applied_bones.size(); ++at) {
    if (lean.kept_of[at] == CompiledData::none) continue;
    kept.push_back({static_cast<std::uint16_t>(at), static_cast<std::uint16_t>(lean.kept_of[at]),
                    static_cast<std::uint16_t>(compiled.applied_bones[at].value)});
  }
  lean.kept_poses = arena.copy(std::span<const KeptPose>(kept));
  lean.moves = arena.copy(std::span<const LeanMove>(moves));
  lean.rotations = arena.copy(std::span<const LeanTurn>(rotations));
  lean.rotations_and_scales = arena.copy(std::span<const LeanTurn>(both));
  lean.scales = arena.copy(std::span<const LeanTurn>(scales));
  lean.shears = arena.copy(std::span<const LeanShear>(shears));
  lean.posed = arena.copy(std::span<const std::uint16_t>(posed_bones(data, compiled, scratch)));
}

}  // namespace

void compile_solving(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  compiled.four_lanes = has_four_lanes();
  const std::span<Affine> locals = arena.array<Affine>(data.bones.size());
  for (std::size_t i = 0; i < locals.size(); ++i) locals[i] = local_transform(data.bones[i].setup);
  compiled.setup_locals = locals;
  compile_springs(data, arena, compiled, scratch);
  compile_lean_start(data, arena, compiled, scratch);
}

}  // namespace sinew
