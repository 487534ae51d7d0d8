// The last step of loading: durations, curve tables, and what the pose engine wants to know beforehand.
#include <algorithm>
#include <vector>

#include "base/limit_error.hpp"
#include "base/scratch.hpp"
#include "model/builder.hpp"
#include "model/compile_animations.hpp"
#include "model/compile_solving.hpp"
#include "model/compiled.hpp"
#include "model/global_physics.hpp"
#include "model/properties.hpp"
#include "model/schedule.hpp"

namespace sinew {

namespace {

RuleSet rule_set(const SkeletonData& data) {
  if (data.semantics == Semantics::rigby) return RuleSet::rigby;
  if (data.version == FormatVersion::v3_8) return RuleSet::spine_3_8;
  return data.version == FormatVersion::v4_3 ? RuleSet::spine_4_3 : RuleSet::spine_4_2;
}

/// Timelines that may be changed: those of this skeleton itself, which nobody else knows yet, or a copy.
std::span<Timeline> own_timelines(Arena& arena, std::span<const Timeline> timelines) {
  if (!arena.owns(timelines.data())) return arena.copy(timelines);
  return {const_cast<Timeline*>(timelines.data()), timelines.size()};
}

/// Durations and, under spine, the tables that curves become; gives back the programs, whose steps are still to be
/// made.
std::span<AnimationProgram> finish_animations(SkeletonData& data, RuleSet rules, Arena& scratch) {
  Arena& arena = data.arena();
  const std::span<Animation> animations = arena.copy(data.animations);
  const std::span<AnimationProgram> programs =
      arena.array<AnimationProgram>(rules == RuleSet::rigby ? 0 : animations.size());
  TrackScratch tracks(scratch);
  if (rules != RuleSet::rigby) tracks.reserve(animations);
  for (std::size_t i = 0; i < animations.size(); ++i) {
    Animation& animation = animations[i];
    animation.duration = 0;
    animation.events = nullptr;
    for (const Timeline& timeline : animation.timelines) {
      animation.duration = std::max(animation.duration, timeline.times.back());
    }
    if (rules != RuleSet::rigby) {
      const std::span<Timeline> own = own_timelines(arena, animation.timelines);
      compile_tracks(arena, own, animation.duration, programs[i], tracks);
      animation.timelines = own;
      animation.program = &programs[i];
    }
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.type == TimelineType::event) animation.events = &timeline;
    }
  }
  data.animations = animations;
  return programs;
}

bool is_deform(const Timeline& timeline) {
  return timeline.type == TimelineType::deform;
}

/// Which attachments some animation deforms.
ScratchVector<bool> deformed_attachments(const SkeletonData& data, Arena& scratch) {
  ScratchVector<bool> deformed(data.attachments.size(), false, scratch);
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (is_deform(timeline)) deformed[timeline.attachment.value] = true;
    }
  }
  return deformed;
}

void compile_deforms(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  const ScratchVector<bool> deformed = deformed_attachments(data, scratch);
  if (std::find(deformed.begin(), deformed.end(), true) == deformed.end()) return;
  const bool by_attachment = compiled.rules == RuleSet::rigby;
  const std::span<std::uint32_t> sizes =
      arena.array<std::uint32_t>(by_attachment ? data.attachments.size() : data.slots.size());
  for (std::size_t i = 0; i < data.attachments.size(); ++i) {
    const Attachment& attachment = data.attachments[i];
    const Vertices* vertices = attachment.vertices();
    if (!vertices) continue;
    const std::size_t source = by_attachment ? i : attachment.timeline_attachment.value;
    if (!deformed[source]) continue;
    std::uint32_t& size = sizes[by_attachment ? i : attachment.slot.value];
    size = std::max(size, vertices->deform_size());
  }
  const std::span<std::uint32_t> target_of = arena.array<std::uint32_t>(sizes.size());
  ScratchVector<DeformTarget> targets(scratch);
  targets.reserve(sizes.size() - static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), 0u)));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    target_of[i] = CompiledData::none;
    if (sizes[i] == 0) continue;
    target_of[i] = static_cast<std::uint32_t>(targets.size());
    targets.push_back({sizes[i]});
  }
  compiled.deform_target_of = target_of;
  compiled.deform_targets = arena.copy(std::span<const DeformTarget>(targets));
}

