// Constraints: four arrays up to 4.2, one in 4.3. Spec: skeleton-json.md 6, 14.2, 17.1 and 18.5.
#include <algorithm>

#include "formats/skeleton_json_writer.hpp"

namespace sinew::skeleton_json {

namespace {

constexpr std::size_t kPropertyCount = EnumNames<BoneProperty>::values.size();

/// Texts with numbers in them: "bone9" before "bone10".
int compare_naturally(std::string_view a, std::string_view b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]) ? -1 : 1;
      ++i, ++j;
      continue;
    }
    const auto take_number = [&](std::string_view text, std::size_t& at) {
      while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
      const std::size_t first = at;
      while (at < text.size() && is_digit(text[at])) ++at;
      return text.substr(first, at - first);
    };
    const std::string_view x = take_number(a, i), y = take_number(b, j);
    if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
    if (const int order = x.compare(y); order != 0) return order;
  }
  if (i < a.size() || j < b.size()) return i < a.size() ? 1 : -1;
  return a.compare(b);
}

/// As the editor lists constraints, whose names have folders: at the top the names before the folders, in a folder the
/// other way round.
bool comes_before(std::string_view a, std::string_view b) {
  for (bool top = true;; top = false) {
    const std::size_t end_a = a.find('/'), end_b = b.find('/');
    const bool folder_a = end_a != std::string_view::npos, folder_b = end_b != std::string_view::npos;
    if (folder_a != folder_b) return folder_b == top;
    const int order = compare_naturally(a.substr(0, end_a), b.substr(0, end_b));
    if (order != 0 || !folder_a) return order < 0;
    a.remove_prefix(end_a + 1);
    b.remove_prefix(end_b + 1);
  }
}

/// What stands at the head of every constraint.
void write_head(Writing& writing, const ConstraintData& constraint) {
  JsonEmitter& json = writing.json;
  if (writing.v4_3()) json.text("type", name_of(constraint.type));
  json.text("name", constraint.name);
  if (!writing.v4_3()) json.integer("order", constraint.order, 0);
  json.boolean("skin", constraint.skin_required, false);
}

void write_ik(Writing& writing, const IkData& ik) {
  JsonEmitter& json = writing.json;
  // The editor's order: bones and target up to 4.2, the other way round in 4.3; likewise below.
  if (!writing.v4_3()) writing.bones("bones", ik.bones);
  writing.bone("target", ik.target);
  if (writing.v4_3()) writing.bones("bones", ik.bones);
  if (writing.v4_3() && ik.scale_y != ScaleYMode::none) json.text("scaleY", name_of(ik.scale_y));
  json.number("mix", ik.mix, 1);
  json.number("softness", ik.softness, 0);
  json.boolean("bendPositive", ik.bend_positive, true);
  json.boolean("compress", ik.compress, false);
  json.boolean("stretch", ik.stretch, false);
  if (writing.v4_3()) return;
  json.boolean("uniform", ik.scale_y == ScaleYMode::uniform, false);
  if (ik.scale_y == ScaleYMode::volume) writing.no_place_for("scale Y mode 'volume' of ik constraints");
}

/// A binary file may list a property twice; members of a JSON object that have one name are one.
class PropertyNames {
 public:
  explicit PropertyNames(JsonEmitter& json) : json_(json) {}

  std::string_view take(BoneProperty property) {
    const std::string_view name = name_of(property);
    bool& taken = taken_[static_cast<std::size_t>(property)];
    if (taken) {
      json_.fail(name, ErrorCode::duplicate,
                 "The property '" + std::string(name) +
                     "' is mapped twice, which JSON has no form for. Write a binary skeleton, or give it one mapping.");
    }
    taken = true;
    return name;
  }

 private:
  JsonEmitter& json_;
  bool taken_[kPropertyCount] = {};
};

void write_properties(Writing& writing, const TransformData& transform) {
  JsonEmitter& json = writing.json;
  const auto properties = json.object("properties");
  PropertyNames sources(json);
  for (const PropertySource& source : transform.properties) {
    const auto object = json.object(sources.take(source.property));
    json.number("offset", source.offset, 0);
    const auto to = json.object("to");
    PropertyNames targets(json);
    for (const PropertyTarget& target : source.to) {
      const auto entry = json.object(targets.take(target.property));
      json.number("offset", target.offset, 0);
      json.number("max", target.max, 1);
      json.number("scale", target.scale, 1);
    }
  }
}

/// Up to 4.2 each property goes to itself as it is.
bool is_identity(const TransformData& transform) {
  bool found[kPropertyCount] = {};
  for (const PropertySource& source : transform.properties) {
    if (source.offset != 0 || source.to.size() != 1) return false;
    const PropertyTarget& target = source.to.front();
    if (target.property != source.property || target.offset != 0 || target.scale != 1) return false;
    found[static_cast<std::size_t>(source.property)] = true;
  }
  return std::find(std::begin(found), std::end(found), false) == std::end(found);
}

