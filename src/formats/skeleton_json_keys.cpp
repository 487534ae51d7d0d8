// What the keys of all timelines have in common: times and curves. Spec: skeleton-json.md 10.1.
#include <algorithm>
#include <array>

#include "formats/json_number.hpp"
#include "formats/skeleton_json.hpp"

namespace sinew::skeleton_json {

namespace {

void read_key(Reading& reading, const JsonNode& node, bool with_delays, KeyNode& key) {
  JsonFields& json = reading.json;
  key.node = &node;
  for (const JsonNode& member : node) {
    if (member.is(JsonType::null)) continue;
    if (member.is_named("time")) {
      key.time = json.number(member);
    } else if (member.is_named("curve")) {
      key.curve_node = &member;
    } else if (with_delays && member.is_named("delay")) {
      key.delay = json.number(member);
    }
  }
}

/// In 3.8 a curve is a number and three members beside it. Like any number it may be written as a text.
bool is_old_curve(const Reading& reading, const JsonNode& curve) {
  if (!reading.v3_8()) return false;
  return curve.is(JsonType::number) || (curve.is(JsonType::string) && parse_json_number(curve.text()));
}

/// Says of each key how it goes on. Returns how many have handles of their own.
std::size_t classify_curves(Reading& reading) {
  static constexpr std::array<std::string_view, 2> names = {"linear", "stepped"};
  JsonFields& json = reading.json;
  std::size_t curved = 0;
  for (KeyNode& key : reading.keys) {
    if (!key.curve_node) continue;
    const JsonNode& node = *key.curve_node;
    const bool last = &key == &reading.keys.back();
    if (last) {
      if (!node.is(JsonType::string) || node.text() != "linear") {
        json.warn(node, ErrorCode::bad_value, "The curve of the last key has no effect.");
      }
    } else if (node.is(JsonType::array) || is_old_curve(reading, node)) {
      key.curve = Curve::bezier;
      ++curved;
    } else if (node.is(JsonType::string)) {
      const std::optional<std::size_t> found = json.find_choice(node, names);
      if (!found) {
        json.warn(node, ErrorCode::bad_value,
                  "There is no curve " + quoted(node.text()) + "; it is taken to be linear.");
      } else if (*found == 1) {
        key.curve = Curve::stepped;
      }
    } else {
      json.fail(node, ErrorCode::wrong_type,
                std::string("Expected the curve 'linear', 'stepped' or ") +
                    (reading.v3_8() ? "a number" : "an array of numbers") + ", found " +
                    std::string(describe(node.type())) + ".");
      return 0;
    }
  }
  return curved;
}

}  // namespace

Bezier straight(double t1, double v1, double t2, double v2) {
  return {t1 + (t2 - t1) / 3, v1 + (v2 - v1) / 3, t2 - (t2 - t1) / 3, v2 - (v2 - v1) / 3};
}

CurveEnds curve_ends(const Timeline& timeline, std::size_t key, std::size_t component) {
  if (timeline.components == 0) return {};  // a deform: the fraction
  const std::size_t at = key * timeline.components + component;
  return {timeline.values[at], timeline.values[at + timeline.components]};
}

bool collect_keys(Reading& reading, const JsonNode& keys, bool with_delays) {
  JsonFields& json = reading.json;
  std::vector<KeyNode>& list = reading.keys;
  list.clear();
  if (keys.is(JsonType::null) || !json.expect(keys, JsonType::array)) return false;
  list.reserve(keys.size());
  bool sorted = true;
  double delay = 0;
  for (const JsonNode& node : keys) {
    if (node.is(JsonType::null)) continue;
    if (!json.expect(node, JsonType::object)) return false;
    KeyNode key;
    key.delay = delay;
    read_key(reading, node, with_delays, key);
    delay = key.delay;
    if (!list.empty() && key.time < list.back().time) sorted = false;
    list.push_back(key);
  }
  if (json.failed()) return false;
  if (!sorted) {
    json.warn(keys, ErrorCode::bad_order, "The keys are not in the order of their times; they are sorted.");
    // Nodes lie in the order of the file: keys of one time stay in it.
    std::sort(list.begin(), list.end(),
              [](const KeyNode& a, const KeyNode& b) { return a.time != b.time ? a.time < b.time : a.node < b.node; });
  }
  return !list.empty();
}

Timeline& add_timeline(Reading& reading, TimelineType type) {
  Timeline& timeline = reading.timelines.emplace_back();
  timeline.type = type;
  const std::span<double> times = reading.arena.room<double>(reading.keys.size());
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = reading.keys[i].time;
  timeline.times = times;
  return timeline;
}

void read_curves(Reading& reading, Timeline& timeline, std::span<const double> scales) {
  JsonFields& json = reading.json;
  const std::span<const KeyNode> keys = reading.keys;
  const std::size_t curved = classify_curves(reading);
  const auto not_linear = [](const KeyNode& key) { return key.curve != Curve::linear; };
  if (json.failed() || std::none_of(keys.begin(), keys.end(), not_linear)) return;

  const std::size_t per_key = timeline.curves_per_key;
  const std::span<std::uint32_t> curves = reading.arena.room<std::uint32_t>(keys.size());
  const std::span<Bezier> beziers = reading.arena.room<Bezier>(curved * per_key);
  std::size_t next = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    curves[i] = keys[i].curve == Curve::stepped ? Timeline::kStepped : Timeline::kLinear;
    if (keys[i].curve != Curve::bezier) continue;
    curves[i] = static_cast<std::uint32_t>(next);
    if (reading.v3_8()) {
      read_old_curve(reading, timeline, i, beziers.subspan(next, per_key));
      next += per_key;
      continue;
    }
    const JsonNode& array = *keys[i].curve_node;
    if (array.size() != 4 * per_key) {
      json.warn(
          array, ErrorCode::bad_value,
          "Expected " + std::to_string(4 * per_key) + " numbers, four for each value, found " +
              std::to_string(array.size()) +
              (array.size() < 4 * per_key ? "; values without four numbers are linear." : "; the rest is left out."));
    }
    auto number = array.begin();
    const auto take = [&] {
      const double value = json.number(*number);
      ++number;
      return value;
    };
    for (std::size_t c = 0; c < per_key; ++c) {
      Bezier& bezier = beziers[next++];
      if (array.size() < 4 * (c + 1)) {
        const CurveEnds ends = curve_ends(timeline, i, c);
        bezier = straight(keys[i].time, ends.v1, keys[i + 1].time, ends.v2);
        continue;
      }
      bezier.cx1 = take();
      bezier.cy1 = take() * scales[c];
      bezier.cx2 = take();
      bezier.cy2 = take() * scales[c];
    }
    if (json.failed()) return;
  }
  timeline.curves = curves;
  timeline.beziers = beziers;
}

}  // namespace sinew::skeleton_json
