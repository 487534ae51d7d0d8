// Constraints up to 4.2: a list for each kind, and a number that says when each is applied. Spec: skeleton-binary.md
// 13, 14 and 16; what they mean in the shape of 4.3: skeleton-json.md 18.4.
#include <algorithm>

#include "formats/skeleton_binary.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_binary {

namespace {

constexpr std::size_t kProperties = EnumNames<BoneProperty>::values.size();
constexpr std::size_t kSpacingModes = EnumNames<SpacingMode>::values.size();

void read_ik(Reading& reading, ConstraintData& constraint) {
  ByteReader& in = reading.in;
  IkData& ik = *reading.arena.make<IkData>();
  constraint.ik = &ik;
  const bool flagless = reading.before(FormatVersion::v4_2);
  if (flagless) constraint.skin_required = in.boolean();
  const std::size_t at = in.offset();
  ik.bones = reading.bones();
  check_ik_bones(reading, ik, at);
  ik.target = reading.bone();
  bool uniform = false;
  if (flagless) {
    ik.mix = reading.number();
    ik.softness = reading.length();
    ik.bend_positive = in.i8() > 0;
    ik.compress = in.boolean();
    ik.stretch = in.boolean();
    uniform = in.boolean();
  } else {
    const std::uint8_t flags = in.u8();
    constraint.skin_required = bit(flags, 0);
    ik.bend_positive = bit(flags, 1);
    ik.compress = bit(flags, 2);
    ik.stretch = bit(flags, 3);
    uniform = bit(flags, 4);
    ik.mix = !bit(flags, 5) ? 0 : bit(flags, 6) ? reading.number() : 1;
    ik.softness = bit(flags, 7) ? reading.length() : 0;
  }
  if (uniform) ik.scale_y = ScaleYMode::uniform;
}

/// Up to 4.2 every property is copied to itself. The same table serves all constraints of a file.
std::span<const PropertySource> identity(Reading& reading) {
  const std::span<PropertySource> sources = reading.arena.array<PropertySource>(kProperties);
  const std::span<PropertyTarget> targets = reading.arena.array<PropertyTarget>(kProperties);
  for (std::size_t i = 0; i < kProperties; ++i) {
    sources[i].property = targets[i].property = static_cast<BoneProperty>(i);
    sources[i].to = targets.subspan(i, 1);
  }
  return sources;
}

void read_transform_numbers(Reading& reading, TransformData& transform) {
  transform.rotation = reading.number();
  transform.x = reading.length();
  transform.y = reading.length();
  transform.scale_x = reading.number();
  transform.scale_y = reading.number();
  transform.shear_y = reading.number();
  const bool four_mixes = reading.before(FormatVersion::v4_0);
  transform.mix_rotate = reading.number();
  transform.mix_x = reading.number();
  transform.mix_y = four_mixes ? transform.mix_x : reading.number();
  transform.mix_scale_x = reading.number();
  transform.mix_scale_y = four_mixes ? transform.mix_scale_x : reading.number();
  transform.mix_shear_y = reading.number();
}

void read_transform_flags(Reading& reading, ConstraintData& constraint, TransformData& transform) {
  const std::uint8_t flags = reading.in.u8();
  constraint.skin_required = bit(flags, 0);
  transform.local_source = transform.local_target = bit(flags, 1);
  transform.additive = bit(flags, 2);
  if (bit(flags, 3)) transform.rotation = reading.number();
  if (bit(flags, 4)) transform.x = reading.length();
  if (bit(flags, 5)) transform.y = reading.length();
  if (bit(flags, 6)) transform.scale_x = reading.number();
  if (bit(flags, 7)) transform.scale_y = reading.number();
  const std::uint8_t more = reading.in.u8();
  if (bit(more, 0)) transform.shear_y = reading.number();
  const auto mix = [&](int number) { return bit(more, number) ? reading.number() : 0; };
  transform.mix_rotate = mix(1);
  transform.mix_x = mix(2);
  transform.mix_y = mix(3);
  transform.mix_scale_x = mix(4);
  transform.mix_scale_y = mix(5);
  transform.mix_shear_y = mix(6);
}

void read_transform(Reading& reading, ConstraintData& constraint, std::span<const PropertySource>& properties) {
  TransformData& transform = *reading.arena.make<TransformData>();
  constraint.transform = &transform;
  const bool flagless = reading.before(FormatVersion::v4_2);
  if (flagless) constraint.skin_required = reading.in.boolean();
  const std::size_t at = reading.in.offset();
  transform.bones = reading.bones();
  if (transform.bones.empty()) {
    reading.fail(at, ErrorCode::bad_value, "A transform constraint needs at least one bone.");
  }
  transform.source = reading.bone();
  if (flagless) {
    transform.local_source = transform.local_target = reading.in.boolean();
    transform.additive = reading.in.boolean();
    read_transform_numbers(reading, transform);
  } else {
    read_transform_flags(reading, constraint, transform);
  }
  if (properties.empty()) properties = identity(reading);
  transform.properties = properties;
}

void read_path(Reading& reading, ConstraintData& constraint) {
  ByteReader& in = reading.in;
  PathData& path = *reading.arena.make<PathData>();
  constraint.path = &path;
  constraint.skin_required = in.boolean();
  path.bones = reading.bones();
  path.slot = reading.slot();
  if (reading.before(FormatVersion::v4_2)) {
    path.position_mode = reading.choice_uv<PositionMode>(2, "position mode");
    // `proportional` came with 4.0.
    const std::size_t modes = reading.before(FormatVersion::v4_0) ? kSpacingModes - 1 : kSpacingModes;
    path.spacing_mode = reading.choice_uv<SpacingMode>(modes, "spacing mode");
    path.rotate_mode = reading.choice_uv<RotateMode>(3, "rotate mode");
    path.rotation = reading.number();
  } else {
    const std::size_t at = in.offset();
    const std::uint8_t flags = in.u8();
    path.position_mode = static_cast<PositionMode>(flags & 1);
    path.spacing_mode = static_cast<SpacingMode>(flags >> 1 & 3);
    path.rotate_mode = static_cast<RotateMode>(reading.choice_number(at, flags >> 3 & 3, 3, "rotate mode"));
    if (bit(flags, 7)) path.rotation = reading.number();
  }
  read_path_numbers(reading, path);
}

struct Entry {
  std::int32_t order = 0;
  std::uint32_t position = 0;  ///< among all lists
};

/// The orders are expected to be 0, 1, ... without gaps or repeats.
void warn_about_orders(Reading& reading, std::span<const Entry> entries, std::span<const ConstraintData> constraints,
                       const std::size_t (&first)[5]) {
  std::int64_t before = -1;
  for (const Entry& entry : entries) {
    const auto type = static_cast<std::size_t>(constraints[entry.position].type);
    const auto pointer = [&] {
      return '/' + std::string(EnumNames<ConstraintType>::values[type]) + '/' +
             std::to_string(entry.position - first[type]);
    };
    if (entry.order == before) {
      reading.warn_at(pointer(), ErrorCode::bad_order,
                      "Another constraint has the order " + std::to_string(entry.order) + " too.");
    } else if (entry.order != before + 1) {
      reading.warn_at(pointer(), ErrorCode::bad_order,
                      "The order of this constraint is " + std::to_string(entry.order) +
                          ", but the next one in the row is " + std::to_string(before + 1) + ".");
    }
    before = entry.order;
  }
}

/// Brings the lists into the order of application.
void merge(Reading& reading, std::span<const std::span<ConstraintData>, 4> lists) {
  Arena& arena = reading.arena;
  std::size_t first[5] = {};
  for (std::size_t type = 0; type < 4; ++type) first[type + 1] = first[type] + lists[type].size();
  const std::span<ConstraintData> listed = arena.array<ConstraintData>(first[4]);
  const std::span<Entry> entries = arena.array<Entry>(first[4]);
  for (std::size_t type = 0; type < 4; ++type) {
    for (std::size_t i = 0; i < lists[type].size(); ++i) {
      const std::size_t position = first[type] + i;
      listed[position] = lists[type][i];
      entries[position] = {lists[type][i].order, static_cast<std::uint32_t>(position)};
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.order != b.order ? a.order < b.order : a.position < b.position;
  });
  warn_about_orders(reading, entries, listed, first);
  const std::span<ConstraintData> constraints = arena.array<ConstraintData>(first[4]);
  const std::span<ConstraintIndex> index_of = arena.array<ConstraintIndex>(first[4]);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    constraints[i] = listed[entries[i].position];
    index_of[entries[i].position] = ConstraintIndex(i);
  }
  for (std::size_t type = 0; type < 4; ++type) {
    reading.constraint_lists[type] = index_of.subspan(first[type], lists[type].size());
  }
  reading.data.constraints = constraints;
}

}  // namespace

