// Timelines of interpolated numbers: bones, slot colours, constraints. Spec: skeleton-binary.md 11.2 to 11.6, 13 to 16.
#include "formats/old_angles.hpp"
#include "formats/skeleton_binary.hpp"

namespace sinew::skeleton_binary {

namespace {

// How the numbers of a key stand in the file. `unit` is 1, or the load scale for lengths.

template <int count>
void read_numbers(ByteReader& in, double unit, double* value) {
  in.f32s({value, static_cast<std::size_t>(count)});
  for (int i = 0; i < count; ++i) value[i] *= unit;
}

double channel(ByteReader& in) {
  return static_cast<double>(static_cast<float>(in.u8()) / 255.0f);
}

template <int count>
void read_channels(ByteReader& in, double /*unit*/, double* value) {
  for (int i = 0; i < count; ++i) value[i] = channel(in);
}

// 3.8.
void read_two_colors(ByteReader& in, double unit, double* value) {
  read_channels<4>(in, unit, value);
  in.skip(1);
  read_channels<3>(in, unit, value + 4);
}

void read_four_mixes(ByteReader& in, double /*unit*/, double* value) {
  value[0] = static_cast<double>(in.f32());
  value[1] = value[2] = static_cast<double>(in.f32());
  value[3] = value[4] = static_cast<double>(in.f32());
  value[5] = static_cast<double>(in.f32());
}

void read_two_mixes(ByteReader& in, double /*unit*/, double* value) {
  value[0] = static_cast<double>(in.f32());
  value[1] = value[2] = static_cast<double>(in.f32());
}

/// All keys of a timeline, a function for each way in which their numbers stand: its loop calls nothing.
using ReadKeys = void (*)(Reading& reading, Scope& scope, KeyReader& keys, double unit, double* value);

template <void read(ByteReader& in, double unit, double* value)>
void read_keys(Reading& reading, Scope& scope, KeyReader& keys, double unit, double* value) {
  const std::size_t components = keys.timeline().components;
  for (std::uint32_t i = 0; i < keys.size() && reading.in.ok(); ++i, value += components) {
    scope.set_number(i);
    keys.read_time(i);
    read(reading.in, unit, value);
    keys.read_curve(i);
  }
}

enum class Unit : std::uint8_t { one, length };

struct Kind {
  std::string_view name;  ///< as in JSON
  TimelineType type;
  std::uint8_t components;
  std::uint8_t bytes;  ///< of a key's value
  ReadKeys read;
  Unit unit = Unit::one;
};

constexpr Kind kSlotKinds[] = {
    {"attachment", TimelineType::attachment, 0, 1, nullptr},
    {"rgba", TimelineType::rgba, 4, 4, read_keys<read_channels<4>>},
    {"rgb", TimelineType::rgb, 3, 3, read_keys<read_channels<3>>},
    {"rgba2", TimelineType::rgba2, 7, 7, read_keys<read_channels<7>>},
    {"rgb2", TimelineType::rgb2, 6, 6, read_keys<read_channels<6>>},
    {"alpha", TimelineType::alpha, 1, 1, read_keys<read_channels<1>>},
};
constexpr Kind kSlotKinds38[] = {
    {"attachment", TimelineType::attachment, 0, 1, nullptr},
    {"color", TimelineType::rgba, 4, 4, read_keys<read_channels<4>>},
    {"twoColor", TimelineType::rgba2, 7, 8, read_keys<read_two_colors>},
};

constexpr Kind kBoneKinds[] = {
    {"rotate", TimelineType::rotate, 1, 4, read_keys<read_numbers<1>>},
    {"translate", TimelineType::translate, 2, 8, read_keys<read_numbers<2>>, Unit::length},
    {"translatex", TimelineType::translate_x, 1, 4, read_keys<read_numbers<1>>, Unit::length},
    {"translatey", TimelineType::translate_y, 1, 4, read_keys<read_numbers<1>>, Unit::length},
    {"scale", TimelineType::scale, 2, 8, read_keys<read_numbers<2>>},
    {"scalex", TimelineType::scale_x, 1, 4, read_keys<read_numbers<1>>},
    {"scaley", TimelineType::scale_y, 1, 4, read_keys<read_numbers<1>>},
    {"shear", TimelineType::shear, 2, 8, read_keys<read_numbers<2>>},
    {"shearx", TimelineType::shear_x, 1, 4, read_keys<read_numbers<1>>},
    {"sheary", TimelineType::shear_y, 1, 4, read_keys<read_numbers<1>>},
    {"inherit", TimelineType::inherit, 0, 1, nullptr},
};
constexpr std::size_t kBoneKindsBefore42 = 10;
constexpr Kind kBoneKinds38[] = {
    {"rotate", TimelineType::rotate, 1, 4, read_keys<read_numbers<1>>},
    {"translate", TimelineType::translate, 2, 8, read_keys<read_numbers<2>>, Unit::length},
    {"scale", TimelineType::scale, 2, 8, read_keys<read_numbers<2>>},
    {"shear", TimelineType::shear, 2, 8, read_keys<read_numbers<2>>},
};

constexpr Kind kTransform = {"", TimelineType::transform, 6, 24, read_keys<read_numbers<6>>};
constexpr Kind kTransform38 = {"", TimelineType::transform, 6, 16, read_keys<read_four_mixes>};

constexpr Kind kPathKinds[] = {
    {"position", TimelineType::path_position, 1, 4, read_keys<read_numbers<1>>},
    {"spacing", TimelineType::path_spacing, 1, 4, read_keys<read_numbers<1>>},
    {"mix", TimelineType::path_mix, 3, 12, read_keys<read_numbers<3>>},
};
constexpr Kind kPathMix38 = {"mix", TimelineType::path_mix, 3, 8, read_keys<read_two_mixes>};

constexpr Kind kPhysicsKinds[] = {
    {"inertia", TimelineType::physics_inertia, 1, 4, read_keys<read_numbers<1>>},
    {"strength", TimelineType::physics_strength, 1, 4, read_keys<read_numbers<1>>},
    {"damping", TimelineType::physics_damping, 1, 4, read_keys<read_numbers<1>>},
    {"", TimelineType::physics_mass, 0, 0, nullptr},  // there is no type 3
    {"mass", TimelineType::physics_mass, 1, 4, read_keys<read_numbers<1>>},
    {"wind", TimelineType::physics_wind, 1, 4, read_keys<read_numbers<1>>},
    {"gravity", TimelineType::physics_gravity, 1, 4, read_keys<read_numbers<1>>},
    {"mix", TimelineType::physics_mix, 1, 4, read_keys<read_numbers<1>>},
    {"reset", TimelineType::physics_reset, 0, 0, nullptr},
};

constexpr Kind kSliderKinds[] = {
    {"time", TimelineType::slider_time, 1, 4, read_keys<read_numbers<1>>},
    {"mix", TimelineType::slider_mix, 1, 4, read_keys<read_numbers<1>>},
};

/// The type byte of a timeline. Nothing after an error: an unknown one cannot be skipped.
const Kind* read_kind(Reading& reading, std::span<const Kind> kinds) {
  const std::size_t at = reading.in.offset();
  const std::uint8_t number = reading.in.u8();
  if (reading.failed()) return nullptr;
  if (number < kinds.size() && !kinds[number].name.empty()) return &kinds[number];
  reading.fail(
      at, ErrorCode::bad_value,
      "The number " + std::to_string(number) + " means no timeline of this kind; what follows cannot be read.");
  return nullptr;
}

/// Null after an error.
Timeline* read_number_timeline(Reading& reading, const Kind& kind, Unit unit_of_kind) {
  Scope scope(reading, std::size_t{0});
  const double unit = unit_of_kind == Unit::length ? reading.scale : 1;
  KeyReader keys(reading, kind.type, std::size_t{4} + kind.bytes, kind.components);
  for (std::size_t c = 0; c < kind.components; ++c) keys.set_unit(c, unit);
  keys.timeline().components = kind.components;
  const std::span<double> values = reading.arena.room<double>(std::size_t{keys.size()} * kind.components);
  kind.read(reading, scope, keys, unit, values.data());
  if (reading.failed()) return nullptr;
  if (kind.type == TimelineType::rotate && reading.before(FormatVersion::v4_0)) {
    keys.timeline().turns_at_end = unwrap_angles(values);
  }
  keys.timeline().values = values;
  return keys.finish() ? &keys.timeline() : nullptr;
}

Timeline* read_number_timeline(Reading& reading, const Kind& kind) {
  return read_number_timeline(reading, kind, kind.unit);
}

void set_constraint(Timeline* timeline, ConstraintIndex constraint) {
  if (timeline) timeline->constraint = constraint;
}

void read_attachment_keys(Reading& reading, SlotIndex slot) {
  Scope scope(reading, std::size_t{0});
  KeyReader keys(reading, TimelineType::attachment, 5);
  if (keys.size() == 0) return keys.drop();
  const std::span<PlaceholderIndex> attachments = reading.arena.array<PlaceholderIndex>(keys.size());
  const std::span<std::string_view> names = reading.arena.array<std::string_view>(keys.size());
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    keys.read_time(i);
    names[i] = reading.reference();
    if (!names[i].empty()) attachments[i] = reading.data.find_placeholder(slot, names[i]);
  }
  keys.timeline().slot = slot;
  keys.timeline().attachments = attachments;
  keys.timeline().attachment_names = names;
}

void read_inherit_keys(Reading& reading, BoneIndex bone) {
  Scope scope(reading, std::size_t{0});
  KeyReader keys(reading, TimelineType::inherit, 5);
  if (keys.size() == 0) return keys.drop();
  const std::span<Inherit> inherits = reading.arena.array<Inherit>(keys.size());
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    keys.read_time(i);
    inherits[i] = reading.choice<Inherit>(EnumNames<Inherit>::values.size(), "inherit mode");
  }
  keys.timeline().bone = bone;
  keys.timeline().inherits = inherits;
}

