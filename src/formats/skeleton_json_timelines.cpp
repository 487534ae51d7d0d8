// Timelines of interpolated numbers: bones, slot colours, constraints. Spec: skeleton-json.md 10.2 to 10.6, 10.8, 14.4,
// 17.2.
#include <array>

#include "formats/old_angles.hpp"
#include "formats/skeleton_json.hpp"

namespace sinew::skeleton_json {

namespace {

constexpr std::size_t kMostComponents = 7;

/// One number of a key.
struct Field {
  JsonName name;
  double otherwise = 0;
  bool length = false;  ///< multiplied by the load scale
  int same_as = -1;     ///< without a value of its own it has that of this earlier field
};

/// A timeline with a key array of its own in a group.
struct NumberTimeline {
  std::string_view name;
  TimelineType type;
  std::span<const Field> fields;
  FormatVersion since = FormatVersion::v3_8;
};

constexpr Field kValue0[] = {{"value", 0}};
constexpr Field kValue1[] = {{"value", 1}};
constexpr Field kLength[] = {{"value", 0, true}};
constexpr Field kXY0[] = {{"x", 0}, {"y", 0}};
constexpr Field kXY1[] = {{"x", 1}, {"y", 1}};
constexpr Field kXYLength[] = {{"x", 0, true}, {"y", 0, true}};
constexpr Field kIk[] = {{"mix", 1}, {"softness", 0, true}};
constexpr Field kPathMix[] = {{"mixRotate", 1}, {"mixX", 1}, {"mixY", 1, false, 1}};
// mixScaleY: up to 4.2 that of mixScaleX, in 4.3 it is 1.
constexpr Field kTransform42[] = {{"mixRotate", 1},           {"mixX", 1},     {"mixY", 1, false, 1}, {"mixScaleX", 1},
                                  {"mixScaleY", 1, false, 3}, {"mixShearY", 1}};
constexpr Field kTransform43[] = {{"mixRotate", 1}, {"mixX", 1},      {"mixY", 1, false, 1},
                                  {"mixScaleX", 1}, {"mixScaleY", 1}, {"mixShearY", 1}};

// 3.8 has names of its own, and one mix for both axes.
constexpr Field kAngle38[] = {{"angle", 0}};
constexpr Field kPosition38[] = {{"position", 0}};
constexpr Field kPositionLength38[] = {{"position", 0, true}};
constexpr Field kSpacing38[] = {{"spacing", 0}};
constexpr Field kSpacingLength38[] = {{"spacing", 0, true}};
constexpr Field kPathMix38[] = {{"rotateMix", 1}, {"translateMix", 1}, {"translateMix", 1}};
constexpr Field kTransform38[] = {{"rotateMix", 1}, {"translateMix", 1}, {"translateMix", 1},
                                  {"scaleMix", 1},  {"scaleMix", 1},     {"shearMix", 1}};

constexpr NumberTimeline kBoneTimelines[] = {
    {"rotate", TimelineType::rotate, kValue0},
    {"translate", TimelineType::translate, kXYLength},
    {"translatex", TimelineType::translate_x, kLength, FormatVersion::v4_0},
    {"translatey", TimelineType::translate_y, kLength, FormatVersion::v4_0},
    {"scale", TimelineType::scale, kXY1},
    {"scalex", TimelineType::scale_x, kValue1, FormatVersion::v4_0},
    {"scaley", TimelineType::scale_y, kValue1, FormatVersion::v4_0},
    {"shear", TimelineType::shear, kXY0},
    {"shearx", TimelineType::shear_x, kValue0, FormatVersion::v4_0},
    {"sheary", TimelineType::shear_y, kValue0, FormatVersion::v4_0},
};

constexpr NumberTimeline kPhysicsTimelines[] = {
    {"inertia", TimelineType::physics_inertia, kValue0}, {"strength", TimelineType::physics_strength, kValue0},
    {"damping", TimelineType::physics_damping, kValue0}, {"mass", TimelineType::physics_mass, kValue0},
    {"wind", TimelineType::physics_wind, kValue0},       {"gravity", TimelineType::physics_gravity, kValue0},
};

/// Null when there are no keys, or after an error.
Timeline* read_numbers(Reading& reading, const JsonNode& keys, TimelineType type, std::span<const Field> fields) {
  if (!collect_keys(reading, keys)) return nullptr;
  JsonFields& json = reading.json;
  Timeline& timeline = add_timeline(reading, type);
  timeline.components = timeline.curves_per_key = static_cast<std::uint8_t>(fields.size());
  std::array<double, kMostComponents> scales{};
  for (std::size_t i = 0; i < fields.size(); ++i) scales[i] = fields[i].length ? reading.scale : 1;

  const std::span<double> values = reading.arena.room<double>(reading.keys.size() * fields.size());
  double* value = values.data();
  for (const KeyNode& key : reading.keys) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const Field& field = fields[i];
      const JsonNode* node = key.node->find(field.name);
      if (node) {
        value[i] = json.number(*node) * scales[i];
      } else {
        value[i] = field.same_as < 0 ? field.otherwise * scales[i] : value[field.same_as];
      }
    }
    value += fields.size();
  }
  if (reading.v3_8() && type == TimelineType::rotate) timeline.turns_at_end = unwrap_angles(values);
  timeline.values = values;
  read_curves(reading, timeline, scales);
  return json.failed() ? nullptr : &timeline;
}