/// Spine 4.3: timelines of a mesh also act on other slots that hold a linked mesh following it. Spec: animation.md 5.4.
void compile_followers(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  if (compiled.rules != RuleSet::spine_4_3) return;
  ScratchVector<std::pair<std::uint32_t, std::uint32_t>> pairs(scratch);  // attachment, slot
  for (const Attachment& attachment : data.attachments) {
    if (!attachment.timeline_attachment) continue;
    const Attachment& source = data[attachment.timeline_attachment];
    if (source.slot != attachment.slot) pairs.emplace_back(attachment.timeline_attachment.value, attachment.slot.value);
  }
  if (pairs.empty()) return;
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const std::span<std::uint32_t> first = arena.array<std::uint32_t>(data.attachments.size() + 1);
  const std::span<SlotIndex> slots = arena.array<SlotIndex>(pairs.size());
  std::size_t at = 0;
  for (std::size_t i = 0; i <= data.attachments.size(); ++i) {
    first[i] = static_cast<std::uint32_t>(at);
    while (at < pairs.size() && pairs[at].first == i) {
      slots[at] = SlotIndex(pairs[at].second);
      ++at;
    }
  }
  compiled.follower_first = first;
  compiled.follower_slots = slots;
}

void compile_properties(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  if (compiled.rules == RuleSet::rigby) return;
  const std::span<std::uint32_t> first = arena.array<std::uint32_t>(data.animations.size() + 1);
  ScratchVector<std::uint64_t> all(scratch);
  std::size_t timelines = 0;
  for (const Animation& animation : data.animations) timelines += animation.timelines.size();
  all.reserve(timelines * 2);
  for (std::size_t i = 0; i < data.animations.size(); ++i) {
    append_properties(data.animations[i], compiled.rules, all);
    first[i + 1] = static_cast<std::uint32_t>(all.size());
  }
  compiled.first_property = first;
  compiled.properties = arena.copy(std::span<const std::uint64_t>(all));
}

/// A bone is plain when nothing in the file can make it anything but inheriting normally.
void compile_plain(const SkeletonData& data, Arena& arena, CompiledData& compiled) {
  const std::span<std::uint8_t> plain = arena.array<std::uint8_t>(data.bones.size());
  for (std::size_t i = 0; i < data.bones.size(); ++i) plain[i] = data.bones[i].inherit == Inherit::normal ? 1 : 0;
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.type == TimelineType::inherit) plain[timeline.bone.value] = 0;
    }
  }
  compiled.plain = plain;
}

ConstraintPose setup_of(const ConstraintData& constraint) {
  ConstraintPose pose;
  double* v = pose.values;
  const auto set = [&](std::initializer_list<double> values) { std::copy(values.begin(), values.end(), v); };
  switch (constraint.type) {
    case ConstraintType::ik: {
      const IkData& ik = *constraint.ik;
      set({ik.mix, ik.softness});
      pose.ik = {ik.bend_positive, ik.compress, ik.stretch};
      break;
    }
    case ConstraintType::transform: {
      const TransformData& t = *constraint.transform;
      set({t.mix_rotate, t.mix_x, t.mix_y, t.mix_scale_x, t.mix_scale_y, t.mix_shear_y});
      break;
    }
    case ConstraintType::path: {
      const PathData& p = *constraint.path;
      set({p.position, p.spacing, p.mix_rotate, p.mix_x, p.mix_y});
      break;
    }
    case ConstraintType::physics: {
      const PhysicsData& p = *constraint.physics;
      set({p.inertia, p.strength, p.damping, p.mass, p.wind, p.gravity, p.mix});
      break;
    }
    case ConstraintType::slider:
      set({constraint.slider->time, constraint.slider->mix});
      break;
  }
  return pose;
}

