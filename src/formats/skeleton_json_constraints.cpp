// Constraints: four arrays up to 4.2, one in 4.3. Spec: skeleton-json.md 6, 14.2 and 14.5.
#include <algorithm>

#include "formats/skeleton_json.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_json {

namespace {

struct Entry {
  ConstraintType type = ConstraintType::ik;
  std::int32_t order = 0;
  std::uint32_t position = 0;
  const JsonNode* node = nullptr;
};

bool is_property_x_or_y(BoneProperty property) {
  return property == BoneProperty::x || property == BoneProperty::y;
}

std::span<const BoneIndex> required_bones(Reading& reading, const JsonNode& node) {
  const JsonNode* array = reading.json.required_array(node, "bones");
  return array ? read_bone_list(reading, *array) : std::span<const BoneIndex>();
}

void read_ik(Reading& reading, const JsonNode& node, ConstraintData& constraint) {
  JsonFields& json = reading.json;
  IkData& ik = *reading.arena.make<IkData>();
  constraint.ik = &ik;
  ik.bones = required_bones(reading, node);
  const JsonNode* target = json.required(node, "target");
  if (json.failed()) return;
  const JsonNode& list = *node.find("bones");
  if (ik.bones.empty() || ik.bones.size() > 2) {
    return json.fail(list, ErrorCode::bad_value,
                     "An ik constraint has one or two bones; this one has " + std::to_string(ik.bones.size()) + ".");
  }
  if (ik.bones.size() == 2 && reading.data[ik.bones[1]].parent != ik.bones[0]) {
    json.warn(list, ErrorCode::bad_order,
              "The second bone " + quoted(reading.data[ik.bones[1]].name) +
                  " of this ik constraint is not a child of the first.");
  }
  ik.target = read_bone(reading, *target);
  ik.mix = json.number(node, "mix", 1);
  ik.softness = reading.length(node, "softness");
  ik.bend_positive = json.boolean(node, "bendPositive", true);
  ik.compress = json.boolean(node, "compress", false);
  ik.stretch = json.boolean(node, "stretch", false);
  if (reading.v4_3() && node.find("scaleY")) {
    ik.scale_y = json.enumeration(node, "scaleY", ScaleYMode::none);
  } else if (json.boolean(node, "uniform", false)) {
    ik.scale_y = ScaleYMode::uniform;
  }
}

void read_path(Reading& reading, const JsonNode& node, ConstraintData& constraint) {
  JsonFields& json = reading.json;
  PathData& path = *reading.arena.make<PathData>();
  constraint.path = &path;
  path.bones = required_bones(reading, node);
  const bool has_slot = reading.v4_3() && (node.find("slot") || !node.find("target"));
  const JsonNode* slot = json.required(node, has_slot ? JsonName("slot") : JsonName("target"));
  if (json.failed()) return;
  path.slot = read_slot(reading, *slot);
  path.position_mode = json.enumeration(node, "positionMode", PositionMode::percent);
  path.spacing_mode = json.enumeration(node, "spacingMode", SpacingMode::length);
  path.rotate_mode = json.enumeration(node, "rotateMode", RotateMode::tangent);
  path.rotation = json.number(node, "rotation", 0);
  const bool fixed = path.position_mode == PositionMode::fixed;
  const bool in_pixels = path.spacing_mode == SpacingMode::length || path.spacing_mode == SpacingMode::fixed;
  path.position = json.number(node, "position", 0) * (fixed ? reading.scale : 1);
  path.spacing = json.number(node, "spacing", 0) * (in_pixels ? reading.scale : 1);
  path.mix_rotate = json.number(node, reading.v3_8() ? JsonName("rotateMix") : JsonName("mixRotate"), 1);
  path.mix_x = json.number(node, reading.v3_8() ? JsonName("translateMix") : JsonName("mixX"), 1);
  path.mix_y = reading.v3_8() ? path.mix_x : json.number(node, "mixY", path.mix_x);
}

void read_physics(Reading& reading, const JsonNode& node, ConstraintData& constraint) {
  JsonFields& json = reading.json;
  PhysicsData& physics = *reading.arena.make<PhysicsData>();
  constraint.physics = &physics;
  const JsonNode* bone = json.required(node, "bone");
  if (json.failed()) return;
  physics.bone = read_bone(reading, *bone);
  physics.x = json.number(node, "x", 0);
  physics.y = json.number(node, "y", 0);
  physics.rotate = json.number(node, "rotate", 0);
  physics.scale_x = json.number(node, "scaleX", 0);
  physics.shear_x = json.number(node, "shearX", 0);
  if (reading.v4_3()) physics.scale_y = json.enumeration(node, "scaleY", ScaleYMode::none);
  physics.limit = reading.length(node, "limit", 5000);
  physics.fps = json.number(node, "fps", 60);
  physics.inertia = json.number(node, "inertia", reading.v4_3() ? 0.5 : 1);
  physics.strength = json.number(node, "strength", 100);
  physics.damping = json.number(node, "damping", reading.v4_3() ? 0.85 : 1);
  physics.mass = json.number(node, "mass", 1);
  physics.wind = json.number(node, "wind", 0);
  physics.gravity = json.number(node, "gravity", 0);
  physics.mix = json.number(node, "mix", 1);
  physics.inertia_global = json.boolean(node, "inertiaGlobal", false);
  physics.strength_global = json.boolean(node, "strengthGlobal", false);
  physics.damping_global = json.boolean(node, "dampingGlobal", false);
  physics.mass_global = json.boolean(node, "massGlobal", false);
  physics.wind_global = json.boolean(node, "windGlobal", false);
  physics.gravity_global = json.boolean(node, "gravityGlobal", false);
  physics.mix_global = json.boolean(node, "mixGlobal", false);
  if (json.failed()) return;
  if (physics.mass == 0) json.fail(*node.find("mass"), ErrorCode::bad_value, "The mass must not be 0.");
  if (physics.fps <= 0) json.fail(*node.find("fps"), ErrorCode::bad_value, "The steps a second must be above 0.");
}

void read_slider(Reading& reading, const JsonNode& node, ConstraintData& constraint) {
  JsonFields& json = reading.json;
  SliderData& slider = *reading.arena.make<SliderData>();
  constraint.slider = &slider;
  const JsonNode* animation = json.required(node, "animation");
  if (json.failed()) return;
  const std::string_view name = json.text(*animation);
  slider.animation = reading.data.find_animation(name);
  if (!slider.animation) {
    return json.fail(*animation, ErrorCode::unknown_reference, "There is no animation called " + quoted(name) + ".");
  }
  slider.additive = json.boolean(node, "additive", false);
  slider.loop = json.boolean(node, "loop", false);
  slider.mix = json.number(node, "mix", 1);
  slider.local = json.boolean(node, "local", false);
  slider.max = json.number(node, "max", 0);
  const JsonNode* bone = node.find("bone");
  if (!bone || (bone->is(JsonType::string) && bone->text().empty())) {
    slider.time = json.number(node, "time", 0);
    return;
  }
  slider.bone = read_bone(reading, *bone);
  if (!json.required(node, "property")) return;
  slider.property = json.enumeration(node, "property", BoneProperty::rotate);
  const double unit = is_property_x_or_y(slider.property) ? reading.scale : 1;
  slider.from = json.number(node, "from", 0) * unit;
  slider.to = json.number(node, "to", 0);
  slider.scale = json.number(node, "scale", 1) / unit;
}

void read_constraint(Reading& reading, const Entry& entry, ConstraintData& constraint) {
  const JsonNode& node = *entry.node;
  constraint.type = entry.type;
  constraint.order = entry.order;
  constraint.name = reading.keep(reading.json.required_text(node, "name"));
  constraint.skin_required = reading.json.boolean(node, "skin", false);
  if (reading.json.failed()) return;
  switch (entry.type) {
    case ConstraintType::ik:
      return read_ik(reading, node, constraint);
    case ConstraintType::transform:
      return read_transform(reading, node, constraint);
    case ConstraintType::path:
      return read_path(reading, node, constraint);
    case ConstraintType::physics:
      return read_physics(reading, node, constraint);
    case ConstraintType::slider:
      return read_slider(reading, node, constraint);
  }
}

/// The four arrays of 4.2 (before it, three), sorted by order of application.
void collect_typed_arrays(Reading& reading, const JsonNode& root, std::vector<Entry>& entries) {
  JsonFields& json = reading.json;
  const auto first = static_cast<std::ptrdiff_t>(entries.size());
  for (const ConstraintType type :
       {ConstraintType::ik, ConstraintType::transform, ConstraintType::path, ConstraintType::physics}) {
    if (!reading.since(first_version(type))) continue;
    const JsonNode* array = json.array(root, name_of(type));
    if (!array) continue;
    for (const JsonNode& node : *array) {
      if (!json.expect(node, JsonType::object)) return;
      entries.push_back({type, json.integer(node, "order", 0), static_cast<std::uint32_t>(entries.size()), &node});
    }
  }
  std::sort(entries.begin() + first, entries.end(), [](const Entry& a, const Entry& b) {
    return a.order != b.order ? a.order < b.order : a.position < b.position;
  });
}

/// Up to 4.2 the orders are expected to be 0, 1, ... without gaps or repeats.
void warn_about_orders(Reading& reading, const std::vector<Entry>& entries) {
  std::int64_t before = -1;
  for (const Entry& entry : entries) {
    if (entry.order == before) {
      reading.json.warn(*entry.node, ErrorCode::bad_order,
                        "Another constraint has the order " + std::to_string(entry.order) + " too.");
    } else if (entry.order != before + 1) {
      reading.json.warn(*entry.node, ErrorCode::bad_order,
                        "The order of this constraint is " + std::to_string(entry.order) +
                            ", but the next one in the row is " + std::to_string(before + 1) + ".");
    }
    before = entry.order;
  }
}

void collect_array(Reading& reading, const JsonNode& root, std::vector<Entry>& entries) {
  JsonFields& json = reading.json;
  const JsonNode* array = json.array(root, "constraints");
  if (!array) return;
  entries.reserve(array->size());
  for (const JsonNode& node : *array) {
    if (!json.expect(node, JsonType::object)) return;
    const JsonNode* type = json.required(node, "type");
    if (!type) return;
    const std::optional<std::size_t> found = json.find_choice(*type, EnumNames<ConstraintType>::values);
    if (json.failed()) return;
    if (!found) {
      json.warn(*type, ErrorCode::not_supported,
                "There is no constraint type " + quoted(json.text(*type)) + "; the constraint is left out.");
      continue;
    }
    entries.push_back({static_cast<ConstraintType>(*found), 0, 0, &node});
  }
}

}  // namespace

void read_constraints(Reading& reading, const JsonNode& root) {
  JsonFields& json = reading.json;
  std::vector<Entry> entries;
  if (reading.v4_3()) collect_array(reading, root, entries);
  collect_typed_arrays(reading, root, entries);
  if (json.failed()) return;
  if (reading.v4_3()) {
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i].order = static_cast<std::int32_t>(i);
  } else {
    warn_about_orders(reading, entries);
  }
  const std::span<ConstraintData> constraints = reading.arena.array<ConstraintData>(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    read_constraint(reading, entries[i], constraints[i]);
    if (json.failed()) return;
  }
  reading.data.constraints = constraints;
  index_constraints(reading.data);
  warn_about_duplicates(reading, constraints, reading.data.constraint_names, "constraint of this type", [&] {
    std::vector<const JsonNode*> nodes;
    for (const Entry& entry : entries) nodes.push_back(entry.node);
    return nodes;
  });
}

}  // namespace sinew::skeleton_json