void write_offsets(Writing& writing, const TransformData& transform) {
  JsonEmitter& json = writing.json;
  json.number("rotation", transform.rotation, 0);
  json.number("x", transform.x, 0);
  json.number("y", transform.y, 0);
  json.number("scaleX", transform.scale_x, 0);
  json.number("scaleY", transform.scale_y, 0);
  json.number("shearY", transform.shear_y, 0);
}

/// 4.3: every mix that counts, because readers differ in what they take for one that is absent.
void write_mapped_mixes(Writing& writing, const TransformData& transform) {
  bool used[kPropertyCount] = {};
  for (const PropertySource& source : transform.properties) {
    for (const PropertyTarget& target : source.to) used[static_cast<std::size_t>(target.property)] = true;
  }
  const auto mix = [&](BoneProperty property, std::string_view name, double value) {
    if (used[static_cast<std::size_t>(property)]) writing.json.number(name, value);
  };
  mix(BoneProperty::rotate, "mixRotate", transform.mix_rotate);
  mix(BoneProperty::x, "mixX", transform.mix_x);
  mix(BoneProperty::y, "mixY", transform.mix_y);
  mix(BoneProperty::scale_x, "mixScaleX", transform.mix_scale_x);
  mix(BoneProperty::scale_y, "mixScaleY", transform.mix_scale_y);
  mix(BoneProperty::shear_y, "mixShearY", transform.mix_shear_y);
}

void write_transform_4_3(Writing& writing, const TransformData& transform) {
  JsonEmitter& json = writing.json;
  writing.bone("source", transform.source);
  writing.bones("bones", transform.bones);
  json.boolean("localSource", transform.local_source, false);
  json.boolean("localTarget", transform.local_target, false);
  json.boolean("additive", transform.additive, false);
  json.boolean("clamp", transform.clamp, false);
  write_offsets(writing, transform);
  write_properties(writing, transform);
  write_mapped_mixes(writing, transform);
}

void write_transform_4_2(Writing& writing, const TransformData& transform) {
  JsonEmitter& json = writing.json;
  if (transform.local_source != transform.local_target) {
    writing.no_place_for("transform constraints that read local transforms and set world ones or the reverse");
  }
  if (transform.clamp) writing.no_place_for("transform constraints that limit their results");
  if (!is_identity(transform)) writing.no_place_for("transform constraints that map properties to others");
  writing.bones("bones", transform.bones);
  writing.bone("target", transform.source);
  write_offsets(writing, transform);
  if (writing.v3_8()) {
    if (transform.mix_y != transform.mix_x) writing.no_place_for("transform constraints with mixes for x and y");
    if (transform.mix_scale_y != transform.mix_scale_x) {
      writing.no_place_for("transform constraints with mixes for scale x and scale y");
    }
    json.number("rotateMix", transform.mix_rotate, 1);
    json.number("translateMix", transform.mix_x, 1);
    json.number("scaleMix", transform.mix_scale_x, 1);
    json.number("shearMix", transform.mix_shear_y, 1);
  } else {
    json.number("mixRotate", transform.mix_rotate, 1);
    json.number("mixX", transform.mix_x, 1);
    json.number("mixY", transform.mix_y, transform.mix_x);
    json.number("mixScaleX", transform.mix_scale_x, 1);
    json.number("mixScaleY", transform.mix_scale_y, transform.mix_scale_x);
    json.number("mixShearY", transform.mix_shear_y, 1);
  }
  json.boolean("relative", transform.additive, false);
  json.boolean("local", transform.local_target, false);
}

void write_path(Writing& writing, const PathData& path) {
  JsonEmitter& json = writing.json;
  if (!writing.v4_3()) writing.bones("bones", path.bones);
  writing.slot(writing.v4_3() ? "slot" : "target", path.slot);
  if (writing.v4_3()) writing.bones("bones", path.bones);
  if (path.position_mode != PositionMode::percent) json.text("positionMode", name_of(path.position_mode));
  if (path.spacing_mode != SpacingMode::length) json.text("spacingMode", name_of(path.spacing_mode));
  if (path.rotate_mode != RotateMode::tangent) json.text("rotateMode", name_of(path.rotate_mode));
  json.number("rotation", path.rotation, 0);
  json.number("position", path.position, 0);
  json.number("spacing", path.spacing, 0);
  if (writing.v3_8()) {
    if (path.spacing_mode == SpacingMode::proportional) {
      writing.no_place_for("spacing mode 'proportional' of path constraints", "spacingMode");
    }
    if (path.mix_y != path.mix_x) writing.no_place_for("path constraints with mixes for x and y");
    json.number("rotateMix", path.mix_rotate, 1);
    json.number("translateMix", path.mix_x, 1);
  } else {
    json.number("mixRotate", path.mix_rotate, 1);
    json.number("mixX", path.mix_x, 1);
    json.number("mixY", path.mix_y, path.mix_x);
  }
}

