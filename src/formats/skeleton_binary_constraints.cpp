// Constraints of 4.3, one list of all kinds, and what they share with older ones. Spec: skeleton-binary.md 7.
#include "formats/skeleton_binary.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_binary {

namespace {

constexpr std::size_t kProperties = EnumNames<BoneProperty>::values.size();

bool is_property_x_or_y(BoneProperty property) {
  return property == BoneProperty::x || property == BoneProperty::y;
}

void read_ik(Reading& reading, ConstraintData& constraint) {
  ByteReader& in = reading.in;
  IkData& ik = *reading.arena.make<IkData>();
  constraint.ik = &ik;
  const std::size_t at = in.offset();
  ik.bones = reading.bones();
  check_ik_bones(reading, ik, at);
  ik.target = reading.bone();
  const std::uint8_t flags = in.u8();
  constraint.skin_required = bit(flags, 0);
  if (bit(flags, 1)) ik.scale_y = reading.choice<ScaleYMode>(EnumNames<ScaleYMode>::values.size(), "scale Y mode");
  ik.bend_positive = !bit(flags, 2);
  ik.compress = bit(flags, 3);
  ik.stretch = bit(flags, 4);
  ik.mix = !bit(flags, 5) ? 0 : bit(flags, 6) ? reading.number() : 1;
  ik.softness = bit(flags, 7) ? reading.length() : 0;
}

void read_path(Reading& reading, ConstraintData& constraint) {
  PathData& path = *reading.arena.make<PathData>();
  constraint.path = &path;
  path.bones = reading.bones();
  path.slot = reading.slot();
  const std::size_t at = reading.in.offset();
  const std::uint8_t flags = reading.in.u8();
  constraint.skin_required = bit(flags, 0);
  path.position_mode = bit(flags, 1) ? PositionMode::percent : PositionMode::fixed;
  path.spacing_mode = static_cast<SpacingMode>(flags >> 2 & 3);
  path.rotate_mode = static_cast<RotateMode>(reading.choice_number(at, flags >> 4 & 3, 3, "rotate mode"));
  if (bit(flags, 7)) path.rotation = reading.number();
  read_path_numbers(reading, path);
}

std::span<const PropertySource> read_properties(Reading& reading, std::size_t count) {
  const Scope scope(reading, "properties");
  const auto property = [&] { return reading.choice<BoneProperty>(kProperties, "property of bones"); };
  const auto unit_of = [&](BoneProperty one) { return is_property_x_or_y(one) ? reading.scale : 1; };
  const std::span<PropertySource> sources = reading.arena.array<PropertySource>(count);
  std::size_t used = 0;
  for (std::size_t i = 0; i < count; ++i) {
    PropertySource source;
    source.property = property();
    source.offset = reading.number() * unit_of(source.property);
    const std::size_t at = reading.in.offset();
    std::size_t size = reading.in.u8();
    if (size * 13 > reading.in.remaining()) {
      reading.fail(at, ErrorCode::syntax, "The file ends before the properties that should follow here.");
      size = 0;
    }
    const std::span<PropertyTarget> targets = reading.arena.array<PropertyTarget>(size);
    for (PropertyTarget& target : targets) {
      target.property = property();
      const double unit = unit_of(target.property);
      target.offset = reading.number() * unit;
      target.max = reading.number() * unit;
      target.scale = reading.number() * (unit / unit_of(source.property));
    }
    source.to = targets;
    // A source without targets is dropped, as it is from JSON.
    if (size != 0) sources[used++] = source;
  }
  return sources.first(used);
}

void read_transform(Reading& reading, ConstraintData& constraint) {
  ByteReader& in = reading.in;
  TransformData& transform = *reading.arena.make<TransformData>();
  constraint.transform = &transform;
  const std::size_t at = in.offset();
  transform.bones = reading.bones();
  if (transform.bones.empty()) {
    reading.fail(at, ErrorCode::bad_value, "A transform constraint needs at least one bone.");
  }
  transform.source = reading.bone();
  const std::uint8_t flags = in.u8();
  constraint.skin_required = bit(flags, 0);
  transform.local_source = bit(flags, 1);
  transform.local_target = bit(flags, 2);
  transform.additive = bit(flags, 3);
  transform.clamp = bit(flags, 4);
  transform.properties = read_properties(reading, flags >> 5);
  const std::uint8_t offsets = in.u8();
  if (bit(offsets, 0)) transform.rotation = reading.number();
  if (bit(offsets, 1)) transform.x = reading.length();
  if (bit(offsets, 2)) transform.y = reading.length();
  if (bit(offsets, 3)) transform.scale_x = reading.number();
  if (bit(offsets, 4)) transform.scale_y = reading.number();
  if (bit(offsets, 5)) transform.shear_y = reading.number();
  const std::uint8_t mixes = in.u8();
  const auto mix = [&](int number) { return bit(mixes, number) ? reading.number() : 0; };
  transform.mix_rotate = mix(0);
  transform.mix_x = mix(1);
  transform.mix_y = mix(2);
  transform.mix_scale_x = mix(3);
  transform.mix_scale_y = mix(4);
  transform.mix_shear_y = mix(5);
}

void read_slider(Reading& reading, ConstraintData& constraint) {
  SliderData& slider = *reading.arena.make<SliderData>();
  constraint.slider = &slider;
  reading.sliders.push_back(&slider);
  const std::uint8_t flags = reading.in.u8();
  const bool driven = bit(flags, 6);
  constraint.skin_required = bit(flags, 0);
  slider.loop = bit(flags, 1);
  slider.additive = bit(flags, 2);
  const double value = bit(flags, 3) ? reading.number() : 0;
  (driven && reading.nonessential ? slider.max : slider.time) = value;
  slider.mix = !bit(flags, 4) ? 0 : bit(flags, 5) ? reading.number() : 1;
  slider.local = bit(flags, 7);
  if (!driven) return;
  slider.bone = reading.bone();
  slider.from = reading.number();
  slider.property = reading.choice<BoneProperty>(kProperties, "property of bones");
  slider.to = reading.number();
  slider.scale = reading.number();
  if (is_property_x_or_y(slider.property)) {
    slider.from *= reading.scale;
    slider.scale /= reading.scale;
  }
}

void read_constraint(Reading& reading, ConstraintData& constraint) {
  // The order of the numbers in files is not that of the enumeration.
  constexpr ConstraintType types[] = {ConstraintType::ik, ConstraintType::path, ConstraintType::transform,
                                      ConstraintType::physics, ConstraintType::slider};
  constraint.name = reading.name("constraint");
  const std::size_t at = reading.in.offset();
  constraint.type = types[reading.choice_number(at, reading.in.u8(), std::size(types), "constraint type")];
  if (reading.failed()) return;
  switch (constraint.type) {
    case ConstraintType::ik:
      return read_ik(reading, constraint);
    case ConstraintType::transform:
      return read_transform(reading, constraint);
    case ConstraintType::path:
      return read_path(reading, constraint);
    case ConstraintType::physics: {
      PhysicsData& physics = *reading.arena.make<PhysicsData>();
      constraint.physics = &physics;
      return read_physics(reading, physics, constraint.skin_required);
    }
    case ConstraintType::slider:
      return read_slider(reading, constraint);
  }
}

/// One number says the amount of scale X and the mode of scale Y. Spec: skeleton-binary.md 7.4.
void split_scale(Reading& reading, std::size_t at, double value, PhysicsData& physics) {
  physics.scale_x = value;
  if (reading.before(FormatVersion::v4_3) || value >= 0) return;
  physics.scale_y = value < -2 ? ScaleYMode::volume : ScaleYMode::uniform;
  physics.scale_x = physics.scale_y == ScaleYMode::volume ? -2 - value : -1 - value;
  if (physics.scale_x < 0) {
    reading.fail(at, ErrorCode::bad_value, "This amount of scale X means a negative one with a mode of scale Y.");
  }
}

}  // namespace