/// The bones whose pose a constraint may change, and so have an applied pose of their own.
ScratchVector<bool> constrained_bones(const SkeletonData& data, Arena& scratch) {
  // Behind the bones the animations whose bones are marked: many sliders may share one.
  ScratchVector<bool> constrained(data.bones.size() + data.animations.size(), scratch);
  const auto mark = [&](BoneIndex bone) { constrained[bone.value] = true; };
  for (const ConstraintData& constraint : data.constraints) {
    switch (constraint.type) {
      case ConstraintType::ik:
        std::for_each(constraint.ik->bones.begin(), constraint.ik->bones.end(), mark);
        break;
      case ConstraintType::transform:
        std::for_each(constraint.transform->bones.begin(), constraint.transform->bones.end(), mark);
        break;
      case ConstraintType::path:
        std::for_each(constraint.path->bones.begin(), constraint.path->bones.end(), mark);
        break;
      case ConstraintType::physics:
        mark(constraint.physics->bone);
        break;
      case ConstraintType::slider:
        if (!constraint.slider->animation) break;
        if (constrained[data.bones.size() + constraint.slider->animation.value]) break;
        constrained[data.bones.size() + constraint.slider->animation.value] = true;
        for (const Timeline& timeline : data[constraint.slider->animation].timelines) {
          if (timeline.bone) mark(timeline.bone);
        }
        break;
    }
  }
  constrained.resize(data.bones.size());
  return constrained;
}

/// By slot: the vertices of the longest path that some skin has there. Not filled without path constraints.
void find_path_vertices(const SkeletonData& data, ScratchVector<std::uint32_t>& vertices) {
  const auto is_path = [](const ConstraintData& constraint) { return constraint.type == ConstraintType::path; };
  if (std::none_of(data.constraints.begin(), data.constraints.end(), is_path)) return;
  vertices.assign(data.slots.size(), 0);
  for (const Attachment& attachment : data.attachments) {
    if (!attachment.path_shape) continue;
    std::uint32_t& most = vertices[attachment.slot.value];
    most = std::max(most, attachment.path_shape->vertices.count);
  }
}

/// How many numbers a path constraint works with: pose/path_constraint.cpp, PathScratch.
std::uint32_t path_numbers(std::uint32_t vertices, const PathData& path) {
  return vertices * 3 + (static_cast<std::uint32_t>(path.bones.size()) + 1) * 6;
}

void compile_constraints(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  if (data.constraints.empty()) return;
  const std::size_t bones = data.bones.size();
  const ScratchVector<bool> constrained = constrained_bones(data, scratch);
  const std::span<std::uint32_t> applied_of = arena.array<std::uint32_t>(bones);
  const auto count = static_cast<std::size_t>(std::count(constrained.begin(), constrained.end(), true));
  const std::span<BoneIndex> applied_bones = arena.array<BoneIndex>(count);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < bones; ++i) {
    applied_of[i] = constrained[i] ? next : CompiledData::none;
    if (constrained[i]) applied_bones[next++] = BoneIndex(i);
  }
  compiled.applied_of = applied_of;
  compiled.applied_bones = applied_bones;

  const std::span<std::uint32_t> first_child = arena.array<std::uint32_t>(bones + 1);
  const std::span<std::uint32_t> children = arena.array<std::uint32_t>(bones);
  for (std::size_t i = 1; i < bones; ++i) ++first_child[data.bones[i].parent.value + std::size_t{1}];
  for (std::size_t i = 0; i < bones; ++i) first_child[i + 1] += first_child[i];
  ScratchVector<std::uint32_t> at(first_child.begin(), first_child.end(), scratch);
  for (std::size_t i = 1; i < bones; ++i) children[at[data.bones[i].parent.value]++] = static_cast<std::uint32_t>(i);
  compiled.first_child = first_child;
  compiled.children = children;

  const std::span<ConstraintPose> setup = arena.array<ConstraintPose>(data.constraints.size());
  const std::span<std::uint32_t> physics_of = arena.array<std::uint32_t>(data.constraints.size());
  ScratchVector<std::uint32_t>& vertices = at;  // its memory again
  find_path_vertices(data, vertices);
  for (std::size_t i = 0; i < setup.size(); ++i) {
    const ConstraintData& constraint = data.constraints[i];
    setup[i] = setup_of(constraint);
    physics_of[i] = constraint.type == ConstraintType::physics ? compiled.physics_count++ : CompiledData::none;
    compiled.any_slider = compiled.any_slider || constraint.type == ConstraintType::slider;
    if (constraint.type == ConstraintType::path) {
      compiled.path_scratch =
          std::max(compiled.path_scratch, path_numbers(vertices[constraint.path->slot.value], *constraint.path));
    }
  }
  compiled.setup_constraints = setup;
  compiled.physics_of = physics_of;
}

