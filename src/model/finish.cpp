// The last step of loading: durations, curve tables, and what the pose engine wants to know beforehand.
#include <algorithm>
#include <array>
#include <vector>

#include "base/simd.hpp"
#include "model/builder.hpp"
#include "model/compiled.hpp"
#include "model/properties.hpp"
#include "model/schedule.hpp"

namespace sinew {

namespace {

RuleSet rule_set(const SkeletonData& data) {
  if (data.semantics == Semantics::rigby) return RuleSet::rigby;
  if (data.version == FormatVersion::v3_8) return RuleSet::spine_3_8;
  return data.version == FormatVersion::v4_3 ? RuleSet::spine_4_3 : RuleSet::spine_4_2;
}

/// The weights of a cubic's four points at u = 0.1 .. 0.9.
struct CubicWeights {
  double b0, b1, b2, b3;
};
constexpr auto nine_weights = [] {
  std::array<CubicWeights, 9> weights{};
  for (int j = 1; j <= 9; ++j) {
    const double u = j / 10.0, w = 1 - u;
    weights[static_cast<std::size_t>(j - 1)] = {w * w * w, 3 * u * w * w, 3 * u * u * w, u * u * u};
  }
  return weights;
}();

/// The nine inner points of a cubic, as (x, y) pairs. Spec: animation.md 3.2.
void sample_curve(Double2 first, const Bezier& handles, Double2 last, double* points) {
  const Double2 second = load2(&handles.cx1), third = load2(&handles.cx2);
  for (const CubicWeights& weights : nine_weights) {
    store2(points, weights.b0 * first + weights.b1 * second + weights.b2 * third + weights.b3 * last);
    points += 2;
  }
}

std::span<const double> sample_curves(Arena& arena, const Timeline& timeline) {
  const std::span<double> points = arena.array<double>(timeline.beziers.size() * 18);
  for (std::size_t key = 0; key + 1 < timeline.times.size(); ++key) {
    if (timeline.curve(key) != Curve::bezier) continue;
    for (std::size_t c = 0; c < timeline.curves_per_key; ++c) {
      const bool deform = timeline.components == 0;
      const double v1 = deform ? 0 : timeline.values[key * timeline.components + c];
      const double v2 = deform ? 1 : timeline.values[(key + 1) * timeline.components + c];
      const std::size_t bezier = timeline.curves[key] + c;
      sample_curve(Double2{timeline.times[key], v1}, timeline.beziers[bezier], Double2{timeline.times[key + 1], v2},
                   &points[bezier * 18]);
    }
  }
  return points;
}

void finish_animations(SkeletonData& data, RuleSet rules) {
  Arena& arena = data.arena();
  const std::span<Animation> animations = arena.copy(data.animations);
  for (Animation& animation : animations) {
    animation.duration = 0;
    animation.events = nullptr;
    std::span<const Timeline> timelines = animation.timelines;
    const bool sampled = rules != RuleSet::rigby && std::any_of(timelines.begin(), timelines.end(),
                                                                [](const Timeline& t) { return !t.beziers.empty(); });
    if (sampled) {
      const std::span<Timeline> own = arena.copy(timelines);
      for (Timeline& timeline : own) timeline.curve_points = sample_curves(arena, timeline);
      timelines = own;
    }
    animation.timelines = timelines;
    for (const Timeline& timeline : timelines) {
      animation.duration = std::max(animation.duration, timeline.times.back());
      if (timeline.type == TimelineType::event) animation.events = &timeline;
    }
  }
  data.animations = animations;
}

bool is_deform(const Timeline& timeline) {
  return timeline.type == TimelineType::deform;
}

/// Which attachments some animation deforms.
std::vector<bool> deformed_attachments(const SkeletonData& data) {
  std::vector<bool> deformed(data.attachments.size(), false);
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (is_deform(timeline)) deformed[timeline.attachment.value] = true;
    }
  }
  return deformed;
}

void compile_deforms(const SkeletonData& data, Arena& arena, CompiledData& compiled) {
  const std::vector<bool> deformed = deformed_attachments(data);
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
  std::vector<DeformTarget> targets;
  targets.reserve(sizes.size() - static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), 0u)));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    target_of[i] = CompiledData::none;
    if (sizes[i] == 0) continue;
    target_of[i] = static_cast<std::uint32_t>(targets.size());
    targets.push_back({compiled.deform_numbers, sizes[i]});
    compiled.deform_numbers += sizes[i];
  }
  compiled.deform_target_of = target_of;
  compiled.deform_targets = arena.copy(std::span<const DeformTarget>(targets));
}

