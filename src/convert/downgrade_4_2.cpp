// 4.3 to 4.2. Spec: skeleton-json.md 18.5.
#include <algorithm>
#include <array>
#include <map>

#include "convert/draft.hpp"
#include "convert/hull.hpp"
#include "model/names.hpp"

namespace sinew::convert {

namespace {

constexpr std::size_t property_count = EnumNames<BoneProperty>::values.size();

void drop_sliders(Draft& draft) {
  const std::vector<ConstraintKeys> keys = constraint_keys(draft);
  std::vector<bool> removed(draft.constraints.size());
  for (std::size_t i = 0; i < removed.size(); ++i) {
    const ConstraintData& constraint = draft.constraints[i];
    if (constraint.type != ConstraintType::slider) continue;
    removed[i] = true;
    const std::size_t timelines = keys[i].timelines;
    const SliderData& slider = *constraint.slider;
    const bool acts = (slider.mix != 0 || timelines > 0) && slider.animation &&
                      !draft.animations[slider.animation.value].timelines.empty();
    draft.lose(Loss::Kind::dropped, draft.path_of(constraint),
               "Sliders came with 4.3; left out" +
                   (timelines > 0 ? " with " + counted(timelines, "timeline", "timelines") : std::string()) + ".",
               acts);
  }
  draft.remove_constraints(removed);
}

void downgrade_ik(Draft& draft, ConstraintData& constraint, const ConstraintKeys& keys) {
  if (constraint.ik->scale_y != ScaleYMode::volume) return;
  draft.lose(Loss::Kind::changed, draft.path_of(constraint, "scaleY"),
             "The mode 'volume' came with 4.3; scale Y stays as it is instead.", keys.scales);
  IkData& ik = *draft.arena.make<IkData>();
  ik = *constraint.ik;
  ik.scale_y = ScaleYMode::none;
  constraint.ik = &ik;
}

void downgrade_physics(Draft& draft, ConstraintData& constraint) {
  if (constraint.physics->scale_y == ScaleYMode::none) return;
  draft.lose(Loss::Kind::changed, draft.path_of(constraint, "scaleY"),
             "The mode '" + std::string(name_of(constraint.physics->scale_y)) +
                 "' of physics came with 4.3; scale Y stays as it is instead.",
             constraint.physics->scale_x != 0);
  PhysicsData& physics = *draft.arena.make<PhysicsData>();
  physics = *constraint.physics;
  physics.scale_y = ScaleYMode::none;
  constraint.physics = &physics;
}

/// What is mapped to a property: only itself as it is can be said in 4.2.
struct Mapping {
  std::array<bool, property_count> identity{};
  bool ascending = true;  ///< in the order in which 4.2 goes through them
  bool changed = false;   ///< the constraint was not one that 4.2 can say
};

Mapping look_at_properties(Draft& draft, const ConstraintData& constraint, const ConstraintKeys& keys) {
  Mapping mapping;
  int last = -1;
  for (const PropertySource& source : constraint.transform->properties) {
    for (const PropertyTarget& target : source.to) {
      const auto which = static_cast<std::size_t>(target.property);
      const bool as_it_is = source.property == target.property && source.offset == 0 && target.offset == 0 &&
                            target.scale == 1 && !mapping.identity[which];
      if (as_it_is) {
        mapping.identity[which] = true;
        mapping.ascending = mapping.ascending && static_cast<int>(which) > last;
        last = static_cast<int>(which);
        continue;
      }
      std::string path = draft.path_of(constraint, "properties");
      path += '/' + std::string(name_of(source.property)) + "/to/" + std::string(name_of(target.property));
      draft.lose(Loss::Kind::dropped, std::move(path),
                 "Up to 4.2 a transform constraint copies each property to itself, without range; this mapping is left "
                 "out.",
                 keys.mixes[which]);
    }
  }
  return mapping;
}

std::span<const PropertySource> identity(Arena& arena) {
  const std::span<PropertySource> sources = arena.array<PropertySource>(property_count);
  const std::span<PropertyTarget> targets = arena.array<PropertyTarget>(property_count);
  for (std::size_t i = 0; i < property_count; ++i) {
    sources[i].property = targets[i].property = static_cast<BoneProperty>(i);
    sources[i].to = targets.subspan(i, 1);
  }
  return sources;
}

bool is_identity(std::span<const PropertySource> properties) {
  if (properties.size() != property_count) return false;
  for (std::size_t i = 0; i < property_count; ++i) {
    const PropertySource& source = properties[i];
    if (static_cast<std::size_t>(source.property) != i || source.offset != 0 || source.to.size() != 1) return false;
    const PropertyTarget& target = source.to.front();
    if (target.property != source.property || target.offset != 0 || target.scale != 1) return false;
  }
  return true;
}

/// Keys of properties that are not mapped have a mix of 0: 4.2 maps all.
void silence(Draft& draft, const std::vector<Mapping>& mappings) {
  draft.for_each_timeline([&](DraftAnimation&, Timeline& timeline) {
    if (timeline.type != TimelineType::transform || !mappings[timeline.constraint.value].changed) return;
    const std::array<bool, property_count>& mapped = mappings[timeline.constraint.value].identity;
    const std::span<double> values = draft.arena.copy(timeline.values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!mapped[i % property_count]) values[i] = 0;
    }
    const std::span<Bezier> beziers = draft.arena.copy(timeline.beziers);
    for (std::size_t key = 0; key + 1 < timeline.times.size(); ++key) {
      if (timeline.curve(key) != Curve::bezier) continue;
      for (std::size_t c = 0; c < property_count; ++c) {
        Bezier& bezier = beziers[timeline.curves[key] + c];
        if (!mapped[c]) bezier.cy1 = bezier.cy2 = 0;
      }
    }
    timeline.values = values;
    timeline.beziers = beziers;
  });
}

Mapping downgrade_transform(Draft& draft, ConstraintData& constraint, const ConstraintKeys& keys) {
  const TransformData& before = *constraint.transform;
  if (before.local_source == before.local_target && !before.clamp && is_identity(before.properties)) return {};

  const bool acts = keys.mixes_any();
  if (before.local_source != before.local_target) {
    draft.lose(Loss::Kind::changed, draft.path_of(constraint, "localSource"),
               "Up to 4.2 source and bones are both local or both in the world; both are " +
                   std::string(before.local_target ? "local" : "in the world") + " now, as the bones were.",
               acts);
  }
  if (before.clamp) {
    draft.lose(Loss::Kind::dropped, draft.path_of(constraint, "clamp"), "Limits came with 4.3; left out.", acts);
  }
  Mapping mapping = look_at_properties(draft, constraint, keys);
  mapping.changed = true;
  if (!mapping.ascending) {
    draft.lose(Loss::Kind::changed, draft.path_of(constraint, "properties"),
               "Up to 4.2 properties are always applied in the order rotate, x, y, scaleX, scaleY, shearY.", acts);
  }
  TransformData& transform = *draft.arena.make<TransformData>();
  transform = before;
  transform.local_source = transform.local_target;
  transform.clamp = false;
  transform.properties = identity(draft.arena);
  double* const all[] = {&transform.mix_rotate,  &transform.mix_x,       &transform.mix_y,
                         &transform.mix_scale_x, &transform.mix_scale_y, &transform.mix_shear_y};
  for (std::size_t i = 0; i < property_count; ++i) {
    if (!mapping.identity[i]) *all[i] = 0;
  }
  constraint.transform = &transform;
  return mapping;
}

/// A linked mesh whose source is in another slot becomes a mesh of its own, with copies of the timelines it follows.
/// Copies share the arrays of what they are copied from; what a file will hold of them is bounded.
void unlink_across_slots(Draft& draft) {
  std::map<std::uint32_t, std::vector<AttachmentIndex>> unlinked;  // by the attachment that they followed
  for (std::size_t i = 0; i < draft.attachments.size(); ++i) {
    Attachment& mesh = draft.attachments[i];
    if (!mesh.link) continue;
    if (draft.attachments[mesh.link->source.value].slot == mesh.slot) {
      if (mesh.link->source_slot.empty()) continue;
      MeshLink& link = *draft.arena.make<MeshLink>();
      link = *mesh.link;
      link.source_slot = {};
      mesh.link = &link;
      continue;
    }
    draft.lose(Loss::Kind::changed, draft.path_of(mesh, "slot"),
               "Up to 4.2 the source of a linked mesh is in the same slot; it is a mesh of its own now, with copies of "
               "the timelines it followed.",
               false);
    if (!draft.allow_numbers(numbers_of(*mesh.mesh), mesh)) return;
    if (mesh.link->timelines) unlinked[mesh.timeline_attachment.value].emplace_back(i);
    mesh.type = AttachmentType::mesh;
    mesh.link = nullptr;
  }
  draft.resolve_timeline_attachments();
  for (DraftAnimation& animation : draft.animations) {
    std::vector<Timeline> all;
    for (const Timeline& timeline : animation.timelines) {
      all.push_back(timeline);
      const auto followers = unlinked.find(timeline.attachment.value);
      if (!timeline.attachment || followers == unlinked.end()) continue;
      const std::uint64_t numbers = numbers_of_deforms(timeline);
      for (const AttachmentIndex index : followers->second) {
        const Attachment& mesh = draft.attachments[index.value];
        if (timeline.type == TimelineType::sequence && !mesh.sequence) continue;
        Timeline copy = timeline;
        copy.attachment = index;
        copy.slot = mesh.slot;
        if (!draft.allow_copy(animation, copy, numbers)) return;
        all.push_back(copy);
      }
    }
    animation.timelines = std::move(all);
  }
}

void downgrade_clipping(Draft& draft, Attachment& attachment, bool deformed) {
  const ClippingShape& before = *attachment.clipping;
  if (before.inverse) {
    draft.lose(
        Loss::Kind::dropped, draft.path_of(attachment, "inverse"),
        "Clipping that shows what is outside came with 4.3; a point stands in its place, and nothing is clipped.",
        true);
    attachment.type = AttachmentType::point;
    attachment.clipping = nullptr;
    PointShape& point = *draft.arena.make<PointShape>();
    attachment.point = &point;
    return;
  }
  if (!before.convex) return;
  ClippingShape& clipping = *draft.arena.make<ClippingShape>();
  clipping = before;
  clipping.convex = false;
  attachment.clipping = &clipping;
  const Vertices& vertices = before.vertices;
  if (vertices.weighted() || deformed) {
    draft.lose(Loss::Kind::changed, draft.path_of(attachment, "convex"),
               "Clipping by the convex hull came with 4.3; where the polygon is not convex itself, it clips more now.",
               true);
    return;
  }
  // The hull of a polygon that does not bend is always the same one.
  const std::vector<double> hull = convex_hull(vertices.positions);
  if (hull.size() == vertices.positions.size()) return;
  clipping.vertices = {};
  clipping.vertices.positions = draft.arena.copy(std::span<const double>(hull));
  clipping.vertices.count = static_cast<std::uint32_t>(hull.size() / 2);
  draft.lose(Loss::Kind::changed, draft.path_of(attachment, "convex"),
             "Clipping by the convex hull came with 4.3; the polygon is replaced by its hull.", false);
}

}  // namespace