/// What instances without a skin share.
void compile_without_skin(const SkeletonData& data, Arena& arena, CompiledData& compiled) {
  const std::span<std::uint8_t> active = arena.array<std::uint8_t>(data.bones.size());
  for (std::size_t i = 0; i < active.size(); ++i) active[i] = data.bones[i].skin_required ? 0 : 1;
  if (compiled.rules == RuleSet::rigby && data.default_skin) {
    for (BoneIndex bone : data[data.default_skin].bones) active[bone.value] = 1;
  }
  compiled.active = active;
  const std::span<AttachmentIndex> attachments = arena.array<AttachmentIndex>(data.slots.size());
  for (std::size_t i = 0; i < attachments.size(); ++i) {
    const PlaceholderIndex placeholder = data.slots[i].placeholder;
    if (placeholder && data.default_skin) attachments[i] = data[data.default_skin].find(placeholder);
  }
  compiled.attachments = attachments;
  const ScheduleInput input{{}, active, {}};
  const std::span<std::uint8_t> constraints = arena.array<std::uint8_t>(data.constraints.size());
  find_active_constraints(data, input, constraints);
  compiled.constraint_active = constraints;
  const std::vector<UpdateStep> steps = build_schedule(data, compiled, input);
  compiled.schedule = arena.copy(std::span<const UpdateStep>(steps));
}

/// Which numbers of a local pose a timeline changes.
std::uint8_t group_of(TimelineType type) {
  switch (type) {
    case TimelineType::translate:
    case TimelineType::translate_x:
    case TimelineType::translate_y:
      return pose_group::translate;
    case TimelineType::rotate:
      return pose_group::rotate;
    case TimelineType::scale:
    case TimelineType::scale_x:
    case TimelineType::scale_y:
      return pose_group::scale;
    case TimelineType::shear:
    case TimelineType::shear_x:
    case TimelineType::shear_y:
      return pose_group::shear;
    default:
      return 0;
  }
}

/// Numbers those things of `count` that are marked, in their order.
std::span<const std::uint32_t> numbered(Arena& arena, std::span<const std::uint8_t> marked) {
  const std::span<std::uint32_t> numbers = arena.array<std::uint32_t>(marked.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < marked.size(); ++i) numbers[i] = marked[i] ? next++ : CompiledData::none;
  return numbers;
}

/// Those of `all` that are marked.
template <class T>
std::span<const T> chosen(Arena& arena, std::span<const T> all, std::span<const std::uint8_t> marked) {
  const auto count = static_cast<std::size_t>(std::count(marked.begin(), marked.end(), std::uint8_t{1}));
  const std::span<T> some = arena.array<T>(count);
  std::size_t at = 0;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i]) some[at++] = all[i];
  }
  return some;
}