/// One or two colours a key, four or three channels each.
struct ColorTimeline {
  std::string_view name;
  TimelineType type;
  JsonName first, second;  ///< members; `second` is a dark colour and may be empty
  bool alpha;
};

constexpr ColorTimeline kColorTimelines[] = {
    {"rgba", TimelineType::rgba, "color", "", true},
    {"rgb", TimelineType::rgb, "color", "", false},
    {"rgba2", TimelineType::rgba2, "light", "dark", true},
    {"rgb2", TimelineType::rgb2, "light", "dark", false},
};
constexpr ColorTimeline kColorTimelines38[] = {
    {"color", TimelineType::rgba, "color", "", true},
    {"twoColor", TimelineType::rgba2, "light", "dark", true},
};

Timeline* read_colors(Reading& reading, const JsonNode& keys, const ColorTimeline& kind) {
  if (!collect_keys(reading, keys)) return nullptr;
  JsonFields& json = reading.json;
  Timeline& timeline = add_timeline(reading, kind.type);
  const std::size_t components = (kind.alpha ? 4u : 3u) + (kind.second.text().empty() ? 0u : 3u);
  timeline.components = timeline.curves_per_key = static_cast<std::uint8_t>(components);
  const std::span<double> values = reading.arena.room<double>(reading.keys.size() * components);
  double* value = values.data();
  for (const KeyNode& key : reading.keys) {
    const Color light = json.color(*key.node, kind.first, kind.alpha, Color{});
    *value++ = static_cast<double>(light.r);
    *value++ = static_cast<double>(light.g);
    *value++ = static_cast<double>(light.b);
    if (kind.alpha) *value++ = static_cast<double>(light.a);
    if (kind.second.text().empty()) continue;
    const Color dark = json.color(*key.node, kind.second, false, Color{});
    *value++ = static_cast<double>(dark.r);
    *value++ = static_cast<double>(dark.g);
    *value++ = static_cast<double>(dark.b);
  }
  timeline.values = values;
  static constexpr std::array<double, kMostComponents> scales = {1, 1, 1, 1, 1, 1, 1};
  read_curves(reading, timeline, scales);
  return json.failed() ? nullptr : &timeline;
}

void set_constraint(Timeline* timeline, ConstraintIndex constraint) {
  if (timeline) timeline->constraint = constraint;
}

