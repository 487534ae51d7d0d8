// Writing keys of every kind of timeline. Spec: skeleton-binary.md 11, 14 to 16, 18.
#include <algorithm>

#include "formats/skeleton_binary_writer.hpp"

namespace sinew::skeleton_binary {

namespace {

bool is_color(TimelineType type) {
  return type >= TimelineType::rgba && type <= TimelineType::rgb2;
}

/// The value of a key whose numbers are interpolated.
void write_value(Writing& writing, const Timeline& timeline, std::span<const double> value) {
  const bool old = writing.before(FormatVersion::v4_0);
  if (is_color(timeline.type)) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      // In 3.8 a dark colour has four bytes, the first of them 0.
      if (old && i == 4) writing.out.u8(0);
      writing.channel(value[i]);
    }
    return;
  }
  if (old && (timeline.type == TimelineType::transform || timeline.type == TimelineType::path_mix)) {
    const auto same = [&](std::size_t a, std::size_t b) {
      if (writing.single(value[a]) != writing.single(value[b])) writing.no_place_for("mix of y apart from that of x");
    };
    writing.number(value[0]);
    writing.number(value[1]);
    same(1, 2);
    if (timeline.type == TimelineType::path_mix) return;
    writing.number(value[3]);
    writing.number(value[5]);
    return same(3, 4);
  }
  for (const double one : value) writing.number(one);
}

void write_handles(Writing& writing, const Timeline& timeline, std::size_t key) {
  const auto beziers = timeline.beziers.subspan(timeline.curves[key], timeline.curves_per_key);
  for (const Bezier& bezier : beziers) {
    writing.number(bezier.cx1);
    writing.number(bezier.cy1);
    writing.number(bezier.cx2);
    writing.number(bezier.cy2);
  }
}

void write_old_ik_flags(Writing& writing, const IkFlags& ik) {
  writing.out.u8(ik.bend_positive ? 1 : 0xFF);
  writing.out.boolean(ik.compress);
  writing.out.boolean(ik.stretch);
}

/// A key from 4.2 on: flags first.
void write_ik_key(Writing& writing, const Timeline& timeline, std::size_t key) {
  const IkFlags& ik = timeline.ik_flags[key];
  const float mix = writing.single(timeline.values[2 * key]), softness = writing.single(timeline.values[2 * key + 1]);
  const Curve curve = key == 0 ? Curve::linear : timeline.curve(key - 1);
  writing.out.u8(flags({mix != 0, mix != 1, softness != 0, ik.bend_positive, ik.compress, ik.stretch,
                        curve == Curve::stepped, curve == Curve::bezier}));
  writing.number(timeline.times[key]);
  if (mix != 0 && mix != 1) writing.out.f32(mix);
  if (softness != 0) writing.out.f32(softness);
  if (curve == Curve::bezier) write_handles(writing, timeline, key - 1);
}

void write_deform(Writing& writing, const DeformKey& key) {
  writing.count(key.vertices.size());
  if (key.vertices.empty()) return;
  writing.index(key.offset);
  for (const double number : key.vertices) writing.number(number);
}

/// The pairs that the order heeds: within the list, and to places that are free.
std::vector<DrawOrderOffset> heeded(const DrawOrderKey& key, std::size_t list_size, std::vector<bool>& taken) {
  std::vector<DrawOrderOffset> result;
  taken.assign(list_size, false);
  for (const DrawOrderOffset& offset : key.offsets) {
    const std::int64_t place = std::int64_t{offset.slot} + offset.offset;
    if (place < 0 || place >= static_cast<std::int64_t>(list_size) || taken[static_cast<std::size_t>(place)]) continue;
    taken[static_cast<std::size_t>(place)] = true;
    result.push_back(offset);
  }
  return result;
}

}  // namespace

void write_key_count(Writing& writing, const Timeline& timeline) {
  writing.count(timeline.times.size());
  if (writing.before(FormatVersion::v4_0)) return;
  std::size_t segments = 0;
  for (std::size_t key = 0; key + 1 < timeline.times.size(); ++key) {
    if (timeline.curve(key) == Curve::bezier) ++segments;
  }
  writing.count(segments * timeline.curves_per_key);
}

void write_curve(Writing& writing, const Timeline& timeline, std::size_t key) {
  const bool old = writing.before(FormatVersion::v4_0);
  if (old ? key + 1 >= timeline.times.size() : key == 0) return;
  const std::size_t from = old ? key : key - 1;
  const Curve curve = timeline.curve(from);
  writing.out.u8(static_cast<std::uint8_t>(curve));
  if (curve != Curve::bezier) return;
  if (!old) return write_handles(writing, timeline, from);
  const std::optional<FractionCurve> one = fraction_curve(timeline, from);
  if (!one) return writing.no_place_for("keys whose values have curves of their own");
  for (const float number : {one->x1, one->y1, one->x2, one->y2}) writing.number(static_cast<double>(number));
}