void read_reset_keys(Reading& reading, ConstraintIndex constraint) {
  Scope scope(reading, std::size_t{0});
  KeyReader keys(reading, TimelineType::physics_reset, 4);
  if (keys.size() == 0) return keys.drop();
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    keys.read_time(i);
  }
  keys.timeline().constraint = constraint;
}

/// A key from 4.2 on: its flags come first, and say what else there is.
void read_ik_key(Reading& reading, KeyReader& keys, std::uint32_t key, double* value, IkFlags& flags) {
  const std::uint8_t bits = reading.in.u8();
  keys.read_time(key);
  value[0] = !bit(bits, 0) ? 0 : bit(bits, 1) ? reading.number() : 1;
  value[1] = bit(bits, 2) ? reading.length() : 0;
  flags = {bit(bits, 3), bit(bits, 4), bit(bits, 5)};
  if (key == 0 || reading.failed()) return;
  if (bit(bits, 6)) {
    keys.set_stepped(key);
  } else if (bit(bits, 7)) {
    keys.read_bezier(key);
  }
}

IkFlags read_old_ik_flags(Reading& reading) {
  const bool bend_positive = reading.in.i8() > 0, compress = reading.in.boolean();
  return {bend_positive, compress, reading.in.boolean()};
}

/// A key up to 4.1. The curve stands before the flags, in 3.8 behind them.
void read_old_ik_key(Reading& reading, KeyReader& keys, std::uint32_t key, double* value, IkFlags& flags) {
  keys.read_time(key);
  value[0] = reading.number();
  value[1] = reading.length();
  if (reading.before(FormatVersion::v4_0)) {
    flags = read_old_ik_flags(reading);
    keys.read_curve(key);
  } else {
    keys.read_curve(key);
    flags = read_old_ik_flags(reading);
  }
}

}  // namespace

