// Animations: what their timelines are for, group by group in the order of application. Spec: skeleton-json.md 2, 10.
#include "formats/skeleton_json.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_json {

namespace {

void warn_about_target(Reading& reading, const JsonNode& node, const std::string& kind) {
  reading.json.warn(node, ErrorCode::unknown_reference,
                    "There is no " + kind + " called " + quoted(node.key()) + "; its timelines are left out.");
}

/// Calls `read(member)` for every member of a group that is an object or, with `arrays`, a keys array.
template <class Read>
void for_each_member(Reading& reading, const JsonNode& group, JsonType type, Read read) {
  for (const JsonNode& member : group) {
    if (member.is(JsonType::null)) continue;
    if (reading.json.failed() || !reading.json.expect(member, type)) return;
    read(member);
  }
}

template <class Read>
void read_group(Reading& reading, const JsonNode& animation, std::string_view name, JsonType type, Read read) {
  if (const JsonNode* group = reading.json.object(animation, name)) for_each_member(reading, *group, type, read);
}

/// A group of timelines for constraints of one type. `name` is that of the type unless it is given.
template <class Read>
void read_constraint_group(Reading& reading, const JsonNode& animation, ConstraintType type, JsonType member_type,
                           Read read, std::string_view name = {}) {
  if (!reading.since(first_version(type))) return;
  if (name.empty()) name = name_of(type);
  read_group(reading, animation, name, member_type, [&](const JsonNode& member) {
    const ConstraintIndex constraint = reading.data.find_constraint(type, member.key());
    // The empty name stands for all physics constraints.
    const bool all = type == ConstraintType::physics && member.key().empty();
    if (!constraint && !all) return warn_about_target(reading, member, std::string(name_of(type)) + " constraint");
    read(reading, member, all ? ConstraintIndex{} : constraint);
  });
}

/// A group that names attachments by skin, slot and key. What stands there is of type `leaf`.
template <class Read>
void read_attachment_group(Reading& reading, const JsonNode& animation, std::string_view name, JsonType leaf,
                           Read read) {
  read_group(reading, animation, name, JsonType::object, [&](const JsonNode& by_slot) {
    const SkinIndex skin = reading.data.find_skin(by_slot.key());
    if (!skin) return warn_about_target(reading, by_slot, "skin");
    for_each_member(reading, by_slot, JsonType::object, [&](const JsonNode& by_key) {
      const SlotIndex slot = reading.data.find_slot(by_key.key());
      if (!slot) return warn_about_target(reading, by_key, "slot");
      for_each_member(reading, by_key, leaf, [&](const JsonNode& timelines) {
        const PlaceholderIndex placeholder = reading.data.find_placeholder(slot, timelines.key());
        const AttachmentIndex found = placeholder ? reading.data[skin].find(placeholder) : AttachmentIndex{};
        if (!found) return warn_about_target(reading, timelines, "attachment of this slot in this skin");
        read(reading, timelines, found);
      });
    });
  });
}

/// Files of 3.6 call some members of an animation otherwise. Spec: skeleton-json.md 17.4.
std::string_view member_name(const Reading& reading, const JsonNode& animation, std::string_view name,
                             std::string_view older) {
  return reading.v3_8() && !animation.find(name) ? older : name;
}

void read_timelines(Reading& reading, const JsonNode& animation) {
  JsonFields& json = reading.json;
  read_group(reading, animation, "slots", JsonType::object, [&](const JsonNode& group) {
    const SlotIndex slot = reading.data.find_slot(group.key());
    slot ? read_slot_timelines(reading, group, slot) : warn_about_target(reading, group, "slot");
  });
  read_group(reading, animation, "bones", JsonType::object, [&](const JsonNode& group) {
    const BoneIndex bone = reading.find_bone(group.key());
    bone ? read_bone_timelines(reading, group, bone) : warn_about_target(reading, group, "bone");
  });
  read_constraint_group(reading, animation, ConstraintType::ik, JsonType::array, read_ik_keys);
  read_constraint_group(reading, animation, ConstraintType::transform, JsonType::array, read_transform_keys);
  read_constraint_group(reading, animation, ConstraintType::path, JsonType::object, read_path_timelines,
                        member_name(reading, animation, "path", "paths"));
  read_constraint_group(reading, animation, ConstraintType::physics, JsonType::object, read_physics_timelines);
  read_constraint_group(reading, animation, ConstraintType::slider, JsonType::object, read_slider_timelines);
  if (reading.since(FormatVersion::v4_1)) {
    read_attachment_group(reading, animation, "attachments", JsonType::object, read_attachment_timelines);
  } else {
    read_attachment_group(reading, animation, "deform", JsonType::array, read_deform_keys);
  }
  const JsonNode* order = animation.find(member_name(reading, animation, "drawOrder", "draworder"));
  if (order && !json.failed()) read_draw_order(reading, *order);
  if (const JsonNode* folders = reading.v4_3() ? json.array(animation, "drawOrderFolder") : nullptr) {
    for (const JsonNode& folder : *folders) {
      if (!json.failed()) read_draw_order_folder(reading, folder);
    }
  }
  if (const JsonNode* keys = animation.find("events"); keys && !json.failed()) read_event_keys(reading, *keys);
}

}  // namespace

void read_animation_names(Reading& reading, const JsonNode& root) {
  JsonFields& json = reading.json;
  const JsonNode* object = json.object(root, "animations");
  if (!object) return;
  const std::span<Animation> animations = reading.arena.array<Animation>(object->size());
  std::size_t count = 0;
  for (const JsonNode& node : *object) {
    if (node.is(JsonType::null)) continue;
    if (!json.expect(node, JsonType::object)) return;
    Animation& animation = animations[count++];
    animation.name = reading.keep(node.key());
    if (reading.v4_3()) animation.color = json.color(node, "color", true, animation.color);
    if (json.failed()) return;
  }
  reading.data.animations = animations.first(count);
  index_animations(reading.data);
}

void read_animations(Reading& reading, const JsonNode& root) {
  const JsonNode* object = root.find("animations");
  if (!object) return;
  const std::span<Animation> animations = reading.arena.copy(reading.data.animations);
  std::size_t index = 0;
  for (const JsonNode& node : *object) {
    if (node.is(JsonType::null)) continue;
    reading.timelines.clear();
    read_timelines(reading, node);
    if (reading.json.failed()) return;
    animations[index++].timelines = reading.arena.copy(std::span<const Timeline>(reading.timelines));
  }
  reading.data.animations = animations;
}

}  // namespace sinew::skeleton_json