/// Which applied poses cannot be worked out from matrices alone once a skeleton is solved (Solver::changed_world).
std::span<const std::uint8_t> kept_poses(const SkeletonData& data, Arena& arena, const CompiledData& compiled) {
  const std::size_t count = compiled.applied_bones.size();
  const std::span<std::uint8_t> kept = arena.array<std::uint8_t>(count);
  if (compiled.rules != RuleSet::spine_4_2) {
    std::fill(kept.begin(), kept.end(), std::uint8_t{1});
    return kept;
  }
  const std::span<std::uint8_t> bones = arena.array<std::uint8_t>(data.bones.size());
  bones[0] = 1;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (!is_from_matrices(data.bones[i].inherit)) bones[i] = 1;
  }
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.type == TimelineType::inherit) bones[timeline.bone.value] = 1;
    }
  }
  for (const ConstraintData& constraint : data.constraints) {
    for_each_constrained(data, constraint, [&](BoneIndex bone, bool pose_changes) {
      if (pose_changes) bones[bone.value] = 1;
    });
  }
  for (const UpdateStep& step : compiled.schedule) {
    if (step.kind != UpdateStep::Kind::constraint) continue;
    for_each_constrained(data, data.constraints[step.first], [&](BoneIndex bone, bool) {
      if (leaves_pose(step, data[bone].inherit)) bones[bone.value] = 1;
    });
  }
  for (std::size_t i = 0; i < count; ++i) kept[i] = bones[compiled.applied_bones[i].value];
  return kept;
}

void compile_lean(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch) {
  LeanLayout& lean = compiled.lean;
  lean.possible = data.bones.size() <= LeanLayout::most_bones && !compiled.any_slider;
  if (!lean.possible) return;
  const std::span<std::uint8_t> groups = arena.array<std::uint8_t>(data.bones.size());
  const std::span<std::uint8_t> colors = arena.array<std::uint8_t>(data.slots.size());
  const std::span<std::uint8_t> constraints = arena.array<std::uint8_t>(data.constraints.size());
  ScratchVector<TimelineType> for_all(scratch);  // of timelines for all physics constraints, each once
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.bone) groups[timeline.bone.value] |= group_of(timeline.type);
      if (timeline.type >= TimelineType::rgba && timeline.type <= TimelineType::rgb2) colors[timeline.slot.value] = 1;
      if (timeline.type < TimelineType::ik || timeline.type > TimelineType::slider_mix) continue;
      if (timeline.type == TimelineType::physics_reset) continue;
      if (timeline.constraint) {
        constraints[timeline.constraint.value] = 1;
      } else if (std::find(for_all.begin(), for_all.end(), timeline.type) == for_all.end()) {
        for_all.push_back(timeline.type);
      }
    }
  }
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const PhysicsData* const physics = data.constraints[i].physics;
    if (!physics) continue;
    for (const TimelineType type : for_all) {
      if (is_global(*physics, type)) constraints[i] = 1;
    }
  }
  std::size_t count = 0;
  for (const std::uint8_t group : groups) {
    const auto numbers_of = [&](std::uint8_t one, std::size_t size) { return (group & one) ? size : 0; };
    count += numbers_of(pose_group::translate, 2) + numbers_of(pose_group::rotate, 1) +
             numbers_of(pose_group::scale, 2) + numbers_of(pose_group::shear, 2);
  }
  const std::span<double> numbers = arena.array<double>(count);
  const std::span<std::uint16_t> places = arena.array<std::uint16_t>(count);
  std::size_t next = 0;
  const std::span<std::uint32_t> first = arena.array<std::uint32_t>(data.bones.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = static_cast<std::uint32_t>(next);
    const BonePose& pose = data.bones[i].setup;
    const auto put = [&](std::uint8_t group, double number, std::size_t place) {
      if (!(groups[i] & group)) return;
      numbers[next] = number;
      places[next++] = static_cast<std::uint16_t>(i * (sizeof(BonePose) / sizeof(double)) + place);
    };
    put(pose_group::translate, pose.x, 0);
    put(pose_group::translate, pose.y, 1);
    put(pose_group::rotate, pose.rotation, 2);
    put(pose_group::scale, pose.scale_x, 3);
    put(pose_group::scale, pose.scale_y, 4);
    put(pose_group::shear, pose.shear_x, 5);
    put(pose_group::shear, pose.shear_y, 6);
  }
  const std::span<const std::uint8_t> kept = kept_poses(data, arena, compiled);
  lean.kept_of = numbered(arena, kept);
  lean.kept_count = static_cast<std::uint32_t>(std::count(kept.begin(), kept.end(), std::uint8_t{1}));
  lean.groups = groups;
  lean.first_number = first;
  lean.setup_numbers = numbers;
  lean.number_places = places;
  lean.color_of = numbered(arena, colors);
  lean.setup_colors = chosen(arena, compiled.setup_colors, colors);
  lean.constraint_of = numbered(arena, constraints);
  lean.setup_constraints = chosen(arena, compiled.setup_constraints, constraints);
}

