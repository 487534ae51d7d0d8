// Bones, slots and events. Spec: skeleton-json.md 4, 5 and 9.
#include "formats/skeleton_json.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_json {

Inherit read_inherit(Reading& reading, const JsonNode& object, const JsonName& name) {
  JsonFields& json = reading.json;
  const JsonNode* value = object.find(name);
  if (!value) return Inherit::normal;
  if (!reading.rigby()) return json.enumeration(object, name, Inherit::normal);
  const std::optional<std::size_t> found = json.find_choice(*value, EnumNames<Inherit>::values);
  if (found) return static_cast<Inherit>(*found);
  if (!json.failed()) {
    json.warn(*value, ErrorCode::bad_value,
              "There is no inherit mode " + quoted(json.text(*value)) + "; 'normal' is taken.");
  }
  return Inherit::normal;
}

BoneIndex read_bone(Reading& reading, const JsonNode& value) {
  const std::string_view name = reading.json.text(value);
  if (reading.json.failed()) return {};
  const BoneIndex bone = reading.data.find_bone(name);
  if (!bone) reading.json.fail(value, ErrorCode::unknown_reference, "There is no bone called " + quoted(name) + ".");
  return bone;
}

SlotIndex read_slot(Reading& reading, const JsonNode& value) {
  const std::string_view name = reading.json.text(value);
  if (reading.json.failed()) return {};
  const SlotIndex slot = reading.data.find_slot(name);
  if (!slot) reading.json.fail(value, ErrorCode::unknown_reference, "There is no slot called " + quoted(name) + ".");
  return slot;
}

std::span<const BoneIndex> read_bone_list(Reading& reading, const JsonNode& array) {
  const std::span<BoneIndex> bones = reading.arena.array<BoneIndex>(array.size());
  std::size_t count = 0;
  for (const JsonNode& name : array) {
    bones[count++] = read_bone(reading, name);
    if (reading.json.failed()) return {};
  }
  return bones;
}

namespace {

void read_bone_data(Reading& reading, const JsonNode& node, BoneData& bone) {
  JsonFields& json = reading.json;
  bone.name = reading.keep(json.required_text(node, "name"));
  bone.length = reading.length(node, "length");
  bone.setup.x = reading.length(node, "x");
  bone.setup.y = reading.length(node, "y");
  bone.setup.rotation = json.number(node, "rotation", 0);
  bone.setup.scale_x = json.number(node, "scaleX", 1);
  bone.setup.scale_y = json.number(node, "scaleY", 1);
  bone.setup.shear_x = json.number(node, "shearX", 0);
  bone.setup.shear_y = json.number(node, "shearY", 0);
  bone.inherit =
      read_inherit(reading, node, reading.since(FormatVersion::v4_2) ? JsonName("inherit") : JsonName("transform"));
  bone.skin_required = json.boolean(node, "skin", false);
  bone.color = json.color(node, "color", true, bone.color);
  if (reading.since(FormatVersion::v4_2)) {
    bone.visible = json.boolean(node, "visible", true);
    bone.icon = reading.keep(json.text(node, "icon"));
  }
  if (reading.v4_3()) {
    bone.icon_size = json.number(node, "iconSize", 1);
    bone.icon_rotation = json.number(node, "iconRotation", 0);
  }
}

/// Parents by name, once all names are known: so a parent that stands too late can be told from one that is missing.
void read_parents(Reading& reading, const JsonNode& array, std::span<BoneData> bones) {
  JsonFields& json = reading.json;
  std::size_t index = 0;
  for (const JsonNode& node : array) {
    const JsonNode* parent = node.find("parent");
    const std::string_view name = parent ? json.text(*parent) : std::string_view();
    if (json.failed()) return;
    if (name.empty()) {
      if (index != 0) {
        return json.fail(
            node, ErrorCode::bad_order,
            "The bone " + quoted(bones[index].name) + " has no parent; only the first bone may be without one.");
      }
    } else {
      const BoneIndex found = reading.data.find_bone(name);
      if (!found) {
        return json.fail(*parent, ErrorCode::unknown_reference,
                         "There is no bone called " + quoted(name) + " that could be the parent of " +
                             quoted(bones[index].name) + ".");
      }
      if (found.value >= index) {
        return json.fail(node, ErrorCode::bad_order,
                         "The bone " + quoted(bones[index].name) + " stands before its parent " + quoted(name) +
                             "; every bone must come after its parent.");
      }
      bones[index].parent = found;
    }
    ++index;
  }
}

}  // namespace

void read_bones(Reading& reading, const JsonNode& root) {
  JsonFields& json = reading.json;
  const JsonNode* array = json.array(root, "bones");
  if (json.failed()) return;
  if (!array || array->size() == 0) {
    return json.fail(array ? *array : root, ErrorCode::missing_member,
                     "The skeleton has no bones ('bones'); there must be at least one.");
  }
  const std::span<BoneData> bones = reading.arena.array<BoneData>(array->size());
  std::size_t index = 0;
  for (const JsonNode& node : *array) {
    if (!json.expect(node, JsonType::object)) return;
    read_bone_data(reading, node, bones[index++]);
    if (json.failed()) return;
  }
  reading.data.bones = bones;
  index_bones(reading.data);
  read_parents(reading, *array, bones);
  if (json.failed()) return;
  reading.bones_distinct =
      warn_about_duplicates(reading, bones, reading.data.bone_names, "bone", [&] { return elements(*array); });
}

void read_slots(Reading& reading, const JsonNode& root) {
  JsonFields& json = reading.json;
  const JsonNode* array = json.array(root, "slots");
  if (!array) return;
  const std::span<SlotData> slots = reading.arena.array<SlotData>(array->size());
  std::size_t index = 0;
  for (const JsonNode& node : *array) {
    if (!json.expect(node, JsonType::object)) return;
    SlotData& slot = slots[index++];
    slot.name = reading.keep(json.required_text(node, "name"));
    const JsonNode* bone = json.required(node, "bone");
    if (json.failed()) return;
    slot.bone = read_bone(reading, *bone);
    slot.color = json.color(node, "color", true, Color{});
    if (const JsonNode* dark = node.find("dark")) {
      slot.has_dark = true;
      slot.dark = json.color(*dark, false);
    }
    slot.blend = json.enumeration(node, "blend", BlendMode::normal);
    if (reading.since(FormatVersion::v4_2)) slot.visible = json.boolean(node, "visible", true);
    slot.attachment = reading.keep(json.text(node, "attachment"));
    if (json.failed()) return;
  }
  reading.data.slots = slots;
  index_slots(reading.data);
  warn_about_duplicates(reading, slots, reading.data.slot_names, "slot", [&] { return elements(*array); });
}

void read_events(Reading& reading, const JsonNode& root) {
  JsonFields& json = reading.json;
  const JsonNode* object = json.object(root, "events");
  if (!object) return;
  const std::span<EventData> events = reading.arena.array<EventData>(object->size());
  std::size_t count = 0;
  for (const JsonNode& node : *object) {
    if (node.is(JsonType::null)) continue;
    if (!json.expect(node, JsonType::object)) return;
    EventData& event = events[count++];
    event.name = reading.keep(node.key());
    event.int_value = json.integer(node, "int", 0);
    event.float_value = json.number(node, "float", 0);
    event.string_value = reading.keep(json.text(node, "string"));
    event.audio = reading.keep(json.text(node, "audio"));
    event.volume = json.number(node, "volume", 1);
    event.balance = json.number(node, "balance", 0);
    if (json.failed()) return;
  }
  reading.data.events = events.first(count);
  index_events(reading.data);
}

}  // namespace sinew::skeleton_json