template <class Kinds>
auto find_kind(const Kinds& kinds, std::string_view name) -> decltype(&kinds[0]) {
  for (const auto& kind : kinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace

void warn_about_timeline(Reading& reading, const JsonNode& timeline, std::string_view kind) {
  reading.json.warn(timeline, ErrorCode::not_supported,
                    "There is no " + std::string(kind) + " timeline " + quoted(timeline.key()) + "; it is left out.");
}

void read_bone_timelines(Reading& reading, const JsonNode& group, BoneIndex bone) {
  for (const JsonNode& keys : group) {
    if (reading.json.failed()) return;
    const NumberTimeline* kind = find_kind(kBoneTimelines, keys.key());
    if (kind && reading.since(kind->since)) {
      const bool angles = reading.v3_8() && kind->type == TimelineType::rotate;
      Timeline* timeline = read_numbers(reading, keys, kind->type, angles ? kAngle38 : kind->fields);
      if (timeline) timeline->bone = bone;
    } else if (keys.key() == "inherit" && reading.since(FormatVersion::v4_2)) {
      read_inherit_keys(reading, keys, bone);
    } else {
      warn_about_timeline(reading, keys, "bone");
    }
  }
}

void read_slot_timelines(Reading& reading, const JsonNode& group, SlotIndex slot) {
  const std::span<const ColorTimeline> colors =
      reading.v3_8() ? std::span<const ColorTimeline>(kColorTimelines38) : kColorTimelines;
  for (const JsonNode& keys : group) {
    if (reading.json.failed()) return;
    if (keys.key() == "attachment") {
      read_attachment_keys(reading, keys, slot);
    } else if (keys.key() == "alpha" && !reading.v3_8()) {
      const auto& fields = reading.rigby() ? kValue1 : kValue0;
      if (Timeline* timeline = read_numbers(reading, keys, TimelineType::alpha, fields)) timeline->slot = slot;
    } else if (const ColorTimeline* kind = find_kind(colors, keys.key())) {
      if (Timeline* timeline = read_colors(reading, keys, *kind)) timeline->slot = slot;
    } else {
      warn_about_timeline(reading, keys, "slot");
    }
  }
}

void read_ik_keys(Reading& reading, const JsonNode& keys, ConstraintIndex constraint) {
  Timeline* timeline = read_numbers(reading, keys, TimelineType::ik, kIk);
  if (!timeline) return;
  timeline->constraint = constraint;
  JsonFields& json = reading.json;
  const std::span<IkFlags> flags = reading.arena.array<IkFlags>(reading.keys.size());
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const JsonNode& node = *reading.keys[i].node;
    flags[i].bend_positive = json.boolean(node, "bendPositive", true);
    flags[i].compress = json.boolean(node, "compress", false);
    flags[i].stretch = json.boolean(node, "stretch", false);
  }
  timeline->ik_flags = flags;
}

void read_transform_keys(Reading& reading, const JsonNode& keys, ConstraintIndex constraint) {
  const auto& fields = reading.v4_3() ? kTransform43 : reading.v3_8() ? kTransform38 : kTransform42;
  set_constraint(read_numbers(reading, keys, TimelineType::transform, fields), constraint);
}

void read_path_timelines(Reading& reading, const JsonNode& group, ConstraintIndex constraint) {
  const PathData& path = *reading.data[constraint].path;
  const bool position_is_length = path.position_mode == PositionMode::fixed;
  const bool spacing_is_length = path.spacing_mode == SpacingMode::length || path.spacing_mode == SpacingMode::fixed;
  const bool older = reading.v3_8();
  std::span<const Field> position = position_is_length ? kLength : kValue0;
  std::span<const Field> spacing = spacing_is_length ? kLength : kValue0;
  if (older) {
    position = position_is_length ? kPositionLength38 : kPosition38;
    spacing = spacing_is_length ? kSpacingLength38 : kSpacing38;
  }
  for (const JsonNode& keys : group) {
    if (reading.json.failed()) return;
    const std::string_view name = keys.key();
    if (name == "position") {
      set_constraint(read_numbers(reading, keys, TimelineType::path_position, position), constraint);
    } else if (name == "spacing") {
      set_constraint(read_numbers(reading, keys, TimelineType::path_spacing, spacing), constraint);
    } else if (name == "mix") {
      const auto& fields = older ? kPathMix38 : kPathMix;
      set_constraint(read_numbers(reading, keys, TimelineType::path_mix, fields), constraint);
    } else {
      warn_about_timeline(reading, keys, "path constraint");
    }
  }
}

void read_physics_timelines(Reading& reading, const JsonNode& group, ConstraintIndex constraint) {
  for (const JsonNode& keys : group) {
    if (reading.json.failed()) return;
    if (keys.key() == "reset") {
      if (collect_keys(reading, keys)) add_timeline(reading, TimelineType::physics_reset).constraint = constraint;
    } else if (keys.key() == "mix") {
      const auto& fields = reading.v4_3() ? kValue1 : kValue0;
      set_constraint(read_numbers(reading, keys, TimelineType::physics_mix, fields), constraint);
    } else if (const NumberTimeline* kind = find_kind(kPhysicsTimelines, keys.key())) {
      set_constraint(read_numbers(reading, keys, kind->type, kind->fields), constraint);
    } else {
      warn_about_timeline(reading, keys, "physics constraint");
    }
  }
}

void read_slider_timelines(Reading& reading, const JsonNode& group, ConstraintIndex constraint) {
  for (const JsonNode& keys : group) {
    if (reading.json.failed()) return;
    if (keys.key() == "time") {
      set_constraint(read_numbers(reading, keys, TimelineType::slider_time, kValue1), constraint);
    } else if (keys.key() == "mix") {
      set_constraint(read_numbers(reading, keys, TimelineType::slider_mix, kValue1), constraint);
    } else {
      warn_about_timeline(reading, keys, "slider");
    }
  }
}

}  // namespace sinew::skeleton_json
