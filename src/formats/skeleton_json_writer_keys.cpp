// Keys of timelines. Spec: skeleton-json.md 10, 13, 14.4 and 17.2.
#include <algorithm>

#include "formats/skeleton_json_curve_3_8.hpp"
#include "formats/skeleton_json_writer.hpp"

namespace sinew::skeleton_json {

namespace {

/// One number of a key.
struct Field {
  std::string_view name;
  std::size_t component = 0;
  double otherwise = 0;
  int same_as = -1;     ///< the default is the number of this component
  bool always = false;  ///< written even if it is the default: versions or readers differ in what that is
};

constexpr Field kValue0[] = {{"value", 0, 0}};
constexpr Field kValue1[] = {{"value", 0, 1}};
constexpr Field kValueAlways[] = {{"value", 0, 0, -1, true}};
constexpr Field kXY0[] = {{"x", 0, 0}, {"y", 1, 0}};
constexpr Field kXY1[] = {{"x", 0, 1}, {"y", 1, 1}};
constexpr Field kIk[] = {{"mix", 0, 1}, {"softness", 1, 0}};
constexpr Field kPathMix[] = {{"mixRotate", 0, 1}, {"mixX", 1, 1}, {"mixY", 2, 1, 1}};
constexpr Field kTransform[] = {{"mixRotate", 0, 1}, {"mixX", 1, 1},         {"mixY", 2, 1, 1},
                                {"mixScaleX", 3, 1}, {"mixScaleY", 4, 1, 3}, {"mixShearY", 5, 1}};
constexpr Field kTransform43[] = {{"mixRotate", 0, 1},           {"mixX", 1, 1},
                                  {"mixY", 2, 1, -1, true},      {"mixScaleX", 3, 1},
                                  {"mixScaleY", 4, 1, -1, true}, {"mixShearY", 5, 1}};
// 3.8
constexpr Field kPosition38[] = {{"position", 0, 0}};
constexpr Field kSpacing38[] = {{"spacing", 0, 0}};
constexpr Field kPathMix38[] = {{"rotateMix", 0, 1}, {"translateMix", 1, 1}};
constexpr Field kTransform38[] = {{"rotateMix", 0, 1}, {"translateMix", 1, 1}, {"scaleMix", 3, 1}, {"shearMix", 5, 1}};

std::span<const Field> fields_of(const Writing& writing, TimelineType type) {
  switch (type) {
    case TimelineType::translate:
    case TimelineType::shear:
      return kXY0;
    case TimelineType::scale:
      return kXY1;
    case TimelineType::scale_x:
    case TimelineType::scale_y:
    case TimelineType::slider_time:
    case TimelineType::slider_mix:
      return kValue1;
    case TimelineType::ik:
      return kIk;
    case TimelineType::transform:
      if (writing.v3_8()) return kTransform38;
      return writing.v4_3() ? std::span<const Field>(kTransform43) : kTransform;
    case TimelineType::path_position:
      return writing.v3_8() ? kPosition38 : kValue0;
    case TimelineType::path_spacing:
      return writing.v3_8() ? kSpacing38 : kValue0;
    case TimelineType::path_mix:
      return writing.v3_8() ? std::span<const Field>(kPathMix38) : kPathMix;
    case TimelineType::alpha:
    case TimelineType::physics_inertia:
    case TimelineType::physics_strength:
    case TimelineType::physics_damping:
    case TimelineType::physics_mass:
    case TimelineType::physics_wind:
    case TimelineType::physics_gravity:
    case TimelineType::physics_mix:
      return kValueAlways;
    default:
      return kValue0;
  }
}

/// In 3.8 one mix stands for two numbers.
void check_mixes_3_8(Writing& writing, const Timeline& timeline, const double* values) {
  const bool transform = timeline.type == TimelineType::transform;
  if (!transform && timeline.type != TimelineType::path_mix) return;
  if (values[1] != values[2]) writing.no_place_for("keys with mixes for x and y");
  if (transform && values[3] != values[4]) writing.no_place_for("keys with mixes for scale x and scale y");
}

void write_numbers(Writing& writing, const Timeline& timeline, std::size_t key) {
  const double* values = timeline.values.data() + key * timeline.components;
  if (writing.v3_8()) check_mixes_3_8(writing, timeline, values);
  for (const Field& field : fields_of(writing, timeline.type)) {
    const double value = values[field.component];
    const double otherwise = field.same_as < 0 ? field.otherwise : values[field.same_as];
    if (field.always || value != otherwise) writing.json.number(field.name, value);
  }
}

Color color_at(const double* values, bool with_alpha) {
  return {static_cast<float>(values[0]), static_cast<float>(values[1]), static_cast<float>(values[2]),
          with_alpha ? static_cast<float>(values[3]) : 1.0f};
}

void write_colors(Writing& writing, const Timeline& timeline, std::size_t key) {
  const bool two = timeline.type == TimelineType::rgba2 || timeline.type == TimelineType::rgb2;
  const bool with_alpha = timeline.type == TimelineType::rgba || timeline.type == TimelineType::rgba2;
  const double* values = timeline.values.data() + key * timeline.components;
  writing.json.color(two ? "light" : "color", color_at(values, with_alpha), with_alpha);
  if (two) writing.json.color("dark", color_at(values + (with_alpha ? 4 : 3), false), false);
}

void write_ik_flags(Writing& writing, const IkFlags& flags) {
  writing.json.boolean("bendPositive", flags.bend_positive, true);
  writing.json.boolean("compress", flags.compress, false);
  writing.json.boolean("stretch", flags.stretch, false);
}

void write_attachment_name(Writing& writing, std::string_view name) {
  if (!name.empty()) return writing.json.text("name", name);
  if (writing.before_4_1()) writing.json.null("name");  // as the editor does
}

/// Without the zeros at both ends.
void write_deform(Writing& writing, const DeformKey& key) {
  const auto not_zero = [](double number) { return number != 0; };
  const auto first = std::find_if(key.vertices.begin(), key.vertices.end(), not_zero);
  if (first == key.vertices.end()) return;
  const auto last = std::find_if(key.vertices.rbegin(), key.vertices.rend(), not_zero).base();
  writing.json.integer("offset", key.offset + (first - key.vertices.begin()), 0);
  const auto array = writing.json.array("vertices");
  for (auto number = first; number != last; ++number) writing.json.number({}, *number);
}

void write_sequence(Writing& writing, const Timeline& timeline, std::size_t key) {
  const SequenceKey& sequence = timeline.sequences[key];
  if (sequence.mode != SequenceMode::hold) writing.json.text("mode", name_of(sequence.mode));
  writing.json.integer("index", sequence.index, 0);
  writing.json.number("delay", sequence.delay, key == 0 ? 0 : timeline.sequences[key - 1].delay);
}

void write_offsets(Writing& writing, const Timeline& timeline, const DrawOrderKey& key) {
  if (key.setup || key.offsets.empty()) return;
  const auto array = writing.json.array("offsets");
  const bool folder = timeline.type == TimelineType::draw_order_folder;
  for (const DrawOrderOffset& offset : key.offsets) {
    const auto entry = writing.json.object();
    writing.slot("slot", folder ? timeline.folder[offset.slot] : SlotIndex(offset.slot));
    writing.json.integer("offset", offset.offset);
  }
}

void write_event(Writing& writing, const EventKey& key) {
  const EventData& event = writing.data[key.event];
  JsonEmitter& json = writing.json;
  json.text("name", event.name);
  json.integer("int", key.int_value, event.int_value);
  json.number("float", key.float_value, event.float_value);
  if (key.string_value != event.string_value) json.text("string", key.string_value);
  // Readers differ in the defaults of these two where there is audio.
  if (!event.audio.empty() || key.volume != event.volume) json.number("volume", key.volume);
  if (!event.audio.empty() || key.balance != event.balance) json.number("balance", key.balance);
}

void write_values(Writing& writing, const Timeline& timeline, std::size_t key) {
  switch (timeline.type) {
    case TimelineType::inherit:
      if (timeline.inherits[key] != Inherit::normal) writing.json.text("inherit", name_of(timeline.inherits[key]));
      return;
    case TimelineType::attachment:
      return write_attachment_name(writing, timeline.attachment_names[key]);
    case TimelineType::rgba:
    case TimelineType::rgb:
    case TimelineType::rgba2:
    case TimelineType::rgb2:
      return write_colors(writing, timeline, key);
    case TimelineType::deform:
      return write_deform(writing, timeline.deforms[key]);
    case TimelineType::sequence:
      return write_sequence(writing, timeline, key);
    case TimelineType::draw_order:
    case TimelineType::draw_order_folder:
      return write_offsets(writing, timeline, timeline.draw_orders[key]);
    case TimelineType::event:
      return write_event(writing, timeline.events[key]);
    case TimelineType::physics_reset:
      return;
    case TimelineType::ik:
      write_numbers(writing, timeline, key);
      return write_ik_flags(writing, timeline.ik_flags[key]);
    default:
      return write_numbers(writing, timeline, key);
  }
}

void write_curve(Writing& writing, const Timeline& timeline, std::size_t key, const SharedCurves* curves_3_8) {
  const Curve curve = timeline.curve(key);
  JsonEmitter& json = writing.json;
  if (curve == Curve::linear || key + 1 >= timeline.times.size()) return;
  if (curve == Curve::stepped) return json.text("curve", "stepped");
  if (curves_3_8) {
    const std::optional<SharedCurve> shared = curves_3_8->find(key);
    if (!shared) return writing.no_place_for("curves that differ between the values of a key", "curve");
    const SharedCurve defaults;
    json.exact_number("curve", shared->x1);
    if (shared->y1 != defaults.y1) json.exact_number("c2", shared->y1);
    if (shared->x2 != defaults.x2) json.exact_number("c3", shared->x2);
    if (shared->y2 != defaults.y2) json.exact_number("c4", shared->y2);
    return;
  }
  const auto array = json.array("curve");
  for (std::size_t i = 0; i < timeline.curves_per_key; ++i) {
    const Bezier& bezier = timeline.beziers[timeline.curves[key] + i];
    for (const double number : {bezier.cx1, bezier.cy1, bezier.cx2, bezier.cy2}) json.number({}, number);
  }
}

}  // namespace

void write_keys(Writing& writing, std::string_view name, const Timeline& timeline) {
  const bool angles_3_8 = writing.v3_8() && timeline.type == TimelineType::rotate;
  std::vector<double> angles;
  const auto array = writing.json.array(name);
  if (angles_3_8) {
    angles = wrapped_angles(timeline, writing.data.single_precision);
    if (angles.empty()) return writing.no_place_for("rotations of half a turn or more from one key to the next");
  }
  std::optional<SharedCurves> curves_3_8;
  if (writing.v3_8() && !timeline.beziers.empty()) curves_3_8.emplace(timeline, writing.data.single_precision);
  for (std::size_t key = 0; key < timeline.times.size(); ++key) {
    const auto object = writing.json.object();
    writing.json.number("time", timeline.times[key], 0);
    if (angles_3_8) {
      if (angles[key] != 0) writing.json.exact_number("angle", angles[key]);
    } else {
      write_values(writing, timeline, key);
    }
    write_curve(writing, timeline, key, curves_3_8 ? &*curves_3_8 : nullptr);
    if (writing.failed()) return;
  }
}

}  // namespace sinew::skeleton_json