/// About what the work of finish() takes, so that it is one block.
std::size_t scratch_size(const SkeletonData& data) {
  std::size_t most = 0, all = 0;
  for (const Animation& animation : data.animations) {
    most = std::max(most, animation.timelines.size());
    all += animation.timelines.size();
  }
  return 4096 + data.bones.size() * 160 + data.slots.size() * 24 + data.attachments.size() * 4 +
         data.constraints.size() * 8 + most * 512 + all * 16;
}

}  // namespace

Status finish(SkeletonData& data, std::size_t max_updates, std::string_view file_name) {
  Arena& arena = data.arena();
  CompiledData& compiled = *arena.make<CompiledData>();
  Arena scratch;
  scratch.reserve(scratch_size(data));
  compiled.rules = rule_set(data);
  const std::span<AnimationProgram> programs = finish_animations(data, compiled.rules, scratch);

  const std::span<BonePose> poses = arena.array<BonePose>(data.bones.size());
  const std::span<Inherit> inherits = arena.array<Inherit>(data.bones.size());
  const std::span<std::uint32_t> parents = arena.array<std::uint32_t>(data.bones.size());
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    poses[i] = data.bones[i].setup;
    inherits[i] = data.bones[i].inherit;
    parents[i] = data.bones[i].parent.value;
  }
  compiled.setup_bones = poses;
  compiled.setup_inherits = inherits;
  compiled.parents = parents;

  const std::span<Color> colors = arena.array<Color>(data.slots.size());
  const std::span<Color> darks = arena.array<Color>(data.slots.size());
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    const SlotData& slot = data.slots[i];
    colors[i] = slot.color;
    // A slot that animations give a dark colour starts from black (rigby-open-points O13).
    darks[i] = slot.has_dark ? slot.dark : Color{0, 0, 0, 1};
    compiled.any_dark = compiled.any_dark || slot.has_dark;
  }
  const std::span<SlotIndex> order = arena.array<SlotIndex>(data.slots.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = SlotIndex(i);
  compiled.setup_order = order;
  compiled.setup_colors = colors;
  compiled.setup_darks = darks;
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.type == TimelineType::rgba2 || timeline.type == TimelineType::rgb2) compiled.any_dark = true;
      if (timeline.type == TimelineType::draw_order_folder) compiled.any_folder = compiled.any_order = true;
      if (timeline.type == TimelineType::draw_order) compiled.any_order = true;
      if (timeline.type == TimelineType::inherit) compiled.any_inherit = true;
      if (timeline.type == TimelineType::sequence) compiled.any_sequence = true;
    }
  }
  compile_deforms(data, arena, compiled, scratch);
  compile_followers(data, arena, compiled, scratch);
  compile_constraints(data, arena, compiled, scratch);
  compile_plain(data, arena, compiled);
  compile_properties(data, arena, compiled, scratch);
  if (const std::size_t updates = count_updates(data, compiled, max_updates); updates > max_updates) {
    return limit_error("The constraints make a frame compute bones and timelines again so often that it takes at least",
                       updates, "updates", max_updates, "max_updates", file_name);
  }
  compile_without_skin(data, arena, compiled);
  compile_lean(data, arena, compiled, scratch);
  compile_steps(data, compiled, arena, programs, scratch);
  compile_solving(data, arena, compiled, scratch);
  data.compiled = &compiled;
  return ok();
}

}  // namespace sinew
