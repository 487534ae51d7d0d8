#include "sinew/skeleton.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "pose/compose.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

namespace {

/// Lays arrays out one after the other: a first pass measures, a second one hands out.
class Layout {
 public:
  explicit Layout(std::byte* base) : base_(base) {}

  template <class T>
  void place(std::span<T>& target, std::size_t count) {
    at_ = (at_ + alignof(T) - 1) & ~(alignof(T) - 1);
    if (base_ && count != 0) {
      T* first = reinterpret_cast<T*>(base_ + at_);
      for (std::size_t i = 0; i < count; ++i) new (first + i) T();
      target = {first, count};
    }
    at_ += count * sizeof(T);
  }
  [[nodiscard]] std::size_t size() const noexcept { return at_; }

 private:
  std::byte* base_;
  std::size_t at_ = sizeof(PoseBuffers);
};

std::size_t lay_out(PoseBuffers& pose, const SkeletonData& data, std::byte* base) {
  const CompiledData& compiled = *data.compiled;
  const std::size_t bones = data.bones.size(), slots = data.slots.size();
  const std::size_t darks = compiled.any_dark ? slots : 0;
  Layout layout(base);
  layout.place(pose.local, bones);
  layout.place(pose.world, bones);
  layout.place(pose.deform, compiled.deform_numbers);
  layout.place(pose.color, slots);
  layout.place(pose.dark, darks);
  layout.place(pose.attachment, slots);
  layout.place(pose.setup_attachment, slots);
  layout.place(pose.sequence, slots);
  layout.place(pose.draw_order, slots);
  layout.place(pose.order_scratch, compiled.any_folder ? slots : 0);
  layout.place(pose.inherit, bones);
  layout.place(pose.active, bones);
  layout.place(pose.has_dark, darks);
  layout.place(pose.slot_mark, compiled.any_folder ? slots : 0);
  layout.place(pose.deform_set, compiled.deform_targets.size());
  return layout.size();
}

}  // namespace

AttachmentIndex resolve(const PoseBuffers& pose, PlaceholderIndex placeholder) noexcept {
  if (!placeholder) return {};
  const SkeletonData& data = *pose.data;
  if (pose.skin && pose.skin != data.default_skin) {
    const AttachmentIndex own = data[pose.skin].find(placeholder);
    if (own) return own;
  }
  return data.default_skin ? data[data.default_skin].find(placeholder) : AttachmentIndex{};
}

void change_attachment(PoseBuffers& pose, SlotIndex slot, AttachmentIndex attachment) noexcept {
  AttachmentIndex& current = pose.attachment[slot.value];
  if (current == attachment) return;
  if (!pose.is_rigby() && !pose.compiled->deform_targets.empty()) {
    const SkeletonData& data = *pose.data;
    const bool same_timelines = current && attachment && data[current].vertices() && data[attachment].vertices() &&
                                data[current].timeline_attachment == data[attachment].timeline_attachment;
    const std::uint32_t target = pose.compiled->deform_target_of[slot.value];
    if (!same_timelines && target != CompiledData::none) pose.deform_set[target] = 0;
  }
  current = attachment;
  pose.sequence[slot.value] = -1;
}

Skeleton::Skeleton(SkeletonDataPtr data) : data_(std::move(data)) {
  SINEW_ASSERT(data_ != nullptr);
  PoseBuffers measured;
  const std::size_t bytes = lay_out(measured, *data_, nullptr);
  auto* base = static_cast<std::byte*>(::operator new(bytes));
  buffers_ = new (base) PoseBuffers();
  buffers_->data = data_.get();
  buffers_->compiled = data_->compiled;
  buffers_->bytes = bytes;
  lay_out(*buffers_, *data_, base);
  for (Affine& world : buffers_->world) world = {0, 0, 0, 0, 0, 0};
  work_out_activity();
  set_to_setup_pose();
  update(0);
}

Skeleton::~Skeleton() {
  if (buffers_) ::operator delete(static_cast<void*>(buffers_));
}