void read_slot_timeline(Reading& reading, SlotIndex slot) {
  const bool old = reading.before(FormatVersion::v4_0);
  const Kind* kind = read_kind(reading, old ? std::span<const Kind>(kSlotKinds38) : std::span<const Kind>(kSlotKinds));
  if (!kind) return;
  const Scope scope(reading, kind->name);
  if (kind->type == TimelineType::attachment) return read_attachment_keys(reading, slot);
  if (Timeline* timeline = read_number_timeline(reading, *kind)) timeline->slot = slot;
}

void read_bone_timeline(Reading& reading, BoneIndex bone) {
  std::span<const Kind> kinds = kBoneKinds;
  if (reading.before(FormatVersion::v4_2)) kinds = kinds.first(kBoneKindsBefore42);
  if (reading.before(FormatVersion::v4_0)) kinds = kBoneKinds38;
  const Kind* kind = read_kind(reading, kinds);
  if (!kind) return;
  const Scope scope(reading, kind->name);
  if (kind->type == TimelineType::inherit) return read_inherit_keys(reading, bone);
  if (Timeline* timeline = read_number_timeline(reading, *kind)) timeline->bone = bone;
}

void read_ik_timeline(Reading& reading, ConstraintIndex constraint) {
  Scope scope(reading, std::size_t{0});
  const bool flags_first = !reading.before(FormatVersion::v4_2);
  KeyReader keys(reading, TimelineType::ik, flags_first ? 5 : 15, 2);
  keys.set_unit(1, reading.scale);
  const std::span<double> values = reading.arena.room<double>(std::size_t{keys.size()} * 2);
  const std::span<IkFlags> flags = reading.arena.room<IkFlags>(keys.size());
  const auto read_key = flags_first ? read_ik_key : read_old_ik_key;
  for (std::uint32_t i = 0; i < keys.size() && !reading.failed(); ++i) {
    scope.set_number(i);
    read_key(reading, keys, i, &values[2 * std::size_t{i}], flags[i]);
  }
  if (reading.failed()) return;
  Timeline& timeline = keys.timeline();
  timeline.components = 2;
  timeline.constraint = constraint;
  timeline.values = values;
  timeline.ik_flags = flags;
  keys.finish();
}

