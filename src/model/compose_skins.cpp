#include "sinew/compose_skins.hpp"

#include <algorithm>
#include <vector>

#include "base/arena.hpp"

namespace sinew {
namespace {

// What the new skeleton shows of the old one lives in the old one's memory.
struct Composed {
  explicit Composed(SkeletonDataPtr base) : source(std::move(base)) {}
  SkeletonDataPtr source;
  SkeletonData data;
};

/// Every member but the skins; spans and texts are shared.
void share(const SkeletonData& from, SkeletonData& to) {
  to.hash = from.hash;
  to.version_text = from.version_text;
  to.version = from.version;
  to.semantics = from.semantics;
  to.x = from.x;
  to.y = from.y;
  to.width = from.width;
  to.height = from.height;
  to.reference_scale = from.reference_scale;
  to.fps = from.fps;
  to.images = from.images;
  to.audio = from.audio;
  to.bones = from.bones;
  to.slots = from.slots;
  to.constraints = from.constraints;
  to.default_skin = from.default_skin;
  to.attachments = from.attachments;
  to.placeholders = from.placeholders;
  to.events = from.events;
  to.animations = from.animations;
  to.bone_names = from.bone_names;
  to.slot_names = from.slot_names;
  to.event_names = from.event_names;
  to.animation_names = from.animation_names;
  to.constraint_names = from.constraint_names;
  to.placeholder_names = from.placeholder_names;
  to.compiled = from.compiled;
}

template <class Index>
void add_new(std::vector<Index>& list, std::span<const Index> more) {
  for (const Index item : more) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
  }
}

template <class T>
std::span<const T> kept(Arena& arena, const std::vector<T>& list) {
  return arena.copy(std::span<const T>(list));
}

}  // namespace

SkeletonDataPtr compose_skins(const SkeletonDataPtr& data, std::span<const SkinIndex> skins, std::string_view name) {
  auto composed = std::make_shared<Composed>(data);
  SkeletonData& result = composed->data;
  Arena& arena = result.arena();
  share(*data, result);

  std::vector<SkinEntry> entries;
  std::vector<BoneIndex> bones;
  std::vector<ConstraintIndex> constraints;
  std::vector<std::uint32_t> entry_of(data->placeholders.size(), PlaceholderIndex::none);
  for (const SkinIndex index : skins) {
    SINEW_ASSERT(index.value < data->skins.size());
    const SkinData& skin = (*data)[index];
    for (const SkinEntry& entry : skin.entries) {
      std::uint32_t& at = entry_of[entry.placeholder.value];
      if (at == PlaceholderIndex::none) {
        at = static_cast<std::uint32_t>(entries.size());
        entries.push_back(entry);
      } else {
        entries[at].attachment = entry.attachment;
      }
    }
    add_new(bones, skin.bones);
    add_new(constraints, skin.constraints);
  }

  std::vector<SkinData> all(data->skins.begin(), data->skins.end());
  SkinData& added = all.emplace_back();
  added.name = arena.text(name);
  added.entries = kept(arena, entries);
  std::sort(entries.begin(), entries.end(),
            [](const SkinEntry& a, const SkinEntry& b) { return a.placeholder.value < b.placeholder.value; });
  added.sorted = kept(arena, entries);
  added.bones = kept(arena, bones);
  added.constraints = kept(arena, constraints);
  result.skins = kept(arena, all);

  // The new name goes behind equal ones: an old skin of that name is still the one that is found.
  std::vector<std::uint32_t> names(data->skin_names.begin(), data->skin_names.end());
  const auto place = std::upper_bound(names.begin(), names.end(), added.name,
                                      [&](std::string_view n, std::uint32_t i) { return n < result.skins[i].name; });
  names.insert(place, static_cast<std::uint32_t>(all.size() - 1));
  result.skin_names = kept(arena, names);
  return SkeletonDataPtr(composed, &composed->data);
}

}  // namespace sinew