void write_number_keys(Writing& writing, const Timeline& timeline) {
  std::span<const double> values = timeline.values;
  std::vector<double> angles;
  if (timeline.type == TimelineType::rotate && writing.before(FormatVersion::v4_0)) {
    angles = short_way_angles(timeline);
    if (angles.empty()) return writing.no_place_for("rotation by half a turn or more between two keys");
    values = angles;
  }
  write_key_count(writing, timeline);
  for (std::size_t key = 0; key < timeline.times.size() && !writing.failed(); ++key) {
    const WriteScope scope(writing, key);
    writing.number(timeline.times[key]);
    write_value(writing, timeline, values.subspan(key * timeline.components, timeline.components));
    write_curve(writing, timeline, key);
  }
}

void write_ik_keys(Writing& writing, const Timeline& timeline) {
  write_key_count(writing, timeline);
  for (std::size_t key = 0; key < timeline.times.size() && !writing.failed(); ++key) {
    const WriteScope scope(writing, key);
    if (!writing.before(FormatVersion::v4_2)) {
      write_ik_key(writing, timeline, key);
      continue;
    }
    writing.number(timeline.times[key]);
    writing.number(timeline.values[2 * key]);
    writing.number(timeline.values[2 * key + 1]);
    // In 3.8 the curve comes last.
    const bool flags_first = writing.before(FormatVersion::v4_0);
    if (flags_first) write_old_ik_flags(writing, timeline.ik_flags[key]);
    write_curve(writing, timeline, key);
    if (!flags_first) write_old_ik_flags(writing, timeline.ik_flags[key]);
  }
}

void write_held_keys(Writing& writing, const Timeline& timeline) {
  writing.count(timeline.times.size());
  for (std::size_t key = 0; key < timeline.times.size(); ++key) {
    const WriteScope scope(writing, key);
    writing.number(timeline.times[key]);
    if (timeline.type == TimelineType::attachment) {
      writing.reference(timeline.attachment_names[key]);
    } else if (timeline.type == TimelineType::inherit) {
      writing.out.u8(static_cast<std::uint8_t>(timeline.inherits[key]));
    } else if (timeline.type == TimelineType::sequence) {
      const SequenceKey& sequence = timeline.sequences[key];
      const std::int64_t packed = std::int64_t{sequence.index} * 16 + static_cast<std::int64_t>(sequence.mode);
      if (packed != static_cast<std::int32_t>(packed)) {
        writing.fail(ErrorCode::bad_value, "The index of a sequence key is too large for a binary file.");
      }
      writing.out.i32(static_cast<std::int32_t>(packed));
      writing.number(sequence.delay);
    }
  }
}

void write_deform_keys(Writing& writing, const Timeline& timeline) {
  const bool curve_last = writing.before(FormatVersion::v4_0);
  write_key_count(writing, timeline);
  for (std::size_t key = 0; key < timeline.times.size() && !writing.failed(); ++key) {
    const WriteScope scope(writing, key);
    writing.number(timeline.times[key]);
    if (!curve_last) write_curve(writing, timeline, key);
    write_deform(writing, timeline.deforms[key]);
    if (curve_last) write_curve(writing, timeline, key);
  }
}

void write_order_keys(Writing& writing, const Timeline& timeline) {
  const std::size_t list_size =
      timeline.type == TimelineType::draw_order_folder ? timeline.folder.size() : writing.data.slots.size();
  std::vector<bool> taken;
  writing.count(timeline.times.size());
  for (std::size_t key = 0; key < timeline.times.size(); ++key) {
    const WriteScope scope(writing, key);
    writing.number(timeline.times[key]);
    const std::vector<DrawOrderOffset> offsets = heeded(timeline.draw_orders[key], list_size, taken);
    writing.count(offsets.size());
    for (const DrawOrderOffset& offset : offsets) {
      writing.index(offset.slot);
      writing.out.uv(static_cast<std::uint32_t>(offset.offset));
    }
  }
}

void write_event_keys(Writing& writing, const Timeline& timeline) {
  writing.count(timeline.times.size());
  for (std::size_t i = 0; i < timeline.times.size(); ++i) {
    const WriteScope scope(writing, i);
    const EventKey& key = timeline.events[i];
    const EventData& event = writing.data[key.event];
    writing.number(timeline.times[i]);
    writing.index(key.event.value);
    writing.out.sv(key.int_value);
    writing.number(key.float_value);
    const bool own_text = key.string_value != event.string_value;
    if (writing.before(FormatVersion::v4_2)) {
      writing.out.boolean(own_text);
      if (own_text) writing.text(key.string_value);
    } else {
      own_text ? writing.text(key.string_value) : writing.out.uv(0);
    }
    if (event.audio.empty()) continue;
    writing.number(key.volume);
    writing.number(key.balance);
  }
}

}  // namespace sinew::skeleton_binary
