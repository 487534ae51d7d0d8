#include "sinew/skeleton.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <new>
#include <type_traits>

#include "model/schedule.hpp"
#include "pose/physics.hpp"
#include "pose/solver.hpp"
#include "sinew/skin_builder.hpp"

namespace sinew {

namespace {

/// When the clock starts again from 0; 12 days, where it still counts in steps of a ten-billionth of a second.
constexpr double longest_time = 1048576;

/// Lays arrays out one after the other: a first pass measures, a second one hands out.
class Layout {
 public:
  explicit Layout(std::byte* base) : base_(base) {}

  template <class T>
  void place(std::span<T>& target, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);  // a copy of the instance copies bytes
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

void lay_out_slots(Layout& layout, SlotPose& slots, const SkeletonData& data) {
  const CompiledData& compiled = *data.compiled;
  const std::size_t count = data.slots.size(), darks = compiled.any_dark ? count : 0;
  layout.place(slots.deform, compiled.deform_numbers);
  layout.place(slots.color, count);
  layout.place(slots.dark, darks);
  layout.place(slots.attachment, count);
  layout.place(slots.sequence, count);
  layout.place(slots.draw_order, count);
  layout.place(slots.has_dark, darks);
  layout.place(slots.deform_set, compiled.deform_targets.size());
}

std::size_t lay_out(PoseBuffers& pose, const SkeletonData& data, std::byte* base) {
  const CompiledData& compiled = *data.compiled;
  const std::size_t bones = data.bones.size(), slots = data.slots.size(), constraints = data.constraints.size();
  const std::size_t lazy = compiled.rules == RuleSet::spine_4_3 && constraints > 0 ? bones : 0;
  Layout layout(base);
  layout.place(pose.local, bones);
  layout.place(pose.world, bones);
  layout.place(pose.applied, compiled.applied_bones.size());
  layout.place(pose.constraints, constraints);
  layout.place(pose.physics, compiled.physics_count);
  layout.place(pose.path_scratch, compiled.path_scratch);
  lay_out_slots(layout, pose.slots, data);
  if (compiled.any_slider) {
    lay_out_slots(layout, pose.shown, data);
    layout.place(pose.applied_constraints, constraints);
  } else {
    pose.shown = pose.slots;
    pose.applied_constraints = pose.constraints;
  }
  layout.place(pose.setup_attachment, slots);
  layout.place(pose.order_scratch, compiled.any_folder ? slots : 0);
  layout.place(pose.bone_stack, lazy);
  layout.place(pose.inherit, bones);
  layout.place(pose.applied_inherit, compiled.applied_bones.size());
  layout.place(pose.active, bones);
  layout.place(pose.fresh, lazy);
  layout.place(pose.stale, constraints > 0 ? bones : 0);
  layout.place(pose.constraint_active, constraints);
  layout.place(pose.slot_mark, compiled.any_folder ? slots : 0);
  return layout.size();
}

/// Whether two entries of tables of attachments, of skeletons that share their parts, are the same one.
bool is_same(const Attachment& a, const Attachment& b) {
  return a.key.data() == b.key.data() && a.slot == b.slot && a.region == b.region && a.mesh == b.mesh &&
         a.bounding_box == b.bounding_box && a.path_shape == b.path_shape && a.point == b.point &&
         a.clipping == b.clipping && a.path.data() == b.path.data();
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

void change_attachment(const PoseBuffers& pose, SlotPose& slots, SlotIndex slot, AttachmentIndex attachment) noexcept {
  AttachmentIndex& current = slots.attachment[slot.value];
  if (current == attachment) return;
  if (!pose.is_rigby() && !pose.compiled->deform_targets.empty()) {
    const SkeletonData& data = *pose.data;
    const bool same_timelines = pose.rules() != RuleSet::spine_3_8 && current && attachment &&
                                data[current].vertices() && data[attachment].vertices() &&
                                data[current].timeline_attachment == data[attachment].timeline_attachment;
    const std::uint32_t target = pose.compiled->deform_target_of[slot.value];
    if (!same_timelines && target != CompiledData::none) slots.deform_set[target] = 0;
  }
  current = attachment;
  slots.sequence[slot.value] = -1;
}

std::span<const double> deform_of(const PoseBuffers& pose, const SlotPose& slots, SlotIndex slot) noexcept {
  const AttachmentIndex index = slots.attachment[slot.value];
  if (!index || pose.compiled->deform_targets.empty()) return {};
  const Attachment& attachment = (*pose.data)[index];
  const Vertices* vertices = attachment.vertices();
  if (!vertices) return {};
  const auto of_target = [&](std::uint32_t key) -> std::span<const double> {
    const std::uint32_t target = pose.compiled->deform_target_of[key];
    if (target == CompiledData::none || !slots.deform_set[target]) return {};
    const DeformTarget& place = pose.compiled->deform_targets[target];
    if (place.size < vertices->deform_size()) return {};
    return slots.deform.subspan(place.first, vertices->deform_size());
  };
  if (!pose.is_rigby()) return of_target(slot.value);
  // Its own deform alone, if it has one; else that of the mesh it follows (animation.md 4.1).
  const std::span<const double> own = of_target(index.value);
  if (!own.empty() || attachment.timeline_attachment == index) return own;
  return of_target(attachment.timeline_attachment.value);
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
  start_applied(*buffers_);
  update(0, PhysicsMode::none);  // physics start from where the first update finds the bones
}

Skeleton::Skeleton(const Skeleton& other) : data_(other.data_), schedule_(other.schedule_) {
  buffers_ = new (::operator new(other.buffers_->bytes)) PoseBuffers();
  copy_buffers(other);
}

Skeleton& Skeleton::operator=(const Skeleton& other) {
  if (this == &other) return *this;
  if (buffers_ == nullptr || data_ != other.data_) return *this = Skeleton(other);
  schedule_ = other.schedule_;
  copy_buffers(other);
  return *this;
}

void Skeleton::copy_buffers(const Skeleton& other) {
  auto* base = reinterpret_cast<std::byte*>(buffers_);
  *buffers_ = *other.buffers_;
  lay_out(*buffers_, *data_, base);  // the spans are its own again
  // The arrays lie at the same distances in both.
  std::memcpy(base + sizeof(PoseBuffers), reinterpret_cast<const std::byte*>(other.buffers_) + sizeof(PoseBuffers),
              buffers_->bytes - sizeof(PoseBuffers));
  if (buffers_->skin) buffers_->schedule = schedule_;
}

Skeleton::~Skeleton() {
  if (buffers_) ::operator delete(static_cast<void*>(buffers_));
}

Skeleton::Skeleton(Skeleton&& other) noexcept
    : data_(std::move(other.data_)), schedule_(std::move(other.schedule_)), buffers_(other.buffers_) {
  other.buffers_ = nullptr;
}

Skeleton& Skeleton::operator=(Skeleton&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(schedule_, other.schedule_);
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
      for (BoneIndex up = data[bone].parent; up && !pose.active[up.value]; up = data[up].parent)
        pose.active[up.value] = 1;
    }
  };
  activate(pose.skin);
  if (pose.is_rigby()) activate(data.default_skin);
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    pose.setup_attachment[i] = resolve(pose, data.slots[i].placeholder);
  }
  const ScheduleInput input{pose.skin, pose.active, pose.slots.attachment};
  if (!pose.constraints.empty()) {
    const std::vector<std::uint8_t> active = active_constraints(data, input);
    std::copy(active.begin(), active.end(), pose.constraint_active.begin());
  }
  if (pose.skin) {
    schedule_ = build_schedule(data, *pose.compiled, input);
    pose.schedule = schedule_;
  } else {
    pose.schedule = pose.compiled->schedule;
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
    if (old) {
      for (const SkinEntry& entry : data[old].entries) {
        const SlotIndex slot = data[entry.placeholder].slot;
        if (pose.slots.attachment[slot.value] != entry.attachment) continue;
        const AttachmentIndex own = data[skin].find(entry.placeholder);
        if (own) change_attachment(pose, pose.slots, slot, own);
      }
    } else {
      for (std::size_t i = 0; i < data.slots.size(); ++i) {
        const PlaceholderIndex placeholder = data.slots[i].placeholder;
        const AttachmentIndex own = placeholder ? data[skin].find(placeholder) : AttachmentIndex{};
        if (own) change_attachment(pose, pose.slots, SlotIndex(i), own);
      }
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

void Skeleton::set_skin(SkeletonDataPtr dressed) {
  SINEW_ASSERT(dressed && same_skeleton(*data_, *dressed) && !dressed->skins.empty());
  PoseBuffers& pose = *buffers_;
  const SkeletonData &before = *data_, &after = *dressed;
  const SkinIndex skin(after.skins.size() - 1);
  // What each slot is to show. An attachment of a skin that is gone goes with it.
  std::vector<AttachmentIndex> next(pose.slots.attachment.begin(), pose.slots.attachment.end());
  for (AttachmentIndex& one : next) {
    if (one && !(one.value < after.attachments.size() && is_same(before[one], after[one]))) one = {};
  }
  // Whatever shows what the old skin, or else the default skin, has for a key shows what there is for it now.
  const auto go_over = [&](SkinIndex from) {
    if (!from) return;
    for (const SkinEntry& entry : before[from].entries) {
      const SlotIndex slot = before[entry.placeholder].slot;
      if (pose.slots.attachment[slot.value] != entry.attachment) continue;
      AttachmentIndex now = after[skin].find(entry.placeholder);
      if (!now && after.default_skin) now = after[after.default_skin].find(entry.placeholder);
      if (now) next[slot.value] = now;
    }
  };
  go_over(before.default_skin);
  if (pose.skin != before.default_skin) go_over(pose.skin);
  for (std::size_t i = 0; i < next.size(); ++i) {
    // Only indices of both mean the same in both.
    if (pose.slots.attachment[i] != next[i]) change_attachment(pose, pose.slots, SlotIndex(i), {});
  }
  data_ = std::move(dressed);
  pose.data = data_.get();
  pose.compiled = data_->compiled;
  pose.skin = skin;
  for (std::size_t i = 0; i < next.size(); ++i) change_attachment(pose, pose.slots, SlotIndex(i), next[i]);
  if (pose.shown.attachment.data() != pose.slots.attachment.data()) {
    std::copy(next.begin(), next.end(), pose.shown.attachment.begin());  // until the next update
  }
  work_out_activity();
}

SkinIndex Skeleton::skin() const noexcept {
  return buffers_->skin;
}

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
  std::copy(pose.compiled->setup_constraints.begin(), pose.compiled->setup_constraints.end(), pose.constraints.begin());
  pose.own_inherits = false;
}

void Skeleton::set_slots_to_setup_pose() {
  PoseBuffers& pose = *buffers_;
  SlotPose& slots = pose.slots;
  const CompiledData& compiled = *pose.compiled;
  std::copy(compiled.setup_colors.begin(), compiled.setup_colors.end(), slots.color.begin());
  if (!slots.dark.empty()) {
    std::copy(compiled.setup_darks.begin(), compiled.setup_darks.end(), slots.dark.begin());
    for (std::size_t i = 0; i < slots.has_dark.size(); ++i) slots.has_dark[i] = data_->slots[i].has_dark ? 1 : 0;
  }
  std::copy(pose.setup_attachment.begin(), pose.setup_attachment.end(), slots.attachment.begin());
  std::fill(slots.sequence.begin(), slots.sequence.end(), -1);
  std::fill(slots.deform_set.begin(), slots.deform_set.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < slots.draw_order.size(); ++i) slots.draw_order[i] = SlotIndex(i);
}

BonePose Skeleton::local_pose(BoneIndex bone) const {
  return buffers_->local[bone.value];
}
void Skeleton::set_local_pose(BoneIndex bone, const BonePose& pose) {
  buffers_->local[bone.value] = pose;
}
Inherit Skeleton::inherit(BoneIndex bone) const {
  return buffers_->inherit[bone.value];
}

void Skeleton::set_inherit(BoneIndex bone, Inherit inherit) {
  buffers_->inherit[bone.value] = inherit;
  buffers_->own_inherits = true;
}

void Skeleton::update(double dt, PhysicsMode physics) {
  PoseBuffers& pose = *buffers_;
  const double time = pose.time + dt;
  if (std::isfinite(time)) pose.time = time;
  if (std::fabs(pose.time) > longest_time) {
    // Only differences of times count. Without this a frame would be lost in the clock's rounding.
    for (PhysicsState& state : pose.physics) state.last_time -= pose.time;
    pose.time = 0;
  }
  solve(pose, physics);
}

void Skeleton::set_position(double x, double y) noexcept {
  // Only the root's pose hangs on it.
  if (!buffers_->stale.empty() && buffers_->stale[0]) settle_poses(*buffers_);
  buffers_->x = x;
  buffers_->y = y;
}
Vec2 Skeleton::position() const noexcept {
  return {buffers_->x, buffers_->y};
}
void Skeleton::set_scale(double x, double y) noexcept {
  SINEW_ASSERT(x != 0 && y != 0);
  if (x != buffers_->scale_x || y != buffers_->scale_y) settle_poses(*buffers_);
  buffers_->scale_x = x;
  buffers_->scale_y = y;
}
Vec2 Skeleton::scale() const noexcept {
  return {buffers_->scale_x, buffers_->scale_y};
}

bool Skeleton::active(ConstraintIndex constraint) const {
  return buffers_->constraint_active[constraint.value] != 0;
}
std::span<const double> Skeleton::constraint_values(ConstraintIndex constraint) const {
  return buffers_->applied_constraints[constraint.value].values;
}
std::span<const double> Skeleton::keyed_values(ConstraintIndex constraint) const {
  return buffers_->constraints[constraint.value].values;
}
IkFlags Skeleton::keyed_ik_flags(ConstraintIndex constraint) const {
  return buffers_->constraints[constraint.value].ik;
}
void Skeleton::set_constraint_value(ConstraintIndex constraint, std::size_t which, double value) {
  SINEW_ASSERT(which < std::size(buffers_->constraints[constraint.value].values));
  buffers_->constraints[constraint.value].values[which] = value;
}
IkFlags Skeleton::ik_flags(ConstraintIndex constraint) const {
  return buffers_->applied_constraints[constraint.value].ik;
}
void Skeleton::set_ik_flags(ConstraintIndex constraint, const IkFlags& flags) {
  buffers_->constraints[constraint.value].ik = flags;
}
BonePose Skeleton::applied_pose(BoneIndex bone) const {
  return settled_pose(*buffers_, bone.value);
}

void Skeleton::reset_physics() {
  for (std::uint32_t i = 0; i < buffers_->physics.size(); ++i) sinew::reset_physics(*buffers_, i);
}

void Skeleton::translate_physics(double x, double y) {
  for (PhysicsState& state : buffers_->physics) {
    state.before_x -= x;
    state.before_y -= y;
    state.after_x -= x;
    state.after_y -= y;
  }
}

void Skeleton::rotate_physics(double x, double y, double degrees) {
  double sine, cosine;
  sincos_degrees(degrees, sine, cosine);
  for (PhysicsState& state : buffers_->physics) {
    const double wx = state.after_x - x, wy = state.after_y - y;
    const double dx = wx * cosine - wy * sine - wx, dy = wx * sine + wy * cosine - wy;
    state.before_x -= dx;
    state.before_y -= dy;
    state.after_x -= dx;
    state.after_y -= dy;
  }
}

void Skeleton::set_wind(double x, double y) noexcept {
  buffers_->wind_x = x;
  buffers_->wind_y = y;
}
void Skeleton::set_gravity(double x, double y) noexcept {
  buffers_->gravity_x = x;
  buffers_->gravity_y = y;
}

const Affine& Skeleton::world(BoneIndex bone) const {
  return buffers_->world[bone.value];
}
std::span<const Affine> Skeleton::world_transforms() const noexcept {
  return buffers_->world;
}
bool Skeleton::active(BoneIndex bone) const {
  return buffers_->active[bone.value] != 0;
}

AttachmentIndex Skeleton::attachment(SlotIndex slot) const {
  return buffers_->shown.attachment[slot.value];
}
void Skeleton::set_attachment(SlotIndex slot, AttachmentIndex attachment) {
  change_attachment(*buffers_, buffers_->slots, slot, attachment);
}

Color Skeleton::color(SlotIndex slot) const {
  return buffers_->shown.color[slot.value];
}
void Skeleton::set_color(SlotIndex slot, const Color& color) {
  buffers_->slots.color[slot.value] = color;
}

std::optional<Color> Skeleton::dark_color(SlotIndex slot) const {
  if (buffers_->shown.has_dark.empty() || !buffers_->shown.has_dark[slot.value]) return std::nullopt;
  return buffers_->shown.dark[slot.value];
}

bool Skeleton::set_dark_color(SlotIndex slot, const Color& color) {
  if (buffers_->slots.has_dark.empty()) return false;
  buffers_->slots.has_dark[slot.value] = 1;
  buffers_->slots.dark[slot.value] = color;
  return true;
}

std::uint32_t Skeleton::sequence_frame(SlotIndex slot) const {
  const AttachmentIndex attachment = buffers_->shown.attachment[slot.value];
  const Sequence* sequence = attachment ? (*data_)[attachment].sequence : nullptr;
  if (!sequence) return 0;
  const std::int32_t frame = buffers_->shown.sequence[slot.value];
  const std::uint32_t shown = frame < 0 ? sequence->setup_index : static_cast<std::uint32_t>(frame);
  return std::min(shown, sequence->count - 1);
}

std::span<const double> Skeleton::deform(SlotIndex slot) const {
  return deform_of(*buffers_, buffers_->shown, slot);
}

std::span<const SlotIndex> Skeleton::draw_order() const noexcept {
  return buffers_->shown.draw_order;
}
Color Skeleton::tint() const noexcept {
  return buffers_->tint;
}
void Skeleton::set_tint(const Color& color) noexcept {
  buffers_->tint = color;
}
std::size_t Skeleton::memory() const noexcept {
  return sizeof(Skeleton) + buffers_->bytes + schedule_.capacity() * sizeof(UpdateStep);
}

}  // namespace sinew
