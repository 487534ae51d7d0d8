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

/// Indices 0 .. count - 1 sorted by `less`, equal ones in file order.
template <class Less>
NameOrder sorted_indices(Arena& arena, std::size_t count, Less less) {
  const std::span<std::uint32_t> order = arena.array<std::uint32_t>(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (less(a, b)) return true;
    if (less(b, a)) return false;
    return a < b;
  });
  return order;
}

template <class Things>
NameOrder by_name(Arena& arena, const Things& things) {
  // Most names differ in their first eight bytes: those are compared as numbers, which a call of memcmp() is not.
  struct Entry {
    std::uint64_t head;
    std::uint32_t index;
  };
  std::array<Entry, 256> few;
  std::vector<Entry> many(things.size() <= few.size() ? 0 : things.size());
  const std::span<Entry> entries = many.empty() ? std::span(few).first(things.size()) : std::span(many);
  for (std::uint32_t i = 0; i < entries.size(); ++i) entries[i] = {head_of(things[i].name), i};
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    if (a.head != b.head) return a.head < b.head;
    const int order = things[a.index].name.compare(things[b.index].name);
    return order != 0 ? order < 0 : a.index < b.index;
  });
  const std::span<std::uint32_t> order = arena.array<std::uint32_t>(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = entries[i].index;
  return order;
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
  data.constraint_names = sorted_indices(data.arena(), data.constraints.size(), [&](std::uint32_t a, std::uint32_t b) {
    const ConstraintData &x = data.constraints[a], &y = data.constraints[b];
    return x.type != y.type ? x.type < y.type : x.name < y.name;
  });
}

bool number_placeholders(SkeletonData& data, std::span<SkinData> skins, std::span<const Attachment> attachments) {
  Arena& arena = data.arena();
  const NameOrder order = sorted_indices(arena, attachments.size(), [&](std::uint32_t a, std::uint32_t b) {
    const Attachment &x = attachments[a], &y = attachments[b];
    return x.slot != y.slot ? x.slot.value < y.slot.value : x.key < y.key;
  });
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
  data.placeholder_names = sorted_indices(arena, data.placeholders.size(), [&](std::uint32_t a, std::uint32_t b) {
    const Placeholder &x = data.placeholders[a], &y = data.placeholders[b];
    return x.slot.value != y.slot.value ? x.slot.value < y.slot.value : x.key < y.key;
  });
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
