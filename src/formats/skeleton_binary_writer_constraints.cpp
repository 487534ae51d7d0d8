// Writing constraints: one list in 4.3, one for each kind before. Spec: skeleton-binary.md 7, 13, 14 and 16.
#include <algorithm>
#include <cmath>

#include "formats/skeleton_binary_writer.hpp"

namespace sinew::skeleton_binary {

namespace {

constexpr std::size_t kProperties = EnumNames<BoneProperty>::values.size();

void check_ik(Writing& writing, const IkData& ik) {
  if (ik.bones.empty() || ik.bones.size() > 2) {
    writing.fail(ErrorCode::bad_value, "An ik constraint has one or two bones.");
  }
  if (writing.before(FormatVersion::v4_3) && ik.scale_y == ScaleYMode::volume) {
    writing.no_place_for("scale Y mode 'volume'");
  }
}

void write_ik(Writing& writing, const ConstraintData& constraint) {
  ByteWriter& out = writing.out;
  const IkData& ik = *constraint.ik;
  check_ik(writing, ik);
  const bool uniform = ik.scale_y == ScaleYMode::uniform;
  const float mix = writing.single(ik.mix), softness = writing.single(ik.softness);
  if (writing.before(FormatVersion::v4_2)) {
    out.boolean(constraint.skin_required);
    writing.bones(ik.bones);
    writing.index(ik.target.value);
    out.f32(mix);
    out.f32(softness);
    out.u8(ik.bend_positive ? 1 : 0xFF);
    out.boolean(ik.compress);
    out.boolean(ik.stretch);
    return out.boolean(uniform);
  }
  writing.bones(ik.bones);
  writing.index(ik.target.value);
  if (writing.before(FormatVersion::v4_3)) {
    out.u8(flags({constraint.skin_required, ik.bend_positive, ik.compress, ik.stretch, uniform, mix != 0, mix != 1,
                  softness != 0}));
  } else {
    out.u8(flags({constraint.skin_required, ik.scale_y != ScaleYMode::none, !ik.bend_positive, ik.compress, ik.stretch,
                  mix != 0, mix != 1, softness != 0}));
    if (ik.scale_y != ScaleYMode::none) out.u8(static_cast<std::uint8_t>(ik.scale_y));
  }
  if (mix != 0 && mix != 1) out.f32(mix);
  if (softness != 0) out.f32(softness);
}

void write_path(Writing& writing, const ConstraintData& constraint) {
  ByteWriter& out = writing.out;
  const PathData& path = *constraint.path;
  const auto position = static_cast<std::uint8_t>(path.position_mode);
  const auto spacing = static_cast<std::uint8_t>(path.spacing_mode);
  const auto rotate = static_cast<std::uint8_t>(path.rotate_mode);
  const float rotation = writing.single(path.rotation);
  const auto rotation_bit = static_cast<std::uint8_t>(rotation != 0 ? 0x80 : 0);
  if (writing.before(FormatVersion::v4_3)) out.boolean(constraint.skin_required);
  writing.bones(path.bones);
  writing.index(path.slot.value);
  if (writing.before(FormatVersion::v4_2)) {
    if (writing.before(FormatVersion::v4_0) && path.spacing_mode == SpacingMode::proportional) {
      writing.no_place_for("spacing mode 'proportional'");
    }
    out.u8(position);
    out.u8(spacing);
    out.u8(rotate);
    out.f32(rotation);
  } else {
    const int shift = writing.before(FormatVersion::v4_3) ? 0 : 1;
    const int bits = (position | spacing << 1 | rotate << 3) << shift | rotation_bit;
    const int skin = shift == 1 && constraint.skin_required ? 1 : 0;
    out.u8(static_cast<std::uint8_t>(bits | skin));
    if (rotation != 0) out.f32(rotation);
  }
  writing.number(path.position);
  writing.number(path.spacing);
  writing.number(path.mix_rotate);
  writing.number(path.mix_x);
  if (!writing.before(FormatVersion::v4_0)) return writing.number(path.mix_y);
  if (writing.single(path.mix_x) != writing.single(path.mix_y)) writing.no_place_for("mix of y apart from that of x");
}

// Transform constraints.

const PropertySource* source_of(const TransformData& transform, BoneProperty property) {
  const auto found = std::find_if(transform.properties.begin(), transform.properties.end(),
                                  [&](const PropertySource& source) { return source.property == property; });
  return found == transform.properties.end() ? nullptr : &*found;
}

/// Up to 4.2 each property is copied to itself. One that is not copied has to have a mix of 0.
void check_properties(Writing& writing, const TransformData& transform, const double (&mixes)[kProperties]) {
  std::size_t known = 0;
  for (std::size_t i = 0; i < kProperties; ++i) {
    const PropertySource* source = source_of(transform, static_cast<BoneProperty>(i));
    if (!source) {
      if (mixes[i] != 0) writing.no_place_for("transform constraint that leaves properties out");
      continue;
    }
    ++known;
    const bool itself = source->offset == 0 && source->to.size() == 1 && source->to[0].property == source->property &&
                        source->to[0].offset == 0 && source->to[0].scale == 1;
    if (!itself) writing.no_place_for("map from properties to other properties");
  }
  if (known != transform.properties.size()) writing.no_place_for("property that is the source of several maps");
  if (transform.clamp) writing.no_place_for("limits of mapped properties ('clamp')");
  if (transform.local_source != transform.local_target) {
    writing.no_place_for("transform constraint that is local at one end only");
  }
}

void write_old_transform(Writing& writing, const ConstraintData& constraint) {
  ByteWriter& out = writing.out;
  const TransformData& t = *constraint.transform;
  const float offsets[kProperties] = {writing.single(t.rotation), writing.single(t.x),       writing.single(t.y),
                                      writing.single(t.scale_x),  writing.single(t.scale_y), writing.single(t.shear_y)};
  const double exact[kProperties] = {t.mix_rotate, t.mix_x, t.mix_y, t.mix_scale_x, t.mix_scale_y, t.mix_shear_y};
  check_properties(writing, t, exact);
  float mixes[kProperties];
  for (std::size_t i = 0; i < kProperties; ++i) mixes[i] = writing.single(exact[i]);
  if (writing.before(FormatVersion::v4_2)) {
    out.boolean(constraint.skin_required);
    writing.bones(t.bones);
    writing.index(t.source.value);
    out.boolean(t.local_target);
    out.boolean(t.additive);
    for (const float offset : offsets) out.f32(offset);
    const bool four = writing.before(FormatVersion::v4_0);
    if (four && (mixes[1] != mixes[2] || mixes[3] != mixes[4])) writing.no_place_for("mix of y apart from that of x");
    for (std::size_t i = 0; i < kProperties; ++i) {
      if (!four || (i != 2 && i != 4)) out.f32(mixes[i]);
    }
    return;
  }
  writing.bones(t.bones);
  writing.index(t.source.value);
  out.u8(flags({constraint.skin_required, t.local_target, t.additive, offsets[0] != 0, offsets[1] != 0, offsets[2] != 0,
                offsets[3] != 0, offsets[4] != 0}));
  for (std::size_t i = 0; i < 5; ++i) {
    if (offsets[i] != 0) out.f32(offsets[i]);
  }
  out.u8(flags(
      {offsets[5] != 0, mixes[0] != 0, mixes[1] != 0, mixes[2] != 0, mixes[3] != 0, mixes[4] != 0, mixes[5] != 0}));
  if (offsets[5] != 0) out.f32(offsets[5]);
  for (const float mix : mixes) {
    if (mix != 0) out.f32(mix);
  }
}

/// A flags byte, and the numbers that are not 0.
void write_present(Writing& writing, const double (&values)[kProperties]) {
  float numbers[kProperties];
  for (std::size_t i = 0; i < kProperties; ++i) numbers[i] = writing.single(values[i]);
  writing.out.u8(
      flags({numbers[0] != 0, numbers[1] != 0, numbers[2] != 0, numbers[3] != 0, numbers[4] != 0, numbers[5] != 0}));
  for (const float number : numbers) {
    if (number != 0) writing.out.f32(number);
  }
}

void write_transform(Writing& writing, const ConstraintData& constraint) {
  if (constraint.transform->bones.empty()) {
    writing.fail(ErrorCode::bad_value, "A transform constraint needs at least one bone.");
  }
  if (writing.before(FormatVersion::v4_3)) return write_old_transform(writing, constraint);
  ByteWriter& out = writing.out;
  const TransformData& t = *constraint.transform;
  writing.bones(t.bones);
  writing.index(t.source.value);
  if (t.properties.size() > 7) {
    return writing.fail(ErrorCode::bad_value, "A transform constraint has at most seven source properties.");
  }
  const std::uint8_t bits = flags({constraint.skin_required, t.local_source, t.local_target, t.additive, t.clamp});
  out.u8(static_cast<std::uint8_t>(bits | t.properties.size() << 5));
  for (const PropertySource& source : t.properties) {
    out.u8(static_cast<std::uint8_t>(source.property));
    writing.number(source.offset);
    if (source.to.size() > 255) return writing.fail(ErrorCode::bad_value, "A property has at most 255 targets.");
    out.u8(static_cast<std::uint8_t>(source.to.size()));
    for (const PropertyTarget& target : source.to) {
      out.u8(static_cast<std::uint8_t>(target.property));
      writing.number(target.offset);
      writing.number(target.max);
      writing.number(target.scale);
    }
  }
  write_present(writing, {t.rotation, t.x, t.y, t.scale_x, t.scale_y, t.shear_y});
  write_present(writing, {t.mix_rotate, t.mix_x, t.mix_y, t.mix_scale_x, t.mix_scale_y, t.mix_shear_y});
}

// Physics and sliders.

/// Amount of scale X and mode of scale Y in one number. Spec: skeleton-binary.md 7.4.
float joined_scale(Writing& writing, const PhysicsData& physics) {
  const float amount = writing.single(physics.scale_x);
  // Without an amount the mode has no effect.
  if (amount == 0 || (physics.scale_y == ScaleYMode::none && writing.before(FormatVersion::v4_3))) return amount;
  if (writing.before(FormatVersion::v4_3)) {
    writing.no_place_for("scale Y mode of physics");
  } else if (amount < 0 || (physics.scale_y == ScaleYMode::uniform && amount > 1)) {
    writing.fail(ErrorCode::bad_value,
                 "A binary file holds an amount of scale X from 0 on, with the scale Y mode 'uniform' up to 1.");
  }
  const double offset = physics.scale_y == ScaleYMode::uniform ? -1 : physics.scale_y == ScaleYMode::volume ? -2 : 0;
  return physics.scale_y == ScaleYMode::none ? amount : writing.single(offset - physics.scale_x);
}

void write_physics(Writing& writing, const ConstraintData& constraint) {
  ByteWriter& out = writing.out;
  const PhysicsData& p = *constraint.physics;
  writing.index(p.bone.value);
  const float x = writing.single(p.x), y = writing.single(p.y), rotate = writing.single(p.rotate);
  const float scale = joined_scale(writing, p), shear = writing.single(p.shear_x), limit = writing.single(p.limit);
  const float inverse_mass = writing.single(1 / p.mass), mix = writing.single(p.mix);
  if (!(p.fps >= 1 && p.fps <= 255) || p.fps != std::floor(p.fps)) {
    writing.fail(ErrorCode::bad_value, "The steps a second of physics must be a whole number from 1 to 255.");
  }
  if (inverse_mass == 0) writing.fail(ErrorCode::bad_value, "The mass is too large for a binary file.");
  if (writing.failed()) return;
  out.u8(flags({constraint.skin_required, x != 0, y != 0, rotate != 0, scale != 0, shear != 0, limit != 5000,
                inverse_mass != 1}));
  for (const float number : {x, y, rotate, scale, shear}) {
    if (number != 0) out.f32(number);
  }
  if (limit != 5000) out.f32(limit);
  out.u8(static_cast<std::uint8_t>(p.fps));
  writing.number(p.inertia);
  writing.number(p.strength);
  writing.number(p.damping);
  if (inverse_mass != 1) out.f32(inverse_mass);
  writing.number(p.wind);
  writing.number(p.gravity);
  out.u8(flags({p.inertia_global, p.strength_global, p.damping_global, p.mass_global, p.wind_global, p.gravity_global,
                p.mix_global, mix != 1}));
  if (mix != 1) out.f32(mix);
}

void write_slider(Writing& writing, const ConstraintData& constraint) {
  ByteWriter& out = writing.out;
  const SliderData& slider = *constraint.slider;
  const bool driven = slider.bone.valid();
  const float value = writing.single(driven && writing.nonessential ? slider.max : slider.time);
  const float mix = writing.single(slider.mix);
  const bool has_mix = mix != 0 && mix != 1;
  out.u8(flags({constraint.skin_required, slider.loop, slider.additive, value != 0, mix != 0, has_mix, driven,
                driven && slider.local}));
  if (value != 0) out.f32(value);
  if (has_mix) out.f32(mix);
  if (!driven) return;
  writing.index(slider.bone.value);
  writing.number(slider.from);
  out.u8(static_cast<std::uint8_t>(slider.property));
  writing.number(slider.to);
  writing.number(slider.scale);
}

void write_record(Writing& writing, const ConstraintData& constraint) {
  switch (constraint.type) {
    case ConstraintType::ik:
      return write_ik(writing, constraint);
    case ConstraintType::transform:
      return write_transform(writing, constraint);
    case ConstraintType::path:
      return write_path(writing, constraint);
    case ConstraintType::physics:
      return write_physics(writing, constraint);
    case ConstraintType::slider:
      return write_slider(writing, constraint);
  }
}

void write_list(Writing& writing, ConstraintType type) {
  const WriteScope scope(writing, name_of(type));
  const std::vector<ConstraintIndex> list = writing.constraints_of(type);
  writing.count(list.size());
  for (std::size_t i = 0; i < list.size() && !writing.failed(); ++i) {
    const WriteScope item(writing, i);
    const ConstraintData& constraint = writing.data[list[i]];
    writing.name(constraint.name, "constraint");
    if (constraint.order < 0) writing.fail(ErrorCode::bad_value, "The order of a constraint must not be negative.");
    writing.index(static_cast<std::uint32_t>(constraint.order));
    write_record(writing, constraint);
  }
}

}  // namespace

void write_constraints(Writing& writing) {
  if (writing.before(FormatVersion::v4_3)) {
    const ConstraintType last = writing.before(FormatVersion::v4_2) ? ConstraintType::path : ConstraintType::physics;
    for (std::size_t type = 0; type < EnumNames<ConstraintType>::values.size(); ++type) {
      const auto one = static_cast<ConstraintType>(type);
      if (one <= last) {
        write_list(writing, one);
      } else if (!writing.constraints_of(one).empty()) {
        writing.no_place_for(std::string(name_of(one)) + " constraints");
      }
    }
    return;
  }
  const WriteScope scope(writing, "constraints");
  // The order of the numbers in files is not that of the enumeration.
  constexpr std::uint8_t numbers[] = {0, 2, 1, 3, 4};
  writing.count(writing.data.constraints.size());
  for (std::size_t i = 0; i < writing.data.constraints.size() && !writing.failed(); ++i) {
    const WriteScope item(writing, i);
    const ConstraintData& constraint = writing.data.constraints[i];
    writing.name(constraint.name, "constraint");
    writing.out.u8(numbers[static_cast<std::size_t>(constraint.type)]);
    write_record(writing, constraint);
  }
}

}  // namespace sinew::skeleton_binary