void read_transform_timeline(Reading& reading, ConstraintIndex constraint) {
  const bool old = reading.before(FormatVersion::v4_0);
  set_constraint(read_number_timeline(reading, old ? kTransform38 : kTransform), constraint);
}

void read_path_timeline(Reading& reading, ConstraintIndex constraint) {
  const Kind* kind = read_kind(reading, kPathKinds);
  if (!kind) return;
  const Scope scope(reading, kind->name);
  const PathData& path = *reading.data[constraint].path;
  bool is_length = false;
  if (kind->type == TimelineType::path_position) {
    is_length = path.position_mode == PositionMode::fixed;
  } else if (kind->type == TimelineType::path_spacing) {
    is_length = path.spacing_mode == SpacingMode::length || path.spacing_mode == SpacingMode::fixed;
  } else if (reading.before(FormatVersion::v4_0)) {
    kind = &kPathMix38;
  }
  set_constraint(read_number_timeline(reading, *kind, is_length ? Unit::length : Unit::one), constraint);
}

void read_physics_timeline(Reading& reading, ConstraintIndex constraint) {
  const Kind* kind = read_kind(reading, kPhysicsKinds);
  if (!kind) return;
  const Scope scope(reading, kind->name);
  if (kind->type == TimelineType::physics_reset) return read_reset_keys(reading, constraint);
  set_constraint(read_number_timeline(reading, *kind), constraint);
}

void read_slider_timeline(Reading& reading, ConstraintIndex constraint) {
  const Kind* kind = read_kind(reading, kSliderKinds);
  if (!kind) return;
  const Scope scope(reading, kind->name);
  set_constraint(read_number_timeline(reading, *kind), constraint);
}

}  // namespace sinew::skeleton_binary