/// Spine 4.3: timelines of a mesh also act on other slots that hold a linked mesh following it. Spec: animation.md 5.4.
void compile_followers(const SkeletonData& data, Arena& arena, CompiledData& compiled) {
  if (compiled.rules != RuleSet::spine_4_3) return;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // attachment, slot
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

void compile_properties(const SkeletonData& data, Arena& arena, CompiledData& compiled) {
  if (compiled.rules == RuleSet::rigby) return;
  const std::span<std::uint32_t> first = arena.array<std::uint32_t>(data.animations.size() + 1);
  std::vector<std::uint64_t> all;
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

/// A bone is plain when nothing in the file can make it anything but inheriting normally, and no constraint changes it.
void compile_plain(const SkeletonData& data, Arena& arena, CompiledData& compiled) {
  const std::span<std::uint8_t> plain = arena.array<std::uint8_t>(data.bones.size());
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const bool changed = !compiled.applied_of.empty() && compiled.applied_of[i] != CompiledData::none;
    plain[i] = data.bones[i].inherit == Inherit::normal && !changed ? 1 : 0;
  }
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
std::vector<bool> constrained_bones(const SkeletonData& data) {
  std::vector<bool> constrained(data.bones.size());
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
        for (const Timeline& timeline : data[constraint.slider->animation].timelines) {
          if (timeline.bone) mark(timeline.bone);
        }
        break;
    }
  }
  return constrained;
}

/// How many numbers a path constraint works with: pose/path_constraint.cpp, PathScratch.
std::uint32_t path_numbers(const SkeletonData& data, const PathData& path) {
  std::uint32_t vertices = 0;
  for (const Attachment& attachment : data.attachments) {
    if (attachment.slot == path.slot && attachment.path_shape) {
      vertices = std::max(vertices, attachment.path_shape->vertices.count);
    }
  }
  const auto bones = static_cast<std::uint32_t>(path.bones.size());
  return vertices * 3 + (bones + 1) * 5;
}

void compile_constraints(const SkeletonData& data, Arena& arena, CompiledData& compiled) {
  if (data.constraints.empty()) return;
  const std::size_t bones = data.bones.size();
  const std::vector<bool> constrained = constrained_bones(data);
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
  std::vector<std::uint32_t> at(first_child.begin(), first_child.end());
  for (std::size_t i = 1; i < bones; ++i) children[at[data.bones[i].parent.value]++] = static_cast<std::uint32_t>(i);
  compiled.first_child = first_child;
  compiled.children = children;

  const std::span<ConstraintPose> setup = arena.array<ConstraintPose>(data.constraints.size());
  const std::span<std::uint32_t> physics_of = arena.array<std::uint32_t>(data.constraints.size());
  for (std::size_t i = 0; i < setup.size(); ++i) {
    const ConstraintData& constraint = data.constraints[i];
    setup[i] = setup_of(constraint);
    physics_of[i] = constraint.type == ConstraintType::physics ? compiled.physics_count++ : CompiledData::none;
    compiled.any_slider = compiled.any_slider || constraint.type == ConstraintType::slider;
    if (constraint.type == ConstraintType::path) {
      compiled.path_scratch = std::max(compiled.path_scratch, path_numbers(data, *constraint.path));
    }
  }
  compiled.setup_constraints = setup;
  compiled.physics_of = physics_of;
}

std::span<const UpdateStep> default_schedule(const SkeletonData& data, Arena& arena, const CompiledData& compiled) {
  std::vector<std::uint8_t> active(data.bones.size());
  for (std::size_t i = 0; i < active.size(); ++i) active[i] = data.bones[i].skin_required ? 0 : 1;
  if (compiled.rules == RuleSet::rigby && data.default_skin) {
    for (BoneIndex bone : data[data.default_skin].bones) active[bone.value] = 1;
  }
  const std::vector<UpdateStep> steps = build_schedule(data, compiled, {{}, active, {}});
  return arena.copy(std::span<const UpdateStep>(steps));
}

}  // namespace

void finish(SkeletonData& data) {
  Arena& arena = data.arena();
  CompiledData& compiled = *arena.make<CompiledData>();
  compiled.rules = rule_set(data);
  finish_animations(data, compiled.rules);

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
  compiled.setup_colors = colors;
  compiled.setup_darks = darks;
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.type == TimelineType::rgba2 || timeline.type == TimelineType::rgb2) compiled.any_dark = true;
      if (timeline.type == TimelineType::draw_order_folder) compiled.any_folder = true;
    }
  }
  compile_deforms(data, arena, compiled);
  compile_followers(data, arena, compiled);
  compile_constraints(data, arena, compiled);
  compile_plain(data, arena, compiled);
  compile_properties(data, arena, compiled);
  compiled.schedule = default_schedule(data, arena, compiled);
  data.compiled = &compiled;
}

}  // namespace sinew
