#include "sinew/skeleton_data.hpp"

#include <algorithm>

#include "base/index_check.hpp"

#include "base/arena.hpp"

namespace sinew {

namespace {

/// The first thing called `name` in an array sorted by `order`.
template <class Things, class Name>
std::uint32_t find_name(const Things& things, NameOrder order, const Name& name) noexcept {
  const auto at = std::lower_bound(order.begin(), order.end(), name,
                                   [&](std::uint32_t i, const Name& wanted) { return things[i].name < wanted; });
  return at != order.end() && things[*at].name == name ? *at : 0xffffffffu;
}

}  // namespace

SkeletonData::SkeletonData() : arena_(std::make_unique<Arena>()) {}
SkeletonData::~SkeletonData() = default;

AttachmentIndex SkinData::find(PlaceholderIndex placeholder) const noexcept {
  const auto at =
      std::lower_bound(sorted.begin(), sorted.end(), placeholder.value,
                       [](const SkinEntry& entry, std::uint32_t wanted) { return entry.placeholder.value < wanted; });
  return at != sorted.end() && at->placeholder == placeholder ? at->attachment : AttachmentIndex{};
}

BoneIndex SkeletonData::find_bone(std::string_view name) const noexcept {
  return BoneIndex(find_name(bones, bone_names, name));
}
SlotIndex SkeletonData::find_slot(std::string_view name) const noexcept {
  return SlotIndex(find_name(slots, slot_names, name));
}
SkinIndex SkeletonData::find_skin(std::string_view name) const noexcept {
  return SkinIndex(find_name(skins, skin_names, name));
}
EventIndex SkeletonData::find_event(std::string_view name) const noexcept {
  return EventIndex(find_name(events, event_names, name));
}
AnimationIndex SkeletonData::find_animation(std::string_view name) const noexcept {
  return AnimationIndex(find_name(animations, animation_names, name));
}

ConstraintIndex SkeletonData::find_constraint(ConstraintType type, std::string_view name) const noexcept {
  const auto at =
      std::lower_bound(constraint_names.begin(), constraint_names.end(), 0u, [&](std::uint32_t i, std::uint32_t) {
        const ConstraintData& one = constraints[i];
        return one.type != type ? one.type < type : one.name < name;
      });
  if (at == constraint_names.end()) return {};
  const ConstraintData& found = constraints[*at];
  return found.type == type && found.name == name ? ConstraintIndex(*at) : ConstraintIndex{};
}

PlaceholderIndex SkeletonData::find_placeholder(SlotIndex slot, std::string_view key) const noexcept {
  const auto at =
      std::lower_bound(placeholder_names.begin(), placeholder_names.end(), 0u, [&](std::uint32_t i, std::uint32_t) {
        const Placeholder& one = placeholders[i];
        return one.slot.value != slot.value ? one.slot.value < slot.value : one.key < key;
      });
  if (at == placeholder_names.end()) return {};
  const Placeholder& found = placeholders[*at];
  return found.slot == slot && found.key == key ? PlaceholderIndex(*at) : PlaceholderIndex{};
}

AttachmentIndex SkeletonData::find_attachment(SkinIndex skin, SlotIndex slot, std::string_view key) const noexcept {
  const PlaceholderIndex placeholder = find_placeholder(slot, key);
  if (!placeholder) return {};
  if (skin && skin != default_skin && is_in(skin, skins)) {
    const AttachmentIndex own = (*this)[skin].find(placeholder);
    if (own) return own;
  }
  return default_skin ? (*this)[default_skin].find(placeholder) : AttachmentIndex{};
}

}  // namespace sinew
