// Bones, slots and events. Spec: skeleton-binary.md 5, 6, 10, 13 and 14.
#include "formats/skeleton_binary.hpp"
#include "model/builder.hpp"
#include "model/names.hpp"

namespace sinew::skeleton_binary {

namespace {

constexpr std::size_t kInherits = EnumNames<Inherit>::values.size();
constexpr std::size_t kBlends = EnumNames<BlendMode>::values.size();

void read_bone(Reading& reading, std::size_t number, BoneData& bone) {
  ByteReader& in = reading.in;
  bone.name = reading.name("bone");
  if (number != 0) {
    const std::size_t at = in.offset();
    const std::uint32_t parent = in.uv();
    if (parent >= number) {
      reading.fail(at, ErrorCode::bad_order,
                   "The parent of bone " + std::to_string(number) + " is given as bone " + std::to_string(parent) +
                       "; every bone must come after its parent.");
    }
    bone.parent = BoneIndex(parent);
  }
  bone.setup.rotation = reading.number();
  bone.setup.x = reading.length();
  bone.setup.y = reading.length();
  bone.setup.scale_x = reading.number();
  bone.setup.scale_y = reading.number();
  bone.setup.shear_x = reading.number();
  bone.setup.shear_y = reading.number();
  if (reading.before(FormatVersion::v4_2)) {
    bone.length = reading.length();
    bone.inherit = reading.choice_uv<Inherit>(kInherits, "inherit mode");
  } else if (reading.before(FormatVersion::v4_3)) {
    bone.length = reading.length();
    bone.inherit = reading.choice<Inherit>(kInherits, "inherit mode");
  } else {
    bone.inherit = reading.choice<Inherit>(kInherits, "inherit mode");
    bone.length = reading.length();
  }
  bone.skin_required = in.boolean();
  if (!reading.nonessential) return;
  bone.color = reading.rgba();
  if (reading.before(FormatVersion::v4_2)) return;
  bone.icon = reading.text();
  if (!reading.before(FormatVersion::v4_3)) {
    bone.icon_size = reading.number();
    bone.icon_rotation = reading.number();
  }
  bone.visible = in.boolean();
}

void read_slot(Reading& reading, SlotData& slot) {
  ByteReader& in = reading.in;
  slot.name = reading.name("slot");
  slot.bone = reading.bone();
  slot.color = reading.rgba();
  const std::uint8_t unused = in.u8(), red = in.u8(), green = in.u8(), blue = in.u8();
  if ((unused & red & green & blue) != 0xFF) {
    slot.has_dark = true;
    slot.dark = {static_cast<float>(red) / 255.0f, static_cast<float>(green) / 255.0f,
                 static_cast<float>(blue) / 255.0f, 1};
  }
  slot.attachment = reading.reference();
  slot.blend = reading.choice_uv<BlendMode>(kBlends, "blend mode");
  if (reading.nonessential && !reading.before(FormatVersion::v4_2)) slot.visible = in.boolean();
}

void read_event(Reading& reading, EventData& event) {
  const std::size_t at = reading.in.offset();
  event.name =
      reading.before(FormatVersion::v4_2) ? reading.required_reference("name of this event") : reading.name("event");
  event.int_value = reading.in.sv();
  event.float_value = reading.number();
  event.string_value = reading.text();
  const std::optional<std::string_view> audio = reading.optional_text();
  if (!audio) return;
  if (audio->empty()) {
    reading.fail(
        at, ErrorCode::bad_value,
        "The path of this event's sound is empty; existing readers disagree on whether a volume follows then.");
  }
  event.audio = *audio;
  event.volume = reading.number();
  event.balance = reading.number();
}

}  // namespace

void read_bones(Reading& reading) {
  Scope list(reading, "bones");
  const std::size_t at = reading.in.offset();
  const std::span<BoneData> bones = reading.arena.array<BoneData>(reading.count(36));
  if (bones.empty()) {
    return reading.fail(at, ErrorCode::missing_member, "The skeleton has no bones; there must be at least one.");
  }
  Scope item(reading, std::size_t{0});
  for (std::size_t i = 0; i < bones.size() && !reading.failed(); ++i) {
    item.set_number(i);
    read_bone(reading, i, bones[i]);
  }
  if (reading.failed()) return;
  reading.data.bones = bones;
  index_bones(reading.data);
  warn_about_duplicates(reading, bones, reading.data.bone_names, "bone",
                        [](std::size_t i) { return "/bones/" + std::to_string(i); });
}

void read_slots(Reading& reading) {
  Scope list(reading, "slots");
  const std::span<SlotData> slots = reading.arena.array<SlotData>(reading.count(13));
  Scope item(reading, std::size_t{0});
  for (std::size_t i = 0; i < slots.size() && !reading.failed(); ++i) {
    item.set_number(i);
    read_slot(reading, slots[i]);
  }
  if (reading.failed()) return;
  reading.data.slots = slots;
  index_slots(reading.data);
  warn_about_duplicates(reading, slots, reading.data.slot_names, "slot",
                        [](std::size_t i) { return "/slots/" + std::to_string(i); });
}

void read_events(Reading& reading) {
  Scope list(reading, "events");
  // A name is a text of two bytes, or up to 4.1 a reference of one.
  const std::span<EventData> events = reading.arena.array<EventData>(reading.count(8));
  Scope item(reading, std::size_t{0});
  for (std::size_t i = 0; i < events.size() && !reading.failed(); ++i) {
    item.set_number(i);
    read_event(reading, events[i]);
  }
  if (reading.failed()) return;
  reading.data.events = events;
  index_events(reading.data);
  warn_about_duplicates(reading, events, reading.data.event_names, "event",
                        [](std::size_t i) { return "/events/" + std::to_string(i); });
}

}  // namespace sinew::skeleton_binary