void check_ik_bones(Reading& reading, const IkData& ik, std::size_t offset) {
  if (reading.failed()) return;
  if (ik.bones.empty() || ik.bones.size() > 2) {
    return reading.fail(offset, ErrorCode::bad_value,
                        "An ik constraint has one or two bones; this one has " + std::to_string(ik.bones.size()) + ".");
  }
  if (ik.bones.size() == 2 && reading.data[ik.bones[1]].parent != ik.bones[0]) {
    reading.warn(offset, ErrorCode::bad_order,
                 "The second bone " + quoted(reading.data[ik.bones[1]].name) +
                     " of this ik constraint is not a child of the first.");
  }
}

void read_path_numbers(Reading& reading, PathData& path) {
  const bool fixed = path.position_mode == PositionMode::fixed;
  const bool in_pixels = path.spacing_mode == SpacingMode::length || path.spacing_mode == SpacingMode::fixed;
  path.position = reading.number() * (fixed ? reading.scale : 1);
  path.spacing = reading.number() * (in_pixels ? reading.scale : 1);
  path.mix_rotate = reading.number();
  path.mix_x = reading.number();
  path.mix_y = reading.before(FormatVersion::v4_0) ? path.mix_x : reading.number();
}

void read_physics(Reading& reading, PhysicsData& physics, bool& skin_required) {
  ByteReader& in = reading.in;
  physics.bone = reading.bone();
  const std::uint8_t flags = in.u8();
  skin_required = bit(flags, 0);
  if (bit(flags, 1)) physics.x = reading.number();
  if (bit(flags, 2)) physics.y = reading.number();
  if (bit(flags, 3)) physics.rotate = reading.number();
  if (bit(flags, 4)) {
    const std::size_t at = in.offset();
    split_scale(reading, at, reading.number(), physics);
  }
  if (bit(flags, 5)) physics.shear_x = reading.number();
  physics.limit = bit(flags, 6) ? reading.length() : 5000 * reading.scale;
  const std::size_t steps_at = in.offset();
  const std::uint8_t steps = in.u8();
  if (steps == 0) reading.fail(steps_at, ErrorCode::bad_value, "The steps a second of physics must be above 0.");
  physics.fps = steps;
  physics.inertia = reading.number();
  physics.strength = reading.number();
  physics.damping = reading.number();
  if (bit(flags, 7)) {
    const std::size_t at = in.offset();
    const double inverse = reading.number();
    if (inverse == 0) reading.fail(at, ErrorCode::bad_value, "The inverse of the mass must not be 0.");
    physics.mass = 1 / inverse;
  }
  physics.wind = reading.number();
  physics.gravity = reading.number();
  const std::uint8_t globals = in.u8();
  physics.inertia_global = bit(globals, 0);
  physics.strength_global = bit(globals, 1);
  physics.damping_global = bit(globals, 2);
  physics.mass_global = bit(globals, 3);
  physics.wind_global = bit(globals, 4);
  physics.gravity_global = bit(globals, 5);
  physics.mix_global = bit(globals, 6);
  if (bit(globals, 7)) physics.mix = reading.number();
}

void read_constraints(Reading& reading) {
  Scope list(reading, "constraints");
  const std::span<ConstraintData> constraints = reading.arena.array<ConstraintData>(reading.count(4));
  Scope item(reading, std::size_t{0});
  for (std::size_t i = 0; i < constraints.size() && !reading.failed(); ++i) {
    item.set_number(i);
    constraints[i].order = static_cast<std::int32_t>(i);
    read_constraint(reading, constraints[i]);
  }
  if (reading.failed()) return;
  reading.data.constraints = constraints;
  index_constraints(reading.data);
  warn_about_duplicates(reading, constraints, reading.data.constraint_names, "constraint of this type",
                        [](std::size_t i) { return "/constraints/" + std::to_string(i); });
}

}  // namespace sinew::skeleton_binary
