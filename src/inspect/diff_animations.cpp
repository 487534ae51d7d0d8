// Animations: timelines matched by what they set, keys by place or time.
#include <algorithm>

#include "base/number_text.hpp"
#include "inspect/differ.hpp"
#include "model/timeline_place.hpp"
#include "pose/draw_order.hpp"

namespace sinew::inspect {

namespace {

void diff_deform(Differ& d, const DeformKey& x, const DeformKey& y) {
  const auto at = [](const DeformKey& key, std::size_t i) {
    return i >= key.offset && i - key.offset < key.vertices.size() ? key.vertices[i - key.offset] : 0.0;
  };
  const std::size_t first = std::min(x.offset, y.offset), second = std::max(x.offset, y.offset);
  const std::size_t end_x = x.offset + x.vertices.size(), end_y = y.offset + y.vertices.size();
  const std::size_t gap = std::min(end_x, end_y), last = std::max(end_x, end_y);
  Differ::Farthest farthest;
  for (std::size_t i = first; i < last; ++i) {
    if (i == gap && gap < second) i = second;  // neither has anything between
    if (i < last) farthest.add(d, at(x, i), at(y, i));
  }
  farthest.report(d, "vertices");
}

/// The names of the slots in the order that a key makes of all slots, or of a folder's.
std::vector<std::string_view> resulting_order(const SkeletonData& data, const Timeline& timeline,
                                              const DrawOrderKey& key) {
  const bool folder = timeline.type == TimelineType::draw_order_folder;
  std::vector<std::uint32_t> order(folder ? timeline.folder.size() : data.slots.size());
  if (key.setup) {
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  } else {
    build_order(key, order);
  }
  std::vector<std::string_view> names;
  names.reserve(order.size());
  for (const std::uint32_t i : order) names.push_back(data[folder ? timeline.folder[i] : SlotIndex(i)].name);
  return names;
}

/// Whether the lists that two timelines reorder have the same names in the same order.
bool same_lists(Differ& d, const Timeline& x, const Timeline& y) {
  const auto same_names = [](const SlotData& a, const SlotData& b) { return a.name == b.name; };
  if (x.type == TimelineType::draw_order) {
    if (!d.same_slots) {
      d.same_slots = std::equal(d.a.slots.begin(), d.a.slots.end(), d.b.slots.begin(), d.b.slots.end(), same_names);
    }
    return *d.same_slots;
  }
  if (d.last_folders.a != x.folder.data() || d.last_folders.b != y.folder.data()) {
    const bool same = std::equal(x.folder.begin(), x.folder.end(), y.folder.begin(), y.folder.end(),
                                 [&](SlotIndex a, SlotIndex b) { return same_names(d.a[a], d.b[b]); });
    d.last_folders = {x.folder.data(), y.folder.data(), same};
  }
  return d.last_folders.same;
}

/// Without building the two orders.
bool same_order(Differ& d, const Timeline& x, const Timeline& y, const DrawOrderKey& a, const DrawOrderKey& b) {
  const auto same = [](const DrawOrderOffset& p, const DrawOrderOffset& q) {
    return p.slot == q.slot && p.offset == q.offset;
  };
  return a.setup == b.setup &&
         std::equal(a.offsets.begin(), a.offsets.end(), b.offsets.begin(), b.offsets.end(), same) &&
         same_lists(d, x, y);
}

void diff_order(Differ& d, const Timeline& x, const Timeline& y, std::size_t i, std::size_t j) {
  if (same_order(d, x, y, x.draw_orders[i], y.draw_orders[j])) return;
  const auto names_x = resulting_order(d.a, x, x.draw_orders[i]), names_y = resulting_order(d.b, y, y.draw_orders[j]);
  if (names_x == names_y) return;
  const auto [p, q] = std::mismatch(names_x.begin(), names_x.end(), names_y.begin(), names_y.end());
  const Differ::Scope scope(d, "order");
  d.report(std::to_string(p - names_x.begin()), p != names_x.end() ? json_text(*p) : "",
           q != names_y.end() ? json_text(*q) : "");
}

void diff_event_key(Differ& d, const EventKey& x, const EventKey& y) {
  const EventData &event_x = d.a[x.event], &event_y = d.b[y.event];
  d.text("name", event_x.name, event_y.name);
  d.number("int", x.int_value, y.int_value);
  d.number("float", x.float_value, y.float_value);
  d.text("string", x.string_value, y.string_value);
  if (event_x.audio.empty() && event_y.audio.empty()) return;
  d.number("volume", x.volume, y.volume);
  d.number("balance", x.balance, y.balance);
}

std::string_view curve_name(Curve curve) {
  return curve == Curve::linear ? "linear" : curve == Curve::stepped ? "stepped" : "bezier";
}

void diff_curve(Differ& d, const Timeline& x, const Timeline& y, std::size_t i, std::size_t j) {
  // The curve of a last key has no effect.
  if (x.curves.empty() || y.curves.empty() || i + 1 == x.times.size() || j + 1 == y.times.size()) return;
  const Curve curve_x = x.curve(i), curve_y = y.curve(j);
  if (curve_x != curve_y) return d.text("curve", curve_name(curve_x), curve_name(curve_y));
  if (curve_x != Curve::bezier) return;
  Differ::Farthest farthest;
  for (std::uint32_t c = 0; c < x.curves_per_key; ++c) {
    const Bezier &p = x.beziers[x.curves[i] + c], &q = y.beziers[y.curves[j] + c];
    farthest.add(d, p.cx1, q.cx1);
    farthest.add(d, p.cy1, q.cy1);
    farthest.add(d, p.cx2, q.cx2);
    farthest.add(d, p.cy2, q.cy2);
  }
  farthest.report(d, "curve");
}

void diff_key(Differ& d, const Timeline& x, const Timeline& y, std::size_t i, std::size_t j) {
  d.number("time", x.times[i], y.times[j]);
  const std::size_t n = x.components;
  if (n == 1) {
    d.number("value", x.values[i], y.values[j]);
  } else if (n > 1) {
    d.numbers("values", x.values.subspan(i * n, n), y.values.subspan(j * n, n));
  }
  if (!x.attachment_names.empty()) d.text("name", x.attachment_names[i], y.attachment_names[j]);
  if (!x.inherits.empty()) d.enumeration("inherit", x.inherits[i], y.inherits[j]);
  if (!x.deforms.empty()) diff_deform(d, x.deforms[i], y.deforms[j]);
  if (!x.sequences.empty()) {
    d.enumeration("mode", x.sequences[i].mode, y.sequences[j].mode);
    d.number("index", x.sequences[i].index, y.sequences[j].index);
    d.number("delay", x.sequences[i].delay, y.sequences[j].delay);
  }
  if (!x.ik_flags.empty()) {
    const IkFlags &p = x.ik_flags[i], &q = y.ik_flags[j];
    if (d.a[x.constraint].ik->bones.size() > 1 || d.options.editor) {
      d.boolean("bendPositive", p.bend_positive, q.bend_positive);
    }
    d.boolean("compress", p.compress, q.compress);
    d.boolean("stretch", p.stretch, q.stretch);
  }
  if (!x.draw_orders.empty()) diff_order(d, x, y, i, j);
  if (!x.events.empty()) diff_event_key(d, x.events[i], y.events[j]);
  diff_curve(d, x, y, i, j);
}

void diff_timeline(Differ& d, const Timeline& x, const Timeline& y) {
  const std::size_t count_x = x.times.size(), count_y = y.times.size();
  if (count_x == count_y) {
    for (std::size_t i = 0; i < count_x && !d.full(); ++i) {
      const Differ::Scope scope(d, std::to_string(i));
      diff_key(d, x, y, i, i);
    }
    return;
  }
  // Keys were added or removed: those of one time belong together.
  d.lengths("keys", count_x, count_y);
  for (std::size_t i = 0, j = 0; (i < count_x || j < count_y) && !d.full();) {
    if (i < count_x && j < count_y && d.alike(x.times[i], y.times[j])) {
      const Differ::Scope scope(d, std::to_string(i));
      diff_key(d, x, y, i++, j++);
    } else if (j == count_y || (i < count_x && x.times[i] < y.times[j])) {
      const Differ::Scope scope(d, std::to_string(i));
      d.report({}, "key at " + exact(x.times[i]), "");
      ++i;
    } else {
      const Differ::Scope scope(d, std::to_string(j));
      d.report({}, "", "key at " + exact(y.times[j]));
      ++j;
    }
  }
}

}  // namespace

void diff_animations(Differ& d) {
  const Differ::Scope scope(d, "animations");
  const auto place = [](const SkeletonData& data, const Timeline& timeline) {
    std::string joined;
    for (const std::string_view part : timeline_place(data, timeline)) {
      if (!joined.empty()) joined += part_separator;
      joined += part;
    }
    return joined;
  };
  d.lists(
      d.a.animations, d.b.animations, d.options.every_order,
      [](const SkeletonData&, const Animation& animation) { return std::string(animation.name); },
      [&](const Animation& x, const Animation& y) {
        if (d.options.editor) d.color("color", x.color, y.color);
        d.lists(x.timelines, y.timelines, d.options.every_order, place,
                [&](const Timeline& p, const Timeline& q) { diff_timeline(d, p, q); });
      });
}

}  // namespace sinew::inspect
