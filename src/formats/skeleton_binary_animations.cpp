// Animations: what their timelines are for, part by part. Spec: skeleton-binary.md 11, 12 and 16.
#include "formats/skeleton_binary.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_binary {

namespace {

/// `uv` n, then n items.
template <class Read>
void read_list(Reading& reading, std::size_t least, Read read) {
  const std::uint32_t count = reading.count(least);
  for (std::uint32_t i = 0; i < count && !reading.failed(); ++i) read();
}

void read_slot_group(Reading& reading) {
  const Scope group(reading, "slots");
  read_list(reading, 2, [&] {
    const SlotIndex slot = reading.slot();
    if (reading.failed()) return;
    const Scope scope(reading, reading.data[slot].name);
    read_list(reading, 2, [&] { read_slot_timeline(reading, slot); });
  });
}

void read_bone_group(Reading& reading) {
  const Scope group(reading, "bones");
  read_list(reading, 2, [&] {
    const BoneIndex bone = reading.bone();
    if (reading.failed()) return;
    const Scope scope(reading, reading.data[bone].name);
    read_list(reading, 2, [&] { read_bone_timeline(reading, bone); });
  });
}

/// A group of timelines for constraints of one type; each has one timeline, or with `many` a list.
void read_constraint_group(Reading& reading, ConstraintType type, bool many, void (*read)(Reading&, ConstraintIndex)) {
  const Scope group(reading, name_of(type));
  read_list(reading, 2, [&] {
    ConstraintIndex constraint;
    if (type != ConstraintType::physics) {
      constraint = reading.constraint(type);
    } else {
      // 0 stands for all of them.
      const std::size_t at = reading.in.offset();
      const std::uint32_t number = reading.in.uv();
      if (number != 0) constraint = reading.constraint(type, number - 1, at);
    }
    if (reading.failed()) return;
    const Scope scope(reading, constraint ? reading.data[constraint].name : std::string_view());
    many ? read_list(reading, 2, [&] { read(reading, constraint); }) : read(reading, constraint);
  });
}

void read_attachment_group(Reading& reading) {
  const SkeletonData& data = reading.data;
  const Scope group(reading, reading.before(FormatVersion::v4_1) ? "deform" : "attachments");
  read_list(reading, 2, [&] {
    const SkinIndex skin(reading.index(data.skins.size(), "skin"));
    if (reading.failed()) return;
    const Scope skin_scope(reading, data[skin].name);
    read_list(reading, 2, [&] {
      const SlotIndex slot = reading.slot();
      if (reading.failed()) return;
      const Scope slot_scope(reading, data[slot].name);
      read_list(reading, 2, [&] {
        const std::size_t at = reading.in.offset();
        const std::string_view key = reading.required_reference("name of the attachment");
        if (reading.failed()) return;
        const Scope scope(reading, key);
        const PlaceholderIndex placeholder = data.find_placeholder(slot, key);
        const AttachmentIndex found = placeholder ? data[skin].find(placeholder) : AttachmentIndex{};
        if (!found) {
          return reading.fail(at, ErrorCode::unknown_reference,
                              "There is no attachment called " + quoted(key) + " in this slot of this skin.");
        }
        read_attachment_timeline(reading, found);
      });
    });
  });
}

void read_animation(Reading& reading, Animation& animation) {
  const std::size_t at = reading.in.offset();
  const bool counted = !reading.before(FormatVersion::v4_0);
  const std::uint32_t expected = counted ? reading.in.uv() : 0;
  read_slot_group(reading);
  read_bone_group(reading);
  read_constraint_group(reading, ConstraintType::ik, false, read_ik_timeline);
  read_constraint_group(reading, ConstraintType::transform, false, read_transform_timeline);
  read_constraint_group(reading, ConstraintType::path, true, read_path_timeline);
  if (!reading.before(FormatVersion::v4_2)) {
    read_constraint_group(reading, ConstraintType::physics, true, read_physics_timeline);
  }
  if (!reading.before(FormatVersion::v4_3)) {
    read_constraint_group(reading, ConstraintType::slider, true, read_slider_timeline);
  }
  read_attachment_group(reading);
  read_draw_order(reading);
  if (!reading.before(FormatVersion::v4_3)) {
    const Scope group(reading, "drawOrderFolder");
    Scope scope(reading, std::size_t{0});
    std::size_t number = 0;
    read_list(reading, 2, [&] {
      scope.set_number(number++);
      read_draw_order_folder(reading);
    });
  }
  read_event_keys(reading);
  if (!reading.before(FormatVersion::v4_3) && reading.nonessential) animation.color = reading.rgba();
  if (counted && expected != reading.timelines.size()) {
    reading.warn(at, ErrorCode::bad_value,
                 "The animation should have " + std::to_string(expected) + " timelines, but " +
                     std::to_string(reading.timelines.size()) + " follow.");
  }
}

void read_slider_animations(Reading& reading) {
  const Scope scope(reading, "constraints");
  for (SliderData* slider : reading.sliders) {
    slider->animation = AnimationIndex(reading.index(reading.data.animations.size(), "animation"));
    if (reading.failed()) return;
  }
}

}  // namespace

void read_animations(Reading& reading) {
  const Scope list(reading, "animations");
  // A name and the numbers of items of each part, of which 3.8 has eight.
  const std::span<Animation> animations = reading.arena.array<Animation>(reading.count(10));
  Scope item(reading, std::size_t{0});
  reading.timelines.reserve(128);
  for (std::size_t i = 0; i < animations.size() && !reading.failed(); ++i) {
    item.set_number(i);
    Animation& animation = animations[i];
    animation.name = reading.name("animation");
    item.set_name(animation.name);
    reading.timelines.clear();
    read_animation(reading, animation);
    if (!reading.failed()) animation.timelines = reading.arena.copy(std::span<const Timeline>(reading.timelines));
  }
  if (reading.failed()) return;
  reading.data.animations = animations;
  index_animations(reading.data);
  warn_about_duplicates(reading, animations, reading.data.animation_names, "animation",
                        [&](std::size_t i) { return "/animations/" + std::string(animations[i].name); });
  read_slider_animations(reading);
}

}  // namespace sinew::skeleton_binary