Skeleton::Skeleton(Skeleton&& other) noexcept : data_(std::move(other.data_)), buffers_(other.buffers_) {
  other.buffers_ = nullptr;
}

Skeleton& Skeleton::operator=(Skeleton&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(buffers_, other.buffers_);
  return *this;
}

void Skeleton::work_out_activity() {
  PoseBuffers& pose = *buffers_;
  const SkeletonData& data = *data_;
  for (std::size_t i = 0; i < data.bones.size(); ++i) pose.active[i] = data.bones[i].skin_required ? 0 : 1;
  const auto activate = [&](SkinIndex skin) {
    if (!skin) return;
    for (BoneIndex bone : data[skin].bones) {
      pose.active[bone.value] = 1;
      if (pose.is_rigby()) continue;
      // Spine: a listed bone brings its ancestors along. Spec: constraints.md 5.1.
      for (BoneIndex up = data[bone].parent; up && !pose.active[up.value]; up = data[up].parent) pose.active[up.value] = 1;
    }
  };
  activate(pose.skin);
  if (pose.is_rigby()) activate(data.default_skin);
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    pose.setup_attachment[i] = resolve(pose, data.slots[i].placeholder);
  }
}

void Skeleton::set_skin(SkinIndex skin) {
  PoseBuffers& pose = *buffers_;
  const SkeletonData& data = *data_;
  SINEW_ASSERT(!skin || skin.value < data.skins.size());
  const SkinIndex old = pose.skin;
  if (skin == old) return;
  pose.skin = skin;
  if (skin) {
    // Spec: drawing.md 10.2.
    for (std::size_t i = 0; i < data.slots.size(); ++i) {
      PlaceholderIndex placeholder = data.slots[i].placeholder;
      if (old) {
        const AttachmentIndex current = pose.attachment[i];
        if (!current || data[current].skin != old) continue;
        placeholder = data.find_placeholder(data[current].slot, data[current].key);
      }
      if (!placeholder) continue;
      const AttachmentIndex own = data[skin].find(placeholder);
      if (own) change_attachment(pose, SlotIndex(i), own);
    }
  }
  work_out_activity();
}

Status Skeleton::set_skin(std::string_view name) {
  const SkinIndex skin = data_->find_skin(name);
  if (!skin) {
    return Error{ErrorCode::unknown_name, "The skeleton has no skin called '" + std::string(name) + "'.", {}};
  }
  set_skin(skin);
  return ok();
}

SkinIndex Skeleton::skin() const noexcept { return buffers_->skin; }

AttachmentIndex Skeleton::find_attachment(PlaceholderIndex placeholder) const noexcept {
  return resolve(*buffers_, placeholder);
}

void Skeleton::set_to_setup_pose() {
  set_bones_to_setup_pose();
  set_slots_to_setup_pose();
}

void Skeleton::set_bones_to_setup_pose() {
  PoseBuffers& pose = *buffers_;
  std::copy(pose.compiled->setup_bones.begin(), pose.compiled->setup_bones.end(), pose.local.begin());
  std::copy(pose.compiled->setup_inherits.begin(), pose.compiled->setup_inherits.end(), pose.inherit.begin());
  pose.own_inherits = false;
}

void Skeleton::set_slots_to_setup_pose() {
  PoseBuffers& pose = *buffers_;
  const CompiledData& compiled = *pose.compiled;
  std::copy(compiled.setup_colors.begin(), compiled.setup_colors.end(), pose.color.begin());
  if (!pose.dark.empty()) {
    std::copy(compiled.setup_darks.begin(), compiled.setup_darks.end(), pose.dark.begin());
    for (std::size_t i = 0; i < pose.has_dark.size(); ++i) pose.has_dark[i] = data_->slots[i].has_dark ? 1 : 0;
  }
  std::copy(pose.setup_attachment.begin(), pose.setup_attachment.end(), pose.attachment.begin());
  std::fill(pose.sequence.begin(), pose.sequence.end(), -1);
  std::fill(pose.deform_set.begin(), pose.deform_set.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < pose.draw_order.size(); ++i) pose.draw_order[i] = SlotIndex(i);
}

