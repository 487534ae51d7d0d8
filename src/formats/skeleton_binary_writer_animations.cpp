// Writing animations: their timelines, sorted into the parts of the file. Spec: skeleton-binary.md 11, 12, 14 to 16.
#include <algorithm>
#include <cmath>

#include "base/number_text.hpp"
#include "formats/skeleton_binary_writer.hpp"

namespace sinew::skeleton_binary {

namespace {

using List = std::vector<const Timeline*>;

/// A group's timelines: which number each type has in the file; -1: this version has no such timelines.
struct TypeNumber {
  TimelineType type;
  int number;      ///< from 4.0 on
  int old_number;  ///< 3.8
};

constexpr TypeNumber kNumbers[] = {
    {TimelineType::attachment, 0, 0},
    {TimelineType::rgba, 1, 1},
    {TimelineType::rgb, 2, -1},
    {TimelineType::rgba2, 3, 2},
    {TimelineType::rgb2, 4, -1},
    {TimelineType::alpha, 5, -1},
    {TimelineType::rotate, 0, 0},
    {TimelineType::translate, 1, 1},
    {TimelineType::translate_x, 2, -1},
    {TimelineType::translate_y, 3, -1},
    {TimelineType::scale, 4, 2},
    {TimelineType::scale_x, 5, -1},
    {TimelineType::scale_y, 6, -1},
    {TimelineType::shear, 7, 3},
    {TimelineType::shear_x, 8, -1},
    {TimelineType::shear_y, 9, -1},
    {TimelineType::inherit, 10, -1},
    {TimelineType::path_position, 0, 0},
    {TimelineType::path_spacing, 1, 1},
    {TimelineType::path_mix, 2, 2},
    {TimelineType::physics_inertia, 0, -1},
    {TimelineType::physics_strength, 1, -1},
    {TimelineType::physics_damping, 2, -1},
    {TimelineType::physics_mass, 4, -1},
    {TimelineType::physics_wind, 5, -1},
    {TimelineType::physics_gravity, 6, -1},
    {TimelineType::physics_mix, 7, -1},
    {TimelineType::physics_reset, 8, -1},
    {TimelineType::slider_time, 0, -1},
    {TimelineType::slider_mix, 1, -1},
};

void write_type(Writing& writing, TimelineType type) {
  const auto* const entry =
      std::find_if(std::begin(kNumbers), std::end(kNumbers), [&](const TypeNumber& one) { return one.type == type; });
  const int number = writing.before(FormatVersion::v4_0) ? entry->old_number : entry->number;
  if (number < 0 || (type == TimelineType::inherit && writing.before(FormatVersion::v4_2))) {
    const bool color = type >= TimelineType::rgba && type <= TimelineType::rgb2;
    return writing.no_place_for(type == TimelineType::inherit ? "timelines of inherit modes"
                                : color                       ? "timelines of single channels of colours"
                                                              : "timelines of single axes");
  }
  writing.out.u8(static_cast<std::uint8_t>(number));
}

/// Channels of colours are bytes in binary files. JSON has numbers in `alpha` timelines, and baked curves may have any.
void warn_of_rounded_colors(Writing& writing, const Timeline& timeline) {
  if (timeline.type < TimelineType::rgba || timeline.type > TimelineType::rgb2) return;
  double most = 0;
  std::size_t count = 0;
  for (const double value : timeline.values) {
    const double byte = std::clamp(std::floor(value * 255 + 0.5), 0.0, 255.0);
    const double distance = std::abs(value - byte / 255);
    if (distance <= 1e-6) continue;
    most = std::max(most, distance);
    ++count;
  }
  if (count == 0) return;
  writing.warn(ErrorCode::bad_value, "Channels of colours are bytes in binary files: " + std::to_string(count) +
                                         (count == 1 ? " value is" : " values are") + " rounded, by " +
                                         rounded(most, 5) + " at most.");
}

void write_keys(Writing& writing, const Timeline& timeline) {
  warn_of_rounded_colors(writing, timeline);
  switch (timeline.type) {
    case TimelineType::attachment:
    case TimelineType::inherit:
    case TimelineType::sequence:
    case TimelineType::physics_reset:
      return write_held_keys(writing, timeline);
    case TimelineType::ik:
      return write_ik_keys(writing, timeline);
    case TimelineType::deform:
      return write_deform_keys(writing, timeline);
    case TimelineType::draw_order:
    case TimelineType::draw_order_folder:
      return write_order_keys(writing, timeline);
    case TimelineType::event:
      return write_event_keys(writing, timeline);
    default:
      return write_number_keys(writing, timeline);
  }
}

/// Which timelines of an animation are of these types, in its order.
List of_types(const Animation& animation, TimelineType first, TimelineType last) {
  List list;
  for (const Timeline& timeline : animation.timelines) {
    if (timeline.type >= first && timeline.type <= last) list.push_back(&timeline);
  }
  return list;
}

/// Neighbours that `same` joins, as a count and then each run with its own; `write` writes a run.
template <class Same, class Write>
void write_runs(Writing& writing, std::span<const Timeline* const> list, Same same, Write write) {
  const auto end_of = [&](std::size_t first) {
    std::size_t end = first;
    while (end < list.size() && same(*list[first], *list[end])) ++end;
    return end;
  };
  std::size_t runs = 0;
  for (std::size_t first = 0; first < list.size(); first = end_of(first)) ++runs;
  writing.count(runs);
  for (std::size_t first = 0; first < list.size() && !writing.failed();) {
    const std::size_t end = end_of(first);
    write(list.subspan(first, end - first));
    first = end;
  }
}

void write_typed(Writing& writing, std::span<const Timeline* const> run) {
  writing.count(run.size());
  for (const Timeline* timeline : run) {
    write_type(writing, timeline->type);
    write_keys(writing, *timeline);
  }
}

void write_slot_group(Writing& writing, const Animation& animation) {
  const WriteScope group(writing, "slots");
  const auto same = [](const Timeline& a, const Timeline& b) { return a.slot == b.slot; };
  write_runs(writing, of_types(animation, TimelineType::attachment, TimelineType::rgb2), same, [&](auto run) {
    const WriteScope scope(writing, writing.data[run[0]->slot].name);
    writing.index(run[0]->slot.value);
    write_typed(writing, run);
  });
}

void write_bone_group(Writing& writing, const Animation& animation) {
  const WriteScope group(writing, "bones");
  const auto same = [](const Timeline& a, const Timeline& b) { return a.bone == b.bone; };
  write_runs(writing, of_types(animation, TimelineType::rotate, TimelineType::inherit), same, [&](auto run) {
    const WriteScope scope(writing, writing.data[run[0]->bone].name);
    writing.index(run[0]->bone.value);
    write_typed(writing, run);
  });
}

/// Constraints with one timeline each.
void write_single_group(Writing& writing, const List& list, std::string_view name) {
  const WriteScope group(writing, name);
  writing.count(list.size());
  for (const Timeline* timeline : list) {
    const WriteScope scope(writing, writing.data[timeline->constraint].name);
    writing.index(writing.constraint_number(timeline->constraint));
    write_keys(writing, *timeline);
  }
}

void write_constraint_group(Writing& writing, const List& list, std::string_view name) {
  const WriteScope group(writing, name);
  const auto same = [](const Timeline& a, const Timeline& b) { return a.constraint == b.constraint; };
  write_runs(writing, list, same, [&](auto run) {
    const ConstraintIndex constraint = run[0]->constraint;
    const WriteScope scope(writing, constraint ? writing.data[constraint].name : std::string_view());
    // Those of physics are numbered from 1; 0 stands for all of them.
    const bool physics = run[0]->type >= TimelineType::physics_inertia && run[0]->type <= TimelineType::physics_reset;
    writing.index(constraint ? writing.constraint_number(constraint) + (physics ? 1 : 0) : 0);
    write_typed(writing, run);
  });
}

void write_attachment_group(Writing& writing, const Animation& animation) {
  const SkeletonData& data = writing.data;
  const WriteScope group(writing, writing.before(FormatVersion::v4_1) ? "deform" : "attachments");
  const auto skin_of = [&](const Timeline& timeline) { return data[timeline.attachment].skin; };
  const auto same_skin = [&](const Timeline& a, const Timeline& b) { return skin_of(a) == skin_of(b); };
  const auto same_slot = [&](const Timeline& a, const Timeline& b) {
    return data[a.attachment].slot == data[b.attachment].slot;
  };
  write_runs(writing, of_types(animation, TimelineType::deform, TimelineType::sequence), same_skin, [&](auto in_skin) {
    const WriteScope skin_scope(writing, data[skin_of(*in_skin[0])].name);
    writing.index(writing.skin_number(skin_of(*in_skin[0])));
    write_runs(writing, in_skin, same_slot, [&](auto in_slot) {
      const SlotIndex slot = data[in_slot[0]->attachment].slot;
      const WriteScope slot_scope(writing, data[slot].name);
      writing.index(slot.value);
      writing.count(in_slot.size());
      for (const Timeline* timeline : in_slot) {
        const WriteScope scope(writing, data[timeline->attachment].key);
        writing.key_reference(timeline->attachment, "attachment");
        const bool sequence = timeline->type == TimelineType::sequence;
        if (!writing.before(FormatVersion::v4_1)) {
          writing.out.u8(sequence ? 1 : 0);
        } else if (sequence) {
          writing.no_place_for("timelines of sequences");
        }
        write_keys(writing, *timeline);
      }
    });
  });
}

/// A part with the keys of at most one timeline.
void write_keys_or_none(Writing& writing, const List& list, std::string_view name) {
  const WriteScope scope(writing, name);
  if (list.empty()) return writing.count(0);
  if (list.size() > 1) writing.fail(ErrorCode::duplicate, "An animation has only one timeline of this kind.");
  write_keys(writing, *list[0]);
}

void write_folders(Writing& writing, const List& list) {
  const WriteScope group(writing, "drawOrderFolder");
  writing.count(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const WriteScope scope(writing, i);
    writing.count(list[i]->folder.size());
    for (const SlotIndex slot : list[i]->folder) writing.index(slot.value);
    const WriteScope keys(writing, "keys");
    write_keys(writing, *list[i]);
  }
}

void write_animation(Writing& writing, const Animation& animation) {
  const auto list = [&](TimelineType first, TimelineType last) { return of_types(animation, first, last); };
  const auto one = [&](TimelineType type) { return of_types(animation, type, type); };
  if (!writing.before(FormatVersion::v4_0)) writing.count(animation.timelines.size());
  write_slot_group(writing, animation);
  write_bone_group(writing, animation);
  write_single_group(writing, one(TimelineType::ik), "ik");
  write_single_group(writing, one(TimelineType::transform), "transform");
  write_constraint_group(writing, list(TimelineType::path_position, TimelineType::path_mix), "path");
  const List physics = list(TimelineType::physics_inertia, TimelineType::physics_reset);
  if (!writing.before(FormatVersion::v4_2)) {
    write_constraint_group(writing, physics, "physics");
  } else if (!physics.empty()) {
    writing.no_place_for("timelines of physics");
  }
  // In 4.2 there are no sliders, or write_constraints() has failed.
  if (!writing.before(FormatVersion::v4_3)) {
    write_constraint_group(writing, list(TimelineType::slider_time, TimelineType::slider_mix), "slider");
  }
  write_attachment_group(writing, animation);
  write_keys_or_none(writing, one(TimelineType::draw_order), "drawOrder");
  const List folders = one(TimelineType::draw_order_folder);
  if (!writing.before(FormatVersion::v4_3)) {
    write_folders(writing, folders);
  } else if (!folders.empty()) {
    writing.no_place_for("draw order folders");
  }
  write_keys_or_none(writing, one(TimelineType::event), "events");
  if (!writing.before(FormatVersion::v4_3) && writing.nonessential) writing.rgba(animation.color);
}

}  // namespace

void write_animations(Writing& writing) {
  const SkeletonData& data = writing.data;
  const WriteScope list(writing, "animations");
  writing.count(data.animations.size());
  for (const Animation& animation : data.animations) {
    if (writing.failed()) return;
    const WriteScope scope(writing, animation.name);
    writing.name(animation.name, "animation");
    write_animation(writing, animation);
  }
  for (const ConstraintIndex slider : writing.constraints_of(ConstraintType::slider)) {
    writing.index(data[slider].slider->animation.value);
  }
}

}  // namespace sinew::skeleton_binary
