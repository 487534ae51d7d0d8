// Deforms, and timelines of the whole whose keys hold: sequences, draw order, events. Spec: skeleton-binary.md 11.7 to
// 11.9, 14 to 16.
#include "formats/skeleton_binary.hpp"

namespace sinew::skeleton_binary {

namespace {

DeformKey read_deform(Reading& reading, std::uint32_t size) {
  const std::size_t at = reading.in.offset();
  const std::uint32_t count = reading.count(4);
  if (count == 0) return {};
  const std::uint32_t first = reading.in.uv();
  if (std::uint64_t{first} + count > size) {
    reading.fail(at, ErrorCode::bad_value,
                 "The key has " + std::to_string(count) + " numbers from number " + std::to_string(first) +
                     " on, but the attachment has " + std::to_string(size) + " numbers to deform.");
    return {};
  }
  const std::span<double> numbers = reading.arena.room<double>(count);
  for (double& number : numbers) number = reading.length();
  return {first, numbers};
}

void read_deform_keys(Reading& reading, AttachmentIndex index) {
  Scope scope(reading, std::size_t{0});
  const Attachment& attachment = reading.data[index];
  const Vertices* vertices = attachment.vertices();
  if (!vertices) {
    return reading.fail(reading.in.offset(), ErrorCode::bad_value,
                        "A " + std::string(name_of(attachment.type)) + " has no vertices to deform.");
  }
  KeyReader keys(reading, TimelineType::deform, 5, 1);
  const std::span<DeformKey> deforms = reading.arena.array<DeformKey>(keys.size());
  const bool curve_last = reading.before(FormatVersion::v4_0);
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    keys.read_time(i);
    if (!curve_last) keys.read_curve(i);
    deforms[i] = read_deform(reading, vertices->deform_size());
    if (curve_last) keys.read_curve(i);
  }
  keys.timeline().slot = attachment.slot;
  keys.timeline().attachment = index;
  keys.timeline().deforms = deforms;
  keys.finish();
}

void read_sequence_keys(Reading& reading, AttachmentIndex index) {
  Scope scope(reading, std::size_t{0});
  const Attachment& attachment = reading.data[index];
  const std::size_t at = reading.in.offset();
  if (!attachment.region && !attachment.mesh) {
    return reading.fail(at, ErrorCode::bad_value,
                        "A " + std::string(name_of(attachment.type)) + " has no images to show in sequence.");
  }
  KeyReader keys(reading, TimelineType::sequence, 12);
  const std::span<SequenceKey> sequences = reading.arena.array<SequenceKey>(keys.size());
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    keys.read_time(i);
    const std::size_t mode_at = reading.in.offset();
    const std::int32_t packed = reading.in.i32();
    const std::uint32_t mode = static_cast<std::uint32_t>(packed) & 15u;
    sequences[i].mode = static_cast<SequenceMode>(
        reading.choice_number(mode_at, mode, EnumNames<SequenceMode>::values.size(), "sequence mode"));
    // Rounds down, as shifting does.
    sequences[i].index = static_cast<std::int32_t>((packed - static_cast<std::int32_t>(mode)) / 16);
    sequences[i].delay = reading.number();
  }
  if (reading.failed()) return;
  if (!attachment.sequence) {
    reading.warn(at, ErrorCode::bad_value, "The attachment has no sequence; the timeline is left out.");
    return keys.drop();
  }
  if (keys.size() == 0) return keys.drop();
  keys.timeline().slot = attachment.slot;
  keys.timeline().attachment = index;
  keys.timeline().sequences = sequences;
}

/// Marks a slot, or a place in a list of slots. False when it is marked already.
bool mark(Reading& reading, std::size_t place) {
  if (reading.slot_marks.empty()) reading.slot_marks = reading.arena.array<std::uint32_t>(reading.data.slots.size());
  if (reading.slot_marks[place] == reading.mark) return false;
  reading.slot_marks[place] = reading.mark;
  return true;
}

