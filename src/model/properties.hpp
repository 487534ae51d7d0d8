// Which properties a timeline sets: two timelines that set the same one get in each other's way when animations are
// mixed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/compiled.hpp"

namespace sinew {

/// A property's number: what kind of thing in the high half, which one in the low half.
using PropertyId = std::uint64_t;

/// Calls visit(PropertyId) for every property of a timeline, in the order of animation.md 5.0. In 3.8 each kind of
/// timeline has one of its own (12.3): that matters for colours with and without a dark one.
template <class Visit>
void for_each_property(const Timeline& timeline, RuleSet rules, Visit visit) {
  enum Kind : std::uint64_t {
    rotation,
    x,
    y,
    scale_x,
    scale_y,
    shear_x,
    shear_y,
    inherit,
    rgb,
    alpha,
    dark,
    attachment,
    deform,
    sequence,
    constraint,
    physics_reset,
    draw_order,
    folder_slot,
    event
  };
  const auto emit = [&](std::uint64_t kind, std::uint64_t which, std::uint64_t detail = 0) {
    visit(kind << 48 | detail << 32 | which);
  };
  const std::uint32_t bone = timeline.bone.value, slot = timeline.slot.value;
  switch (timeline.type) {
    case TimelineType::rotate:
      emit(rotation, bone);
      break;
    case TimelineType::translate:
      emit(x, bone);
      emit(y, bone);
      break;
    case TimelineType::translate_x:
      emit(x, bone);
      break;
    case TimelineType::translate_y:
      emit(y, bone);
      break;
    case TimelineType::scale:
      emit(scale_x, bone);
      emit(scale_y, bone);
      break;
    case TimelineType::scale_x:
      emit(scale_x, bone);
      break;
    case TimelineType::scale_y:
      emit(scale_y, bone);
      break;
    case TimelineType::shear:
      emit(shear_x, bone);
      emit(shear_y, bone);
      break;
    case TimelineType::shear_x:
      emit(shear_x, bone);
      break;
    case TimelineType::shear_y:
      emit(shear_y, bone);
      break;
    case TimelineType::inherit:
      emit(inherit, bone);
      break;
    case TimelineType::attachment:
      emit(attachment, slot);
      break;
    case TimelineType::rgba:
      emit(rgb, slot);
      emit(alpha, slot);
      break;
    case TimelineType::rgb:
      emit(rgb, slot);
      break;
    case TimelineType::alpha:
      emit(alpha, slot);
      break;
    case TimelineType::rgba2:
      if (rules != RuleSet::spine_3_8) {
        emit(rgb, slot);
        emit(alpha, slot);
      }
      emit(dark, slot);
      break;
    case TimelineType::rgb2:
      emit(rgb, slot);
      emit(dark, slot);
      break;
    case TimelineType::deform:
      emit(deform, timeline.attachment.value);
      break;
    case TimelineType::sequence:
      emit(sequence, timeline.attachment.value);
      break;
    case TimelineType::physics_reset:
      emit(physics_reset, 0);
      break;
    case TimelineType::draw_order:
      emit(draw_order, 0);
      break;
    case TimelineType::draw_order_folder:
      for (SlotIndex one : timeline.folder) emit(folder_slot, one.value);
      break;
    case TimelineType::event:
      emit(event, 0);
      break;
    default:
      emit(constraint, timeline.constraint.value, static_cast<std::uint64_t>(timeline.type));
      break;
  }
}

/// The property of the whole draw order.
inline constexpr PropertyId draw_order_property = std::uint64_t{16} << 48;

/// Appends the properties of an animation, ascending, each once.
template <class Ids>
void append_properties(const Animation& animation, RuleSet rules, Ids& ids) {
  const auto start = static_cast<std::ptrdiff_t>(ids.size());
  for (const Timeline& timeline : animation.timelines) {
    for_each_property(timeline, rules, [&](PropertyId id) { ids.push_back(id); });
  }
  std::sort(ids.begin() + start, ids.end());
  ids.erase(std::unique(ids.begin() + start, ids.end()), ids.end());
}

}  // namespace sinew
