// Timelines whose keys hold: inherit modes, attachments, sequences, draw order, events; and deforms.
// Spec: skeleton-json.md 10.2, 10.3, 10.7, 10.9, 10.10 and 14.4.
#include <algorithm>

#include "formats/skeleton_json.hpp"

namespace sinew::skeleton_json {

void read_inherit_keys(Reading& reading, const JsonNode& keys, BoneIndex bone) {
  if (!collect_keys(reading, keys)) return;
  Timeline& timeline = add_timeline(reading, TimelineType::inherit);
  timeline.bone = bone;
  const std::span<Inherit> inherits = reading.arena.array<Inherit>(reading.keys.size());
  for (std::size_t i = 0; i < inherits.size(); ++i)
    inherits[i] = read_inherit(reading, *reading.keys[i].node, "inherit");
  timeline.inherits = inherits;
}

void read_attachment_keys(Reading& reading, const JsonNode& keys, SlotIndex slot) {
  if (!collect_keys(reading, keys)) return;
  Timeline& timeline = add_timeline(reading, TimelineType::attachment);
  timeline.slot = slot;
  const std::span<PlaceholderIndex> attachments = reading.arena.array<PlaceholderIndex>(reading.keys.size());
  const std::span<std::string_view> names = reading.arena.array<std::string_view>(reading.keys.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = reading.json.text(*reading.keys[i].node, "name");
    if (name.empty()) continue;
    attachments[i] = reading.data.find_placeholder(slot, name);
    names[i] = attachments[i] ? reading.data[attachments[i]].key : reading.keep(name);
  }
  timeline.attachments = attachments;
  timeline.attachment_names = names;
}

void read_deform_keys(Reading& reading, const JsonNode& keys, AttachmentIndex index) {
  JsonFields& json = reading.json;
  const Attachment& attachment = reading.data[index];
  const Vertices* vertices = attachment.vertices();
  if (!vertices) {
    return json.warn(
        keys, ErrorCode::bad_value,
        "A " + std::string(name_of(attachment.type)) + " has no vertices to deform; the timeline is left out.");
  }
  if (!collect_keys(reading, keys)) return;
  Timeline& timeline = add_timeline(reading, TimelineType::deform);
  timeline.slot = attachment.slot;
  timeline.attachment = index;
  timeline.curves_per_key = 1;
  const std::span<DeformKey> deforms = reading.arena.array<DeformKey>(reading.keys.size());
  for (std::size_t i = 0; i < deforms.size(); ++i) {
    const JsonNode& node = *reading.keys[i].node;
    const JsonNode* numbers = json.array(node, "vertices");
    const std::int32_t offset = json.integer(node, "offset", 0);
    const std::size_t count = numbers ? numbers->size() : 0;
    if (json.failed()) return;
    if (offset < 0 || static_cast<std::size_t>(offset) + count > vertices->deform_size()) {
      return json.fail(node, ErrorCode::bad_value,
                       "The key has " + std::to_string(count) + " numbers from number " + std::to_string(offset) +
                           " on, but the attachment has " + std::to_string(vertices->deform_size()) +
                           " numbers to deform.");
    }
    const std::span<double> values = reading.arena.room<double>(count);
    if (numbers) {
      std::size_t at = 0;
      for (const JsonNode& number : *numbers) values[at++] = json.number(number) * reading.scale;
    }
    deforms[i].offset = static_cast<std::uint32_t>(offset);
    deforms[i].vertices = values;
  }
  timeline.deforms = deforms;
  constexpr double scale_of_fraction[] = {1};
  read_curves(reading, timeline, scale_of_fraction);
}

namespace {

void read_sequence_keys(Reading& reading, const JsonNode& keys, AttachmentIndex index) {
  JsonFields& json = reading.json;
  const Attachment& attachment = reading.data[index];
  if (!attachment.sequence) {
    return json.warn(keys, ErrorCode::bad_value, "The attachment has no sequence; the timeline is left out.");
  }
  if (!collect_keys(reading, keys, true)) return;
  Timeline& timeline = add_timeline(reading, TimelineType::sequence);
  timeline.slot = attachment.slot;
  timeline.attachment = index;
  const std::span<SequenceKey> sequences = reading.arena.array<SequenceKey>(reading.keys.size());
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const JsonNode& node = *reading.keys[i].node;
    sequences[i].mode = json.enumeration(node, "mode", SequenceMode::hold);
    sequences[i].index = json.integer(node, "index", 0);
    sequences[i].delay = reading.keys[i].delay;
  }
  timeline.sequences = sequences;
}

/// Warns about entries that the order cannot heed: the engine treats their slots as not listed. `offsets` is sorted.
void warn_about_places(Reading& reading, std::size_t list_size) {
  std::vector<std::uint32_t>& taken = reading.place_marks;
  taken.resize(std::max(taken.size(), list_size), 0);
  for (const OffsetEntry& entry : reading.offsets) {
    const std::int64_t place = std::int64_t{entry.offset.slot} + entry.offset.offset;
    if (place < 0 || place >= static_cast<std::int64_t>(list_size)) {
      reading.json.warn(*entry.node, ErrorCode::bad_value,
                        "The slot would go to place " + std::to_string(place) + " of " + std::to_string(list_size) +
                            "; it is treated as not listed.");
    } else if (std::uint32_t& mark = taken[static_cast<std::size_t>(place)]; mark == reading.mark) {
      reading.json.warn(*entry.node, ErrorCode::duplicate,
                        "Another slot of this key goes to place " + std::to_string(place) +
                            " already; this one is treated as not listed.");
    } else {
      mark = reading.mark;
    }
  }
}

/// `offsets` of one key. `place_of` gives a slot's place in the list that is reordered, or none.
template <class PlaceOf>
DrawOrderKey read_offsets(Reading& reading, const JsonNode& key, std::size_t list_size, PlaceOf place_of) {
  JsonFields& json = reading.json;
  const JsonNode* array = json.array(key, "offsets");
  if (!array) return {};
  std::vector<OffsetEntry>& offsets = reading.offsets;
  offsets.clear();
  reading.slot_marks.resize(reading.data.slots.size(), 0);
  ++reading.mark;
  for (const JsonNode& node : *array) {
    if (!json.expect(node, JsonType::object)) return {};
    const std::string_view name = json.required_text(node, "slot");
    const JsonNode* offset = json.required(node, "offset");
    if (!offset) return {};
    const std::int32_t distance = json.integer(*offset);
    if (json.failed()) return {};
    const SlotIndex slot = reading.data.find_slot(name);
    const std::optional<std::uint32_t> place = slot ? place_of(slot) : std::nullopt;
    if (!place) {
      json.warn(node, ErrorCode::unknown_reference,
                slot ? "The slot " + quoted(name) + " does not belong to this folder; the entry is left out."
                     : "There is no slot called " + quoted(name) + "; the entry is left out.");
      continue;
    }
    if (reading.slot_marks[slot.value] == reading.mark) {
      json.warn(node, ErrorCode::duplicate,
                "The slot " + quoted(name) + " is in this key already; the second entry is left out.");
      continue;
    }
    reading.slot_marks[slot.value] = reading.mark;
    offsets.push_back({{*place, distance}, &node});
  }
  std::sort(offsets.begin(), offsets.end(),
            [](const OffsetEntry& a, const OffsetEntry& b) { return a.offset.slot < b.offset.slot; });
  warn_about_places(reading, list_size);
  const std::span<DrawOrderOffset> result = reading.arena.array<DrawOrderOffset>(offsets.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = offsets[i].offset;
  return {result.empty(), result};
}

template <class PlaceOf>
std::span<const DrawOrderKey> read_draw_order_keys(Reading& reading, std::size_t list_size, PlaceOf place_of) {
  const std::span<DrawOrderKey> orders = reading.arena.array<DrawOrderKey>(reading.keys.size());
  for (std::size_t i = 0; i < orders.size(); ++i) {
    orders[i] = read_offsets(reading, *reading.keys[i].node, list_size, place_of);
    if (reading.json.failed()) return {};
  }
  return orders;
}

}  // namespace

void read_attachment_timelines(Reading& reading, const JsonNode& group, AttachmentIndex attachment) {
  for (const JsonNode& keys : group) {
    if (reading.json.failed()) return;
    if (keys.key() == "deform") {
      read_deform_keys(reading, keys, attachment);
    } else if (keys.key() == "sequence") {
      read_sequence_keys(reading, keys, attachment);
    } else {
      warn_about_timeline(reading, keys, "attachment");
    }
  }
}

void read_draw_order(Reading& reading, const JsonNode& keys) {
  if (!collect_keys(reading, keys)) return;
  Timeline& timeline = add_timeline(reading, TimelineType::draw_order);
  timeline.draw_orders = read_draw_order_keys(reading, reading.data.slots.size(),
                                              [](SlotIndex slot) { return std::optional<std::uint32_t>(slot.value); });
}

void read_draw_order_folder(Reading& reading, const JsonNode& folder) {
  JsonFields& json = reading.json;
  if (folder.is(JsonType::null) || !json.expect(folder, JsonType::object)) return;
  const JsonNode* names = json.required_array(folder, "slots");
  const JsonNode* keys = folder.find("keys");
  if (!names || !keys) return;

  constexpr std::uint32_t none = 0xffffffffu;
  std::vector<std::uint32_t>& places = reading.folder_places;
  places.resize(reading.data.slots.size(), none);
  const std::span<SlotIndex> slots = reading.arena.array<SlotIndex>(names->size());
  std::size_t count = 0;
  for (const JsonNode& node : *names) {
    const std::string_view name = json.text(node);
    if (json.failed()) return;
    const SlotIndex slot = reading.data.find_slot(name);
    if (!slot || places[slot.value] != none) {
      json.warn(node, slot ? ErrorCode::duplicate : ErrorCode::unknown_reference,
                slot ? "The slot " + quoted(name) + " is in this folder already."
                     : "There is no slot called " + quoted(name) + "; it is left out of the folder.");
      continue;
    }
    places[slot.value] = static_cast<std::uint32_t>(count);
    slots[count++] = slot;
  }
  // Only what was set is set back, so that many folders of few slots do not take time for all slots.
  const auto forget = [&] {
    for (std::size_t i = 0; i < count; ++i) places[slots[i].value] = none;
  };
  if (count == 0) {
    return json.warn(folder, ErrorCode::missing_member, "The folder has no slots; its timeline is left out.");
  }
  if (!collect_keys(reading, *keys)) return forget();
  Timeline& timeline = add_timeline(reading, TimelineType::draw_order_folder);
  timeline.folder = slots.first(count);
  timeline.draw_orders = read_draw_order_keys(reading, count, [&](SlotIndex slot) {
    const std::uint32_t place = places[slot.value];
    return place == none ? std::nullopt : std::optional<std::uint32_t>(place);
  });
  forget();
}

void read_event_keys(Reading& reading, const JsonNode& keys) {
  JsonFields& json = reading.json;
  if (!collect_keys(reading, keys)) return;
  // Keys of unknown events are left out first, so that the timeline has times for the others only.
  const auto is_unknown = [&](const KeyNode& key) {
    const JsonNode* name = json.required(*key.node, "name");
    const std::string_view text = name ? json.text(*name) : std::string_view();
    if (json.failed() || reading.data.find_event(text)) return false;
    json.warn(*name, ErrorCode::unknown_reference,
              "There is no event called " + quoted(text) + "; the key is left out.");
    return true;
  };
  std::erase_if(reading.keys, is_unknown);
  if (json.failed() || reading.keys.empty()) return;
  Timeline& timeline = add_timeline(reading, TimelineType::event);
  const std::span<EventKey> events = reading.arena.array<EventKey>(reading.keys.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const JsonNode& node = *reading.keys[i].node;
    EventKey& key = events[i];
    key.event = reading.data.find_event(json.text(node, "name"));
    const EventData& event = reading.data[key.event];
    key.int_value = json.integer(node, "int", event.int_value);
    key.float_value = json.number(node, "float", event.float_value);
    const JsonNode* text = node.find("string");
    key.string_value = text ? reading.keep(json.text(*text)) : event.string_value;
    key.volume = json.number(node, "volume", event.volume);
    key.balance = json.number(node, "balance", event.balance);
  }
  timeline.events = events;
}

}  // namespace sinew::skeleton_json