DrawOrderKey read_order(Reading& reading, std::size_t list_size) {
  const std::span<DrawOrderOffset> offsets = reading.arena.room<DrawOrderOffset>(reading.count(2));
  ++reading.mark;
  std::int64_t before = -1;
  for (DrawOrderOffset& offset : offsets) {
    const std::size_t at = reading.in.offset();
    offset.slot = reading.index(list_size, "slot in this list");
    offset.offset = static_cast<std::int32_t>(reading.in.uv());
    if (reading.failed()) return {};
    const std::int64_t place = std::int64_t{offset.slot} + offset.offset;
    if (offset.slot <= before) {
      reading.fail(at, ErrorCode::bad_order, "The slots of a draw order key must be in ascending order.");
    } else if (place < 0 || place >= static_cast<std::int64_t>(list_size)) {
      reading.fail(at, ErrorCode::bad_value,
                   "The slot would go to place " + std::to_string(place) + " of " + std::to_string(list_size) + ".");
    } else if (!mark(reading, static_cast<std::size_t>(place))) {
      reading.fail(at, ErrorCode::duplicate,
                   "Another slot of this key goes to place " + std::to_string(place) + " already.");
    }
    if (reading.failed()) return {};
    before = offset.slot;
  }
  return {offsets.empty(), offsets};
}

void read_order_keys(Reading& reading, TimelineType type, std::size_t list_size, std::span<const SlotIndex> folder) {
  Scope scope(reading, std::size_t{0});
  KeyReader keys(reading, type, 5);
  if (keys.size() == 0) return keys.drop();
  const std::span<DrawOrderKey> orders = reading.arena.array<DrawOrderKey>(keys.size());
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    keys.read_time(i);
    orders[i] = read_order(reading, list_size);
  }
  keys.timeline().folder = folder;
  keys.timeline().draw_orders = orders;
}

EventKey read_event_key(Reading& reading) {
  ByteReader& in = reading.in;
  EventKey key;
  key.event = EventIndex(reading.index(reading.data.events.size(), "event"));
  if (reading.failed()) return key;
  const EventData& event = reading.data[key.event];
  key.int_value = in.sv();
  key.float_value = reading.number();
  std::optional<std::string_view> text;
  if (!reading.before(FormatVersion::v4_2)) {
    text = reading.optional_text();
  } else if (in.boolean()) {
    text = reading.text();
  }
  key.string_value = text ? *text : event.string_value;
  key.volume = event.volume;
  key.balance = event.balance;
  if (!event.audio.empty()) {
    key.volume = reading.number();
    key.balance = reading.number();
  }
  return key;
}

}  // namespace

void read_attachment_timeline(Reading& reading, AttachmentIndex attachment) {
  std::uint32_t type = 0;
  if (!reading.before(FormatVersion::v4_1)) {
    const std::size_t at = reading.in.offset();
    type = reading.choice_number(at, reading.in.u8(), 2, "timeline of attachments");
  }
  if (reading.failed()) return;
  const Scope scope(reading, type == 0 ? "deform" : "sequence");
  type == 0 ? read_deform_keys(reading, attachment) : read_sequence_keys(reading, attachment);
}

void read_draw_order(Reading& reading) {
  const Scope scope(reading, "drawOrder");
  read_order_keys(reading, TimelineType::draw_order, reading.data.slots.size(), {});
}

void read_draw_order_folder(Reading& reading) {
  const std::span<SlotIndex> slots = reading.arena.room<SlotIndex>(reading.count(1));
  ++reading.mark;
  for (SlotIndex& slot : slots) {
    const std::size_t at = reading.in.offset();
    slot = reading.slot();
    if (reading.failed()) return;
    if (!mark(reading, slot.value)) {
      return reading.fail(at, ErrorCode::duplicate,
                          "The slot " + quoted(reading.data[slot].name) + " is in this folder already.");
    }
  }
  const Scope scope(reading, "keys");
  const std::size_t before = reading.timelines.size();
  read_order_keys(reading, TimelineType::draw_order_folder, slots.size(), slots);
  // A folder without slots orders nothing.
  if (slots.empty() && reading.timelines.size() > before && !reading.failed()) reading.timelines.pop_back();
}

void read_event_keys(Reading& reading) {
  const Scope list(reading, "events");
  Scope scope(reading, std::size_t{0});
  // Time, event, int, float and a text of one byte.
  KeyReader keys(reading, TimelineType::event, 11);
  if (keys.size() == 0) return keys.drop();
  const std::span<EventKey> events = reading.arena.array<EventKey>(keys.size());
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    keys.read_time(i);
    events[i] = read_event_key(reading);
  }
  keys.timeline().events = events;
}

}  // namespace sinew::skeleton_binary