void downgrade_4_3_to_4_2(Draft& draft) {
  note_rules_of_4_3(draft);
  drop_sliders(draft);
  const std::vector<ConstraintKeys> keys = constraint_keys(draft);
  std::vector<Mapping> mappings(draft.constraints.size());
  for (std::size_t i = 0; i < draft.constraints.size(); ++i) {
    ConstraintData& constraint = draft.constraints[i];
    if (constraint.ik) downgrade_ik(draft, constraint, keys[i]);
    if (constraint.physics) downgrade_physics(draft, constraint);
    if (constraint.transform) mappings[i] = downgrade_transform(draft, constraint, keys[i]);
  }
  silence(draft, mappings);
  unlink_across_slots(draft);
  if (draft.failure) return;
  std::vector<bool> deformed(draft.attachments.size());
  draft.for_each_timeline([&](DraftAnimation&, Timeline& timeline) {
    if (timeline.type == TimelineType::deform) deformed[timeline.attachment.value] = true;
  });
  for (std::size_t i = 0; i < draft.attachments.size(); ++i) {
    if (draft.attachments[i].clipping) downgrade_clipping(draft, draft.attachments[i], deformed[i]);
  }
  // Points have nothing to deform.
  draft.remove_timelines([&](const DraftAnimation&, const Timeline& timeline) {
    return timeline.type == TimelineType::deform && !draft.attachments[timeline.attachment.value].vertices();
  });
  merge_draw_order_folders(draft);
  // What only editors show goes silently.
  for (BoneData& bone : draft.bones) {
    bone.icon_size = BoneData{}.icon_size;
    bone.icon_rotation = BoneData{}.icon_rotation;
  }
  for (DraftAnimation& animation : draft.animations) animation.head.color = Animation{}.color;
}

}  // namespace sinew::convert
