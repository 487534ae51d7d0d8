#include "model/builder.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace sinew {

namespace {

/// The first eight bytes of a name, zeros behind a shorter one: such numbers order as the names do, or are equal.
std::uint64_t head_of(std::string_view name) {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 8; ++i) head = head << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0u);
  return head;
}

/// Indices of things, sorted by group_of(thing) and then by name_of(thing), equal ones in file order. Most names differ
/// in their first eight bytes: those are compared as numbers, without a call of memcmp().
template <class Things, class Group, class Name>
NameOrder by_group_and_name(Arena& arena, const Things& things, Group group_of, Name name_of) {
  struct Entry {
    std::uint64_t head;
    std::uint32_t group, index;
  };
  std::array<Entry, 256> few;
  std::vector<Entry> many(things.size() <= few.size() ? 0 : things.size());
  const std::span<Entry> entries = many.empty() ? std::span(few).first(things.size()) : std::span(many);
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    entries[i] = {head_of(name_of(things[i])), group_of(things[i]), i};
  }
  const auto less = [&](const Entry& a, const Entry& b) {
    if (a.group != b.group) return a.group < b.group;
    if (a.head != b.head) return a.head < b.head;
    const int order = name_of(things[a.index]).compare(name_of(things[b.index]));
    return order != 0 ? order < 0 : a.index < b.index;
  };
  if (!std::is_sorted(entries.begin(), entries.end(), less)) std::sort(entries.begin(), entries.end(), less);
  const std::span<std::uint32_t> order = arena.room<std::uint32_t>(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = entries[i].index;
  return order;
}

template <class Things>
NameOrder by_name(Arena& arena, const Things& things) {
  return by_group_and_name(
      arena, things, [](const auto&) { return 0u; }, [](const auto& thing) { return thing.name; });
}

/// Of attachments or placeholders.
template <class Things>
NameOrder by_slot_and_key(Arena& arena, const Things& things) {
  return by_group_and_name(
      arena, things, [](const auto& thing) { return thing.slot.value; }, [](const auto& thing) { return thing.key; });
}

}  // namespace

void index_bones(SkeletonData& data) {
  data.bone_names = by_name(data.arena(), data.bones);
}
void index_slots(SkeletonData& data) {
  data.slot_names = by_name(data.arena(), data.slots);
}
void index_events(SkeletonData& data) {
  data.event_names = by_name(data.arena(), data.events);
}
void index_animations(SkeletonData& data) {
  data.animation_names = by_name(data.arena(), data.animations);
}

void index_constraints(SkeletonData& data) {
  data.constraint_names = by_group_and_name(
      data.arena(), data.constraints, [](const auto& one) { return static_cast<std::uint32_t>(one.type); },
      [](const auto& one) { return one.name; });
}

bool number_placeholders(SkeletonData& data, std::span<SkinData> skins, std::span<const Attachment> attachments) {
  Arena& arena = data.arena();
  const NameOrder order = by_slot_and_key(arena, attachments);
  const std::span<Placeholder> placeholders = arena.array<Placeholder>(attachments.size());
  const std::span<SkinEntry> entries = arena.array<SkinEntry>(attachments.size());
  std::size_t count = 0;
  bool distinct = true;
  SkinIndex skin_before;  // of the attachment before, if it has the same placeholder
  for (const std::uint32_t index : order) {
    const Attachment& attachment = attachments[index];
    if (count == 0 || placeholders[count - 1].slot != attachment.slot ||
        placeholders[count - 1].key != attachment.key) {
      placeholders[count++] = {attachment.slot, attachment.key};
    } else if (skin_before == attachment.skin) {
      distinct = false;
    }
    skin_before = attachment.skin;
    entries[index] = {PlaceholderIndex(count - 1), AttachmentIndex(index)};
  }
  data.placeholders = placeholders.first(count);
  for (std::size_t first = 0, skin = 0; skin < skins.size(); ++skin) {
    std::size_t last = first;
    while (last < attachments.size() && attachments[last].skin.value == skin) ++last;
    skins[skin].entries = entries.subspan(first, last - first);
    first = last;
  }
  return distinct;
}

void index_skins(SkeletonData& data) {
  Arena& arena = data.arena();
  data.skin_names = by_name(arena, data.skins);
  data.default_skin = data.find_skin("default");
  data.placeholder_names = by_slot_and_key(arena, data.placeholders);
  const std::span<SkinData> skins = arena.copy(data.skins);
  for (SkinData& skin : skins) {
    const std::span<SkinEntry> sorted = arena.copy(skin.entries);
    std::sort(sorted.begin(), sorted.end(),
              [](const SkinEntry& a, const SkinEntry& b) { return a.placeholder.value < b.placeholder.value; });
    skin.sorted = sorted;
  }
  data.skins = skins;
  const std::span<SlotData> slots = arena.copy(data.slots);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].attachment.empty()) slots[i].placeholder = data.find_placeholder(SlotIndex(i), slots[i].attachment);
  }
  data.slots = slots;
}

bool parse_version(std::string_view text, ParsedVersion& version) noexcept {
  std::size_t at = 0;
  const auto number = [&](int& value) {
    const std::size_t start = at;
    value = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      if (value < 100000) value = value * 10 + (text[at] - '0');
      ++at;
    }
    return at > start;
  };
  version = {};
  if (!number(version.major)) return false;
  if (at >= text.size() || text[at] != '.') return false;
  ++at;
  if (!number(version.minor)) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    version.has_patch = number(version.patch);
  }
  version.has_more = at < text.size();
  return true;
}

Semantics automatic_semantics(std::string_view hash, std::string_view version_text) noexcept {
  ParsedVersion version;
  const bool patched = parse_version(version_text, version) && version.patch != 0;
  return !hash.empty() && patched ? Semantics::spine : Semantics::rigby;
}

}  // namespace sinew
