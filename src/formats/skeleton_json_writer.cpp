// Skeleton JSON from a SkeletonData: the header, bones, slots and events. Spec: skeleton-json.md 3, 4, 5, 9 and 13.
#include "formats/skeleton_json_writer.hpp"

#include "base/memory_guard.hpp"
#include "formats/format_versions.hpp"
#include "formats/json_fields.hpp"
#include "formats/json_layout.hpp"
#include "sinew/write.hpp"

namespace sinew {

namespace skeleton_json {

namespace {

/// Whether a reader takes a file with this version text for one of the layout.
bool means(std::string_view version_text, FormatVersion layout) {
  const std::optional<LayoutChoice> choice = choose_layout(version_text);
  if (!choice) return false;
  return choice->layout == layout || (choice->between && layout == FormatVersion::v3_8);
}

void write_header(Writing& writing) {
  const SkeletonData& data = writing.data;
  JsonEmitter& json = writing.json;
  const auto header = json.object("skeleton");
  json.text_unless_empty("hash", data.hash);
  // Without a version, or with that of another layout, a reader guesses wrong.
  if (means(data.version_text, data.version)) {
    json.text("spine", data.version_text);
  } else {
    const std::string version = substitute_version(data.version_text, data.version);
    writing.warn("/skeleton/spine", "The version is written as " + version + ", not as " + quoted(data.version_text) +
                                        ", which does not lead readers to the layout.");
    json.text("spine", version);
  }
  json.number("x", data.x, 0);
  json.number("y", data.y, 0);
  json.number("width", data.width, 0);
  json.number("height", data.height, 0);
  if (!writing.before_4_2()) json.number("referenceScale", data.reference_scale, 100);
  json.number("fps", data.fps, 30);
  json.text_unless_empty("images", data.images);
  // Where the editor writes one of the folders it writes both.
  if (!data.audio.empty() || !data.images.empty()) json.text("audio", data.audio);
}

void write_bone(Writing& writing, const BoneData& bone) {
  JsonEmitter& json = writing.json;
  const BoneData defaults;
  const auto object = json.object();
  json.text("name", bone.name);
  if (bone.parent) writing.bone("parent", bone.parent);
  json.number("length", bone.length, 0);
  json.number("rotation", bone.setup.rotation, 0);
  json.number("x", bone.setup.x, 0);
  json.number("y", bone.setup.y, 0);
  json.number("scaleX", bone.setup.scale_x, 1);
  json.number("scaleY", bone.setup.scale_y, 1);
  json.number("shearX", bone.setup.shear_x, 0);
  json.number("shearY", bone.setup.shear_y, 0);
  if (bone.inherit != Inherit::normal) json.text(writing.before_4_2() ? "transform" : "inherit", name_of(bone.inherit));
  json.boolean("skin", bone.skin_required, false);
  if (!(bone.color == defaults.color)) json.color("color", bone.color, true);
  if (writing.before_4_2()) return;
  json.text_unless_empty("icon", bone.icon);
  if (writing.v4_3()) {
    json.number("iconSize", bone.icon_size, 1);
    json.number("iconRotation", bone.icon_rotation, 0);
  }
  json.boolean("visible", bone.visible, true);
}

void write_slot(Writing& writing, const SlotData& slot) {
  JsonEmitter& json = writing.json;
  const auto object = json.object();
  json.text("name", slot.name);
  writing.bone("bone", slot.bone);
  if (!(slot.color == Color{})) json.color("color", slot.color, true);
  if (slot.has_dark) json.color("dark", slot.dark, false);
  json.text_unless_empty("attachment", slot.attachment);
  if (slot.blend != BlendMode::normal) json.text("blend", name_of(slot.blend));
  if (!writing.before_4_2()) json.boolean("visible", slot.visible, true);
}

void write_skeleton(Writing& writing) {
  const auto root = writing.json.object();
  constexpr void (*parts[])(Writing&) = {write_header, write_bones,  write_slots,     write_constraints,
                                         write_skins,  write_events, write_animations};
  for (const auto part : parts) {
    if (!writing.failed()) part(writing);
  }
}

}  // namespace

void Writing::bone(std::string_view member, BoneIndex index) {
  const std::string_view name = data[index].name;
  json.text(member, name);
  if (name.empty() || data.find_bone(name) != index) {
    json.fail(
        member, ErrorCode::bad_value,
        "JSON refers to bones by their names, and " + quoted(name) + " means none or another one; rename the bones.");
  }
}

void Writing::slot(std::string_view member, SlotIndex index) {
  const std::string_view name = data[index].name;
  json.text(member, name);
  if (name.empty() || data.find_slot(name) != index) {
    json.fail(
        member, ErrorCode::bad_value,
        "JSON refers to slots by their names, and " + quoted(name) + " means none or another one; rename the slots.");
  }
}

void Writing::bones(std::string_view member, std::span<const BoneIndex> indices) {
  const auto list = json.array(member);
  for (const BoneIndex index : indices) bone({}, index);
}

std::string_view Writing::key(std::string_view name, bool unique, std::string_view kind) {
  if (!unique) {
    json.fail(name, ErrorCode::duplicate,
              "JSON tells the " + std::string(kind) + "s apart by their names, and two are called " + quoted(name) +
                  "; rename one.");
  }
  return name;
}

void write_bones(Writing& writing) {
  const auto array = writing.json.array("bones");
  for (const BoneData& bone : writing.data.bones) write_bone(writing, bone);
}

void write_slots(Writing& writing) {
  if (writing.data.slots.empty()) return;
  const auto array = writing.json.array("slots");
  for (const SlotData& slot : writing.data.slots) write_slot(writing, slot);
}

void write_events(Writing& writing) {
  const SkeletonData& data = writing.data;
  JsonEmitter& json = writing.json;
  if (data.events.empty()) return;
  const auto object = json.object("events");
  for (std::size_t i = 0; i < data.events.size(); ++i) {
    const EventData& event = data.events[i];
    const auto entry = json.object(writing.key(event.name, data.find_event(event.name) == EventIndex(i), "event"));
    json.integer("int", event.int_value, 0);
    json.number("float", event.float_value, 0);
    json.text_unless_empty("string", event.string_value);
    json.text_unless_empty("audio", event.audio);
    // Readers differ in the defaults of these two where there is audio.
    if (!event.audio.empty() || event.volume != 1) json.number("volume", event.volume);
    if (!event.audio.empty() || event.balance != 0) json.number("balance", event.balance);
  }
}

}  // namespace skeleton_json

namespace {

Result<std::string> write_json(const SkeletonData& data, const WriteOptions& options) {
  const UnknownFields* unknown = data.unknown && data.unknown->version == data.version ? data.unknown : nullptr;
  skeleton_json::Writing writing(data, unknown, options.warnings);
  skeleton_json::write_skeleton(writing);
  if (writing.json.error()) return *writing.json.error();
  std::string compact = writing.json.take();
  if (options.layout == JsonLayout::compact) return compact;
  return lay_out_json(compact);
}

}  // namespace

Result<std::string> write_skeleton_json(const SkeletonData& data, const WriteOptions& options) {
  return guard_memory({}, [&] { return write_json(data, options); });
}

}  // namespace sinew