void read_constraint_lists(Reading& reading) {
  std::span<ConstraintData> lists[4];
  std::span<const PropertySource> properties;
  const std::size_t types = reading.before(FormatVersion::v4_2) ? 3 : 4;
  for (std::size_t type = 0; type < types && !reading.failed(); ++type) {
    Scope list(reading, EnumNames<ConstraintType>::values[type]);
    lists[type] = reading.arena.array<ConstraintData>(reading.count(5));
    Scope item(reading, std::size_t{0});
    for (std::size_t i = 0; i < lists[type].size() && !reading.failed(); ++i) {
      item.set_number(i);
      ConstraintData& constraint = lists[type][i];
      constraint.type = static_cast<ConstraintType>(type);
      constraint.name = reading.name("constraint");
      const std::size_t at = reading.in.offset();
      const std::uint32_t order = reading.in.uv();
      if (order > 0x7fffffffu) reading.fail(at, ErrorCode::bad_value, "The order of this constraint is out of range.");
      constraint.order = static_cast<std::int32_t>(order);
      switch (constraint.type) {
        case ConstraintType::ik:
          read_ik(reading, constraint);
          break;
        case ConstraintType::transform:
          read_transform(reading, constraint, properties);
          break;
        case ConstraintType::path:
          read_path(reading, constraint);
          break;
        default: {
          PhysicsData& physics = *reading.arena.make<PhysicsData>();
          constraint.physics = &physics;
          read_physics(reading, physics, constraint.skin_required);
        }
      }
    }
  }
  if (reading.failed()) return;
  merge(reading, lists);
  index_constraints(reading.data);
  warn_about_duplicates(reading, reading.data.constraints, reading.data.constraint_names, "constraint of this type",
                        [&](std::size_t i) { return '/' + std::string(name_of(reading.data.constraints[i].type)); });
}

}  // namespace sinew::skeleton_binary
