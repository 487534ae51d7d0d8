#include "sinew/skin_builder.hpp"

#include <algorithm>
#include <string>

#include "base/arena.hpp"
#include "base/index_check.hpp"
#include "model/compiled.hpp"

namespace sinew {
namespace {

constexpr std::uint32_t nothing = PlaceholderIndex::none;

// What the new skeleton shows of old ones lives in their memory.
struct Composed {
  std::vector<SkeletonDataPtr> sources;
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
  to.single_precision = from.single_precision;
  to.nonessential = from.nonessential;
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
  std::vector<bool> there;
  const auto is_new = [&](Index item) {
    if (item.value >= there.size()) there.resize(item.value + std::size_t{1});
    if (there[item.value]) return false;
    there[item.value] = true;
    return true;
  };
  for (const Index item : list) is_new(item);
  for (const Index item : more) {
    if (is_new(item)) list.push_back(item);
  }
}

template <class T>
std::span<const T> kept(Arena& arena, const std::vector<T>& list) {
  return arena.copy(std::span<const T>(list));
}

Error problem(ErrorCode code, std::string message) {
  return Error{code, std::move(message), {}};
}

std::string quoted(std::string_view name) {
  return "'" + std::string(name) + "'";
}

/// What keeps an attachment of another skeleton from being shown by this one.
Status check_foreign(const SkeletonData& data, const SkeletonData& other, const Attachment& attachment) {
  if (attachment.path_shape) {
    return problem(ErrorCode::not_supported,
                   quoted(attachment.name) + " is a path; paths cannot be taken from another skeleton.");
  }
  if (const Vertices* vertices = attachment.vertices()) {
    for (const BoneIndex bone : vertices->bones) {
      if (data.find_bone(other[bone].name)) continue;
      return problem(ErrorCode::unknown_reference, quoted(attachment.name) + " hangs on a bone " +
                                                       quoted(other[bone].name) +
                                                       ", which this skeleton does not have.");
    }
  }
  if (attachment.clipping && attachment.clipping->end) {
    const std::string_view end = other[attachment.clipping->end].name;
    if (!data.find_slot(end)) {
      return problem(ErrorCode::unknown_reference, "The clipping " + quoted(attachment.name) + " ends at a slot " +
                                                       quoted(end) + ", which this skeleton does not have.");
    }
  }
  return ok();
}

/// The same vertices, hanging on this skeleton's bones.
void rebind(Vertices& vertices, const SkeletonData& data, const SkeletonData& other, Arena& arena) {
  std::vector<BoneIndex> bones;
  bones.reserve(vertices.bones.size());
  for (const BoneIndex bone : vertices.bones) bones.push_back(data.find_bone(other[bone].name));
  vertices.bones = kept(arena, bones);
}

template <class T>
const T* copied(const T& value, Arena& arena) {
  return arena.copy(std::span<const T>(&value, 1)).data();
}

Attachment adopt(const SkeletonData& data, const SkeletonData& other, Attachment attachment, Arena& arena) {
  if (attachment.mesh) {
    MeshShape mesh = *attachment.mesh;
    rebind(mesh.vertices, data, other, arena);
    attachment.mesh = copied(mesh, arena);
    // A linked mesh has the geometry of its source already; its timelines stay behind.
    attachment.type = AttachmentType::mesh;
    attachment.link = nullptr;
  } else if (attachment.bounding_box) {
    Vertices vertices = *attachment.bounding_box;
    rebind(vertices, data, other, arena);
    attachment.bounding_box = copied(vertices, arena);
  } else if (attachment.clipping) {
    ClippingShape clipping = *attachment.clipping;
    rebind(clipping.vertices, data, other, arena);
    if (clipping.end) clipping.end = data.find_slot(other[clipping.end].name);
    attachment.clipping = copied(clipping, arena);
  }
  return attachment;
}

/// Tables by attachment, grown to `count` of them: nothing deforms the new ones, nothing follows them.
const CompiledData* grown(const CompiledData& compiled, std::size_t count, Arena& arena) {
  CompiledData more = compiled;
  if (compiled.rules == RuleSet::rigby && !compiled.deform_target_of.empty()) {
    std::vector<std::uint32_t> targets(compiled.deform_target_of.begin(), compiled.deform_target_of.end());
    targets.resize(count, CompiledData::none);
    more.deform_target_of = kept(arena, targets);
  }
  if (!compiled.follower_first.empty()) {
    std::vector<std::uint32_t> first(compiled.follower_first.begin(), compiled.follower_first.end());
    first.resize(count + 1, first.back());
    more.follower_first = kept(arena, first);
  }
  return copied(more, arena);
}

}  // namespace

SkinBuilder::SkinBuilder(SkeletonDataPtr data) : data_(std::move(data)) {
  SINEW_ASSERT(data_ != nullptr);
  piece_of_.assign(data_->placeholders.size(), nothing);
}

void SkinBuilder::put(Piece piece) {
  std::uint32_t& at = piece_of_[piece.placeholder.value];
  if (at == nothing) {
    at = static_cast<std::uint32_t>(pieces_.size());
    pieces_.push_back(std::move(piece));
  } else {
    pieces_[at] = std::move(piece);
  }
}

void SkinBuilder::add(SkinIndex index) {
  if (!is_in(index, data_->skins)) return;
  const SkinData& skin = (*data_)[index];
  for (const SkinEntry& entry : skin.entries) put({entry.placeholder, entry.attachment, nullptr});
  add_new(bones_, skin.bones);
  add_new(constraints_, skin.constraints);
}

Status SkinBuilder::add(std::string_view name) {
  const SkinIndex skin = data_->find_skin(name);
  if (!skin) return problem(ErrorCode::unknown_name, "The skeleton has no skin called " + quoted(name) + ".");
  add(skin);
  return ok();
}

Result<PlaceholderIndex> SkinBuilder::find(std::string_view slot, std::string_view key) const {
  const SlotIndex found = data_->find_slot(slot);
  if (!found) return problem(ErrorCode::unknown_name, "The skeleton has no slot called " + quoted(slot) + ".");
  const PlaceholderIndex placeholder = data_->find_placeholder(found, key);
  if (!placeholder) {
    return problem(ErrorCode::unknown_name,
                   "No skin of the skeleton has an attachment " + quoted(key) + " in the slot " + quoted(slot) + ".");
  }
  return placeholder;
}

Status SkinBuilder::set(std::string_view slot, std::string_view key, AttachmentIndex attachment) {
  return set(slot, key, data_, attachment);
}

Status SkinBuilder::set(std::string_view slot, std::string_view key, SkeletonDataPtr other,
                        AttachmentIndex attachment) {
  if (other == nullptr) {
    return problem(ErrorCode::bad_value, "There is no skeleton to take an attachment for " + quoted(key) + " from.");
  }
  const Result<PlaceholderIndex> place = find(slot, key);
  if (!place) return place.error();
  if (attachment.value >= other->attachments.size()) {
    return problem(ErrorCode::bad_value,
                   "There is no such attachment to show for " + quoted(key) + " in the slot " + quoted(slot) + ".");
  }
  if (other == data_) {
    put({*place, attachment, nullptr});
    return ok();
  }
  const Status usable = check_foreign(*data_, *other, (*other)[attachment]);
  if (!usable) return usable;
  put({*place, attachment, std::move(other)});
  return ok();
}

Status SkinBuilder::remove(std::string_view slot, std::string_view key) {
  const Result<PlaceholderIndex> place = find(slot, key);
  if (!place) return place.error();
  std::uint32_t& at = piece_of_[place->value];
  if (at == nothing) return ok();
  pieces_.erase(pieces_.begin() + at);
  for (std::uint32_t& other : piece_of_) {
    if (other != nothing && other > at) --other;
  }
  at = nothing;
  return ok();
}

SkeletonDataPtr SkinBuilder::build(std::string_view name) const {
  auto composed = std::make_shared<Composed>();
  composed->sources.push_back(data_);
  SkeletonData& result = composed->data;
  Arena& arena = result.arena();
  share(*data_, result);

  const SkinIndex own(data_->skins.size());
  std::vector<Attachment> attachments;  // empty: none but the skeleton's own
  std::vector<SkinEntry> entries;
  for (const Piece& piece : pieces_) {
    SkinEntry entry{piece.placeholder, piece.attachment};
    if (piece.other) {
      if (attachments.empty()) attachments.assign(data_->attachments.begin(), data_->attachments.end());
      entry.attachment = AttachmentIndex(attachments.size());
      Attachment& made = attachments.emplace_back(adopt(*data_, *piece.other, (*piece.other)[piece.attachment], arena));
      made.skin = own;
      made.slot = (*data_)[piece.placeholder].slot;
      made.key = (*data_)[piece.placeholder].key;
      made.timeline_attachment = entry.attachment;
      composed->sources.push_back(piece.other);
    }
    entries.push_back(entry);
  }
  if (!attachments.empty()) {
    result.attachments = kept(arena, attachments);
    result.compiled = grown(*data_->compiled, attachments.size(), arena);
  }

  std::vector<SkinData> all(data_->skins.begin(), data_->skins.end());
  SkinData& added = all.emplace_back();
  added.name = arena.text(name);
  added.entries = kept(arena, entries);
  std::sort(entries.begin(), entries.end(),
            [](const SkinEntry& a, const SkinEntry& b) { return a.placeholder.value < b.placeholder.value; });
  added.sorted = kept(arena, entries);
  added.bones = kept(arena, bones_);
  added.constraints = kept(arena, constraints_);
  result.skins = kept(arena, all);

  // The new name goes behind equal ones: an old skin of that name is still the one that is found.
  std::vector<std::uint32_t> names(data_->skin_names.begin(), data_->skin_names.end());
  const auto place = std::upper_bound(names.begin(), names.end(), added.name,
                                      [&](std::string_view n, std::uint32_t i) { return n < result.skins[i].name; });
  names.insert(place, static_cast<std::uint32_t>(all.size() - 1));
  result.skin_names = kept(arena, names);
  return SkeletonDataPtr(composed, &composed->data);
}

bool same_skeleton(const SkeletonData& a, const SkeletonData& b) noexcept {
  return a.bones.data() == b.bones.data() && a.slots.data() == b.slots.data() &&
         a.constraints.data() == b.constraints.data() && a.animations.data() == b.animations.data() &&
         a.placeholders.data() == b.placeholders.data() && a.bones.size() == b.bones.size();
}

}  // namespace sinew