BonePose Skeleton::local_pose(BoneIndex bone) const { return buffers_->local[bone.value]; }
void Skeleton::set_local_pose(BoneIndex bone, const BonePose& pose) { buffers_->local[bone.value] = pose; }
Inherit Skeleton::inherit(BoneIndex bone) const { return buffers_->inherit[bone.value]; }

void Skeleton::set_inherit(BoneIndex bone, Inherit inherit) {
  buffers_->inherit[bone.value] = inherit;
  buffers_->own_inherits = true;
}

void Skeleton::update(double dt) {
  buffers_->time += dt;
  compose_all(*buffers_);
}

const Affine& Skeleton::world(BoneIndex bone) const { return buffers_->world[bone.value]; }
std::span<const Affine> Skeleton::world_transforms() const noexcept { return buffers_->world; }
bool Skeleton::active(BoneIndex bone) const { return buffers_->active[bone.value] != 0; }

AttachmentIndex Skeleton::attachment(SlotIndex slot) const { return buffers_->attachment[slot.value]; }
void Skeleton::set_attachment(SlotIndex slot, AttachmentIndex attachment) { change_attachment(*buffers_, slot, attachment); }

Color Skeleton::color(SlotIndex slot) const { return buffers_->color[slot.value]; }
void Skeleton::set_color(SlotIndex slot, const Color& color) { buffers_->color[slot.value] = color; }

std::optional<Color> Skeleton::dark_color(SlotIndex slot) const {
  if (buffers_->has_dark.empty() || !buffers_->has_dark[slot.value]) return std::nullopt;
  return buffers_->dark[slot.value];
}

bool Skeleton::set_dark_color(SlotIndex slot, const Color& color) {
  if (buffers_->has_dark.empty()) return false;
  buffers_->has_dark[slot.value] = 1;
  buffers_->dark[slot.value] = color;
  return true;
}

std::uint32_t Skeleton::sequence_frame(SlotIndex slot) const {
  const AttachmentIndex attachment = buffers_->attachment[slot.value];
  const Sequence* sequence = attachment ? (*data_)[attachment].sequence : nullptr;
  if (!sequence) return 0;
  const std::int32_t frame = buffers_->sequence[slot.value];
  const std::uint32_t shown = frame < 0 ? sequence->setup_index : static_cast<std::uint32_t>(frame);
  return std::min(shown, sequence->count - 1);
}

std::span<const double> Skeleton::deform(SlotIndex slot) const {
  const PoseBuffers& pose = *buffers_;
  const AttachmentIndex index = pose.attachment[slot.value];
  if (!index || pose.compiled->deform_targets.empty()) return {};
  const Attachment& attachment = (*data_)[index];
  const Vertices* vertices = attachment.vertices();
  if (!vertices) return {};
  const auto of_target = [&](std::uint32_t key) -> std::span<const double> {
    const std::uint32_t target = pose.compiled->deform_target_of[key];
    if (target == CompiledData::none || !pose.deform_set[target]) return {};
    const DeformTarget& place = pose.compiled->deform_targets[target];
    if (place.size < vertices->deform_size()) return {};
    return pose.deform.subspan(place.first, vertices->deform_size());
  };
  if (!pose.is_rigby()) return of_target(slot.value);
  // Its own deform alone, if it has one; else that of the mesh it follows (animation.md 4.1).
  const std::span<const double> own = of_target(index.value);
  if (!own.empty() || attachment.timeline_attachment == index) return own;
  return of_target(attachment.timeline_attachment.value);
}

std::span<const SlotIndex> Skeleton::draw_order() const noexcept { return buffers_->draw_order; }
Color Skeleton::tint() const noexcept { return buffers_->tint; }
void Skeleton::set_tint(const Color& color) noexcept { buffers_->tint = color; }
std::size_t Skeleton::memory() const noexcept { return sizeof(Skeleton) + buffers_->bytes; }

}  // namespace sinew