void write_physics(Writing& writing, const PhysicsData& physics) {
  JsonEmitter& json = writing.json;
  if (writing.before_4_2()) return writing.no_place_for("physics constraints");
  writing.bone("bone", physics.bone);
  json.number("x", physics.x, 0);
  json.number("y", physics.y, 0);
  json.number("rotate", physics.rotate, 0);
  if (writing.v4_3()) json.number("shearX", physics.shear_x, 0);  // the editor's order differs
  json.number("scaleX", physics.scale_x, 0);
  if (physics.scale_y != ScaleYMode::none) {
    if (!writing.v4_3()) writing.no_place_for("scale Y modes of physics constraints");
    json.text("scaleY", name_of(physics.scale_y));
  }
  if (!writing.v4_3()) json.number("shearX", physics.shear_x, 0);
  json.number("limit", physics.limit, 5000);
  json.number("fps", physics.fps, 60);
  json.number("inertia", physics.inertia);
  json.number("strength", physics.strength, 100);
  json.number("damping", physics.damping);
  json.number("mass", physics.mass, 1);
  json.number("wind", physics.wind, 0);
  json.number("gravity", physics.gravity, 0);
  json.number("mix", physics.mix, 1);
  json.boolean("inertiaGlobal", physics.inertia_global, false);
  json.boolean("strengthGlobal", physics.strength_global, false);
  json.boolean("dampingGlobal", physics.damping_global, false);
  json.boolean("massGlobal", physics.mass_global, false);
  json.boolean("windGlobal", physics.wind_global, false);
  json.boolean("gravityGlobal", physics.gravity_global, false);
  json.boolean("mixGlobal", physics.mix_global, false);
}

void write_slider(Writing& writing, const SliderData& slider) {
  JsonEmitter& json = writing.json;
  if (!writing.v4_3()) return writing.no_place_for("sliders");
  const Animation& animation = writing.data[slider.animation];
  json.text("animation", animation.name);
  json.boolean("additive", slider.additive, false);
  json.boolean("loop", slider.loop, false);
  json.number("mix", slider.mix, 1);
  if (slider.bone) {
    writing.bone("bone", slider.bone);
    json.text("property", name_of(slider.property));
    json.boolean("local", slider.local, false);
    json.number("from", slider.from, 0);
    json.number("to", slider.to, 0);
    json.number("scale", slider.scale, 1);
  } else {
    json.number("time", slider.time, 0);
    json.boolean("local", slider.local, false);
  }
  json.number("max", slider.max, 0);
}

void write_constraint(Writing& writing, const ConstraintData& constraint) {
  const auto object = writing.json.object();
  write_head(writing, constraint);
  switch (constraint.type) {
    case ConstraintType::ik:
      return write_ik(writing, *constraint.ik);
    case ConstraintType::transform:
      return writing.v4_3() ? write_transform_4_3(writing, *constraint.transform)
                            : write_transform_4_2(writing, *constraint.transform);
    case ConstraintType::path:
      return write_path(writing, *constraint.path);
    case ConstraintType::physics:
      return write_physics(writing, *constraint.physics);
    case ConstraintType::slider:
      return write_slider(writing, *constraint.slider);
  }
}

}  // namespace

std::vector<ConstraintIndex> constraints_of_type(const SkeletonData& data, ConstraintType type) {
  std::vector<ConstraintIndex> list;
  for (std::size_t i = 0; i < data.constraints.size(); ++i) {
    if (data.constraints[i].type == type) list.emplace_back(i);
  }
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (data[list[i]].order == data[list[i - 1]].order) return list;
  }
  std::stable_sort(list.begin(), list.end(),
                   [&](ConstraintIndex a, ConstraintIndex b) { return comes_before(data[a].name, data[b].name); });
  return list;
}

void write_constraints(Writing& writing) {
  const SkeletonData& data = writing.data;
  if (data.constraints.empty()) return;
  if (writing.v4_3()) {
    const auto array = writing.json.array("constraints");
    for (const ConstraintData& constraint : data.constraints) write_constraint(writing, constraint);
    return;
  }
  for (const std::string_view name : EnumNames<ConstraintType>::values) {
    const std::vector<ConstraintIndex> list = constraints_of_type(data, *parse_name<ConstraintType>(name));
    if (list.empty()) continue;
    const auto array = writing.json.array(name);
    for (const ConstraintIndex index : list) write_constraint(writing, data[index]);
  }
}

}  // namespace sinew::skeleton_json
