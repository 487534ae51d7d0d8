// Animations: which timelines they have for what, group by group. Spec: skeleton-json.md 10, 14.4 and 15 to 17.2.
#include <bitset>

#include "formats/grouping.hpp"
#include "formats/skeleton_json_timeline_names.hpp"
#include "formats/skeleton_json_writer.hpp"

namespace sinew::skeleton_json {

namespace {

using Timelines = std::vector<const Timeline*>;

using Group = TimelineGroup;

Timelines of_group(const Animation& animation, Group group) {
  Timelines timelines;
  for (const Timeline& timeline : animation.timelines) {
    if (kind_of(timeline.type).group == group) timelines.push_back(&timeline);
  }
  return timelines;
}

/// Calls write(timelines of one target) for each target, in the order in which the targets first occur. `target_of`
/// gives an index.
template <class TargetOf, class Write>
void for_each_target(const Timelines& timelines, TargetOf target_of, Write write) {
  const auto key_of = [&](std::size_t i) { return target_of(*timelines[i]).value; };
  for (const std::vector<std::size_t>& group : group_indices(timelines.size(), key_of)) {
    Timelines same;
    for (const std::size_t i : group) same.push_back(timelines[i]);
    write(same);
  }
}

std::string_view timeline_name(Writing& writing, const Timeline& timeline) {
  const TimelineKind& kind = kind_of(timeline.type);
  if (writing.version < kind.since) {
    writing.no_place_for(std::string(kind.name) + " timelines", kind.name);
    return kind.name;
  }
  return name_in(kind, writing.version);
}

void check_types(Writing& writing, const Timelines& timelines) {
  std::bitset<std::size(kTimelineKinds)> seen;
  for (const Timeline* timeline : timelines) {
    const auto type = static_cast<std::size_t>(timeline->type);
    if (seen[type]) {
      writing.json.fail({}, ErrorCode::duplicate,
                        "There are two timelines of one kind for the same thing here, and JSON holds one; remove one.");
    }
    seen[type] = true;
  }
}

/// The timelines of one target, as an object.
void write_target(Writing& writing, std::string_view name, const Timelines& timelines) {
  const auto object = writing.json.object(name);
  check_types(writing, timelines);
  for (const Timeline* timeline : timelines) write_keys(writing, timeline_name(writing, *timeline), *timeline);
}

void write_bone_group(Writing& writing, const Animation& animation) {
  const Timelines timelines = of_group(animation, Group::bones);
  if (timelines.empty()) return;
  const SkeletonData& data = writing.data;
  const auto group = writing.json.object("bones");
  for_each_target(
      timelines, [](const Timeline& timeline) { return timeline.bone; },
      [&](const Timelines& same) {
        const BoneIndex bone = same.front()->bone;
        const std::string_view name = data[bone].name;
        write_target(writing, writing.key(name, data.find_bone(name) == bone, "bone"), same);
      });
}

void write_slot_group(Writing& writing, const Animation& animation) {
  const Timelines timelines = of_group(animation, Group::slots);
  if (timelines.empty()) return;
  const SkeletonData& data = writing.data;
  const auto group = writing.json.object("slots");
  for_each_target(
      timelines, [](const Timeline& timeline) { return timeline.slot; },
      [&](const Timelines& same) {
        const SlotIndex slot = same.front()->slot;
        const std::string_view name = data[slot].name;
        write_target(writing, writing.key(name, data.find_slot(name) == slot, "slot"), same);
      });
}

void write_constraint_group(Writing& writing, const Animation& animation, Group group, ConstraintType type) {
  const Timelines timelines = of_group(animation, group);
  if (timelines.empty()) return;
  const SkeletonData& data = writing.data;
  if (type == ConstraintType::slider && !writing.v4_3()) return writing.no_place_for("slider timelines", "slider");
  if (type == ConstraintType::physics && writing.before_4_2()) {
    return writing.no_place_for("physics timelines", "physics");
  }
  const auto object = writing.json.object(name_of(type));
  for_each_target(
      timelines, [](const Timeline& timeline) { return timeline.constraint; },
      [&](const Timelines& same) {
        const ConstraintIndex constraint = same.front()->constraint;
        std::string_view name;  // empty: all physics constraints
        if (constraint) {
          name = data[constraint].name;
          name = writing.key(name, data.find_constraint(type, name) == constraint, "constraint");
        }
        if (kind_of(same.front()->type).name.empty()) {  // ik and transform constraints have one timeline
          check_types(writing, same);
          return write_keys(writing, name, *same.front());
        }
        write_target(writing, name, same);
      });
}

/// By skin, by slot, by key.
void write_attachment_group(Writing& writing, const Animation& animation) {
  const Timelines timelines = of_group(animation, Group::attachments);
  if (timelines.empty()) return;
  const SkeletonData& data = writing.data;
  const auto attachment_of = [&](const Timeline& timeline) -> const Attachment& { return data[timeline.attachment]; };
  const auto group = writing.json.object(writing.before_4_1() ? "deform" : "attachments");
  const auto write_attachment_timelines = [&](const Timelines& same) {
    const Attachment& attachment = attachment_of(*same.front());
    const PlaceholderIndex placeholder = data.find_placeholder(attachment.slot, attachment.key);
    const bool unique = placeholder && data[attachment.skin].find(placeholder) == same.front()->attachment;
    const std::string_view key = writing.key(attachment.key, unique, "attachment");
    if (!writing.before_4_1()) return write_target(writing, key, same);
    check_types(writing, same);
    for (const Timeline* timeline : same) {
      (void)timeline_name(writing, *timeline);  // an error if it is a sequence
      write_keys(writing, key, *timeline);
    }
  };
  const auto write_slot_timelines = [&](const Timelines& same) {
    const SlotIndex slot = attachment_of(*same.front()).slot;
    const std::string_view name = data[slot].name;
    const auto object = writing.json.object(writing.key(name, data.find_slot(name) == slot, "slot"));
    for_each_target(
        same, [](const Timeline& timeline) { return timeline.attachment; }, write_attachment_timelines);
  };
  for_each_target(
      timelines, [&](const Timeline& timeline) { return attachment_of(timeline).skin; },
      [&](const Timelines& same) {
        const SkinIndex skin = attachment_of(*same.front()).skin;
        const std::string_view name = data[skin].name;
        const auto object = writing.json.object(writing.key(name, data.find_skin(name) == skin, "skin"));
        for_each_target(
            same, [&](const Timeline& timeline) { return attachment_of(timeline).slot; }, write_slot_timelines);
      });
}

void write_draw_order_folders(Writing& writing, const Animation& animation) {
  const Timelines timelines = of_group(animation, Group::draw_order_folder);
  if (timelines.empty()) return;
  if (!writing.v4_3()) return writing.no_place_for("draw order folders", "drawOrderFolder");
  const auto array = writing.json.array("drawOrderFolder");
  for (const Timeline* timeline : timelines) {
    const auto folder = writing.json.object();
    {
      const auto slots = writing.json.array("slots");
      for (const SlotIndex slot : timeline->folder) writing.slot({}, slot);
    }
    write_keys(writing, "keys", *timeline);
  }
}

/// A timeline that an animation has at most one of.
void write_single(Writing& writing, const Animation& animation, Group group, std::string_view name) {
  const Timelines timelines = of_group(animation, group);
  if (timelines.empty()) return;
  check_types(writing, timelines);
  write_keys(writing, name, *timelines.front());
}

}  // namespace

void write_animations(Writing& writing) {
  const SkeletonData& data = writing.data;
  if (data.animations.empty()) return;
  const auto object = writing.json.object("animations");
  for (std::size_t i = 0; i < data.animations.size(); ++i) {
    const Animation& animation = data.animations[i];
    const bool unique = data.find_animation(animation.name) == AnimationIndex(i);
    const auto members = writing.json.object(writing.key(animation.name, unique, "animation"));
    if (writing.v4_3() && !(animation.color == Color{})) writing.json.color("color", animation.color, true);
    write_slot_group(writing, animation);
    write_bone_group(writing, animation);
    write_constraint_group(writing, animation, Group::ik, ConstraintType::ik);
    write_constraint_group(writing, animation, Group::transform, ConstraintType::transform);
    write_constraint_group(writing, animation, Group::path, ConstraintType::path);
    write_constraint_group(writing, animation, Group::physics, ConstraintType::physics);
    write_constraint_group(writing, animation, Group::slider, ConstraintType::slider);
    write_attachment_group(writing, animation);
    write_single(writing, animation, Group::draw_order, "drawOrder");
    write_draw_order_folders(writing, animation);
    write_single(writing, animation, Group::events, "events");
    if (writing.failed()) return;
  }
}

}  // namespace sinew::skeleton_json
