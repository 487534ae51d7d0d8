#include "sinew/skeleton.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <utility>

#include "base/index_check.hpp"
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
    if (T* const first = take<T>(count)) target = {first, count};
  }
  template <class T>
  void place(NearArray<T>& target, std::size_t count) {
    if (T* const first = take<T>(count)) target.set(first, count);
  }
  [[nodiscard]] std::size_t size() const noexcept { return at_; }

 private:
  template <class T>
  T* take(std::size_t count) {
    at_ = (at_ + alignof(T) - 1) & ~(alignof(T) - 1);
    T* first = nullptr;
    if (base_ && count != 0) {
      first = reinterpret_cast<T*>(base_ + at_);
      for (std::size_t i = 0; i < count; ++i) new (first + i) T();
    }
    at_ += count * sizeof(T);
    return first;
  }

  std::byte* base_;
  std::size_t at_ = sizeof(PoseBuffers);
};

/// Arrays of the shared data stand in where an instance has none of its own. They are never written: what would do so
/// looks at the flags in CompiledData, or makes the instance a wide one first.
template <class T>
std::span<T> shared(std::span<const T> array) {
  return {const_cast<T*>(array.data()), array.size()};
}

void lay_out_slots(Layout& layout, SlotPose& slots, const SkeletonData& data, bool lean) {
  const CompiledData& compiled = *data.compiled;
  const std::size_t count = data.slots.size(), darks = compiled.any_dark ? count : 0;
  layout.place(slots.color, lean ? compiled.lean.setup_colors.size() : count);
  layout.place(slots.deform, compiled.deform_targets.size());
  layout.place(slots.dark, darks);
  layout.place(slots.attachment, count);
  layout.place(slots.sequence, compiled.any_sequence ? count : 0);
  if (compiled.any_order) {
    layout.place(slots.draw_order, count);
  } else {
    slots.draw_order = shared(compiled.setup_order);
  }
  layout.place(slots.has_dark, darks);
  layout.place(slots.deform_set, compiled.deform_targets.size());
}

std::size_t lay_out(PoseBuffers& pose, const SkeletonData& data, bool lean, std::byte* base) {
  const CompiledData& compiled = *data.compiled;
  const std::size_t bones = data.bones.size(), slots = data.slots.size(), constraints = data.constraints.size();
  const std::size_t lazy = compiled.rules == RuleSet::spine_4_3 && constraints > 0 ? bones : 0;
  Layout layout(base);
  layout.place(pose.world, bones);
  layout.place(pose.numbers, lean ? compiled.lean.setup_numbers.size() : 0);
  layout.place(pose.local, lean ? 0 : bones);
  layout.place(pose.applied, lean ? 0 : compiled.applied_bones.size());
  layout.place(pose.kept, lean ? compiled.lean.kept_count : 0);
  layout.place(pose.constraints, lean ? compiled.lean.setup_constraints.size() : constraints);
  layout.place(pose.physics, lean ? compiled.lean.physics_numbers : compiled.physics_numbers);
  layout.place(pose.path_scratch, compiled.path_scratch > most_path_numbers_on_stack ? compiled.path_scratch : 0);
  lay_out_slots(layout, pose.slots, data, lean);
  if (compiled.any_slider) {
    std::span<SlotPose> slider_slots;
    layout.place(slider_slots, 1);
    SlotPose measured;
    if (base) pose.slider_slots = slider_slots.data();
    lay_out_slots(layout, base ? *pose.slider_slots : measured, data, lean);
    layout.place(pose.applied_constraints, constraints);
  } else {
    pose.applied_constraints.set(pose.constraints.data(), pose.constraints.size());
  }
  layout.place(pose.order_scratch, compiled.any_folder ? slots : 0);
  layout.place(pose.bone_stack, lazy);
  if (lean && !compiled.any_inherit) {
    pose.inherit = shared(compiled.setup_inherits);
  } else {
    layout.place(pose.inherit, bones);
  }
  layout.place(pose.applied_inherit, compiled.any_slider ? compiled.applied_bones.size() : 0);
  layout.place(pose.fresh, lazy);
  layout.place(pose.stale, constraints > 0 ? bones : 0);
  layout.place(pose.slot_mark, compiled.any_folder ? slots : 0);
  layout.place(pose.locals, bones > LeanLayout::most_bones ? bones + bones / sizeof(Affine) + 1 : 0);
  return layout.size();
}

/// Whether two entries of tables of attachments, of skeletons that share their parts, are the same one.
bool is_same(const Attachment& a, const Attachment& b) {
  return a.key.data() == b.key.data() && a.slot == b.slot && a.region == b.region && a.mesh == b.mesh &&
         a.bounding_box == b.bounding_box && a.path_shape == b.path_shape && a.point == b.point &&
         a.clipping == b.clipping && a.path.data() == b.path.data();
}

PoseBuffers* make_buffers(const SkeletonData& data, bool lean) {
  PoseBuffers measured;
  const std::size_t bytes = lay_out(measured, data, lean, nullptr);
  auto* base = static_cast<std::byte*>(::operator new(bytes));
  PoseBuffers* const pose = new (base) PoseBuffers();
  pose->data = &data;
  pose->compiled = data.compiled;
  pose->bytes = static_cast<std::uint32_t>(bytes);
  pose->lean = lean;
  lay_out(*pose, data, lean, base);
  return pose;
}

void free_buffers(PoseBuffers* pose) {
  if (!pose) return;
  for (SlotPose* const slots : {pose->slider_slots, &pose->slots}) {
    if (!slots) continue;
    for (double* const deform : slots->deform) delete[] deform;
  }
  ::operator delete(static_cast<void*>(pose));
}

/// Whether lean instances keep all poses that a schedule reads.
bool keeps_needed_poses(const SkeletonData& data, std::span<const UpdateStep> schedule) {
  const CompiledData& compiled = *data.compiled;
  bool kept = true;
  for (const UpdateStep& step : schedule) {
    if (step.kind != UpdateStep::Kind::constraint) continue;
    for_each_constrained(data, data.constraints[step.first], [&](BoneIndex bone, bool) {
      if (!leaves_pose(step, data[bone].inherit)) return;
      kept = kept && compiled.lean.kept_of[compiled.applied_of[bone.value]] != CompiledData::none;
    });
  }
  return kept;
}

template <class Change>
void for_each_physics(PoseBuffers& pose, Change change) {
  for (std::uint32_t i = 0; i < pose.compiled->physics_count; ++i) {
    PhysicsState state = load_physics(pose, i);
    change(state);
    store_physics(pose, i, state);
  }
}

/// Sets what a lean instance keeps of a pose. False, and nothing done, when the rest is not as in the setup pose.
bool set_lean_pose(PoseBuffers& buffers, std::uint32_t bone, const BonePose& pose) {
  const BonePose& setup = buffers.compiled->setup_bones[bone];
  const std::uint8_t groups = buffers.compiled->lean.groups[bone];
  const auto as_setup = [&](std::uint8_t group, const double* wanted, const double* there, std::size_t count) {
    return (groups & group) || std::equal(wanted, wanted + count, there);
  };
  const bool kept = as_setup(pose_group::translate, &pose.x, &setup.x, 2) &&
                    as_setup(pose_group::rotate, &pose.rotation, &setup.rotation, 1) &&
                    as_setup(pose_group::scale, &pose.scale_x, &setup.scale_x, 2) &&
                    as_setup(pose_group::shear, &pose.shear_x, &setup.shear_x, 2);
  if (!kept) return false;
  const auto set = [&](std::uint8_t group, const double* wanted, std::size_t count) {
    if (groups & group) std::copy(wanted, wanted + count, group_of(buffers, bone, group));
  };
  set(pose_group::translate, &pose.x, 2);
  set(pose_group::rotate, &pose.rotation, 1);
  set(pose_group::scale, &pose.scale_x, 2);
  set(pose_group::shear, &pose.shear_x, 2);
  return true;
}

/// Whether an instance has memory for a constraint's values.
bool keeps(const PoseBuffers& pose, ConstraintIndex constraint) {
  return !pose.lean || pose.compiled->lean.constraint_of[constraint.value] != CompiledData::none;
}

/// All state of one instance for another one of the same data, as lean or wide.
void copy_state(const PoseBuffers& from, PoseBuffers& to) {
  const CompiledData& compiled = *from.compiled;
  if (from.lean == to.lean) {
    copy_elements(from.numbers, to.numbers);
    copy_elements(from.local, to.local);
    copy_elements(from.applied, to.applied);
    copy_elements(from.kept, to.kept);
    copy_elements(from.constraints, to.constraints);
    copy_elements(from.slots.color, to.slots.color);
  } else {
    for (std::uint32_t i = 0; i < to.local.size(); ++i) to.local[i] = local_pose(from, i);
    for (std::uint32_t at = 0; at < to.applied.size(); ++at) {
      const std::uint32_t kept = compiled.lean.kept_of[at];
      to.applied[at] =
          kept != CompiledData::none ? from.kept[kept] : local_pose(from, compiled.applied_bones[at].value);
    }
    for (std::size_t i = 0; i < to.constraints.size(); ++i) to.constraints[i] = constraint_of(from, i, false);
    for (std::uint32_t i = 0; i < to.slots.color.size(); ++i) to.slots.color[i] = color_of(from, from.slots, i);
  }
  copy_elements(from.world, to.world);
  if (!to.lean || compiled.any_inherit) copy_elements(from.inherit, to.inherit);
  copy_elements(from.applied_inherit, to.applied_inherit);
  copy_elements(from.stale, to.stale);
  copy_elements(from.fresh, to.fresh);
  if (from.lean == to.lean) {
    copy_elements(from.physics, to.physics);
  } else {
    for (std::uint32_t i = 0; i < compiled.physics_count; ++i) store_physics(to, i, load_physics(from, i));
  }
  copy_slots(from, from.slots, to.slots);
  if (from.slider_slots) {
    copy_elements(from.slider_slots->color, to.slider_slots->color);
    copy_slots(from, *from.slider_slots, *to.slider_slots);
    copy_elements(from.applied_constraints, to.applied_constraints);
  }
  to.own_inherits = from.own_inherits;
  to.active = from.active;
  to.constraint_active = from.constraint_active;
  to.setup_attachment = from.setup_attachment;
  to.schedule = from.schedule;
  to.skin = from.skin;
  to.tint = from.tint;
  to.time = from.time;
  to.x = from.x;
  to.y = from.y;
  to.scale_x = from.scale_x;
  to.scale_y = from.scale_y;
  to.wind_x = from.wind_x;
  to.wind_y = from.wind_y;
  to.gravity_x = from.gravity_x;
  to.gravity_y = from.gravity_y;
}

}  // namespace

bool reserve_deform(const PoseBuffers& pose, SlotPose& slots, std::uint32_t target) noexcept {
  double*& numbers = slots.deform[target];
  if (!numbers) numbers = new (std::nothrow) double[pose.compiled->deform_targets[target].size];
  return numbers != nullptr;
}

void copy_slots(const PoseBuffers& pose, const SlotPose& from, SlotPose& to) noexcept {
  copy_elements(from.dark, to.dark);
  copy_elements(from.has_dark, to.has_dark);
  copy_elements(from.attachment, to.attachment);
  copy_elements(from.sequence, to.sequence);
  if (pose.compiled->any_order) copy_elements(from.draw_order, to.draw_order);
  copy_elements(from.deform_set, to.deform_set);
  for (std::uint32_t i = 0; i < to.deform_set.size(); ++i) {
    if (!to.deform_set[i]) continue;
    if (reserve_deform(pose, to, i)) {
      std::copy_n(from.deform[i], pose.compiled->deform_targets[i].size, to.deform[i]);
    } else {
      to.deform_set[i] = 0;
    }
  }
}

bool reserve_deforms(const PoseBuffers& pose, SlotPose& slots) noexcept {
  bool all = true;
  for (std::uint32_t i = 0; i < slots.deform.size(); ++i) all = reserve_deform(pose, slots, i) && all;
  return all;
}

BonePose local_pose(const PoseBuffers& pose, std::uint32_t bone) noexcept {
  if (!pose.lean) return pose.local[bone];
  const LeanLayout& lean = pose.compiled->lean;
  BonePose result = pose.compiled->setup_bones[bone];
  const double* numbers = pose.numbers.data() + lean.first_number[bone];
  const std::uint8_t groups = lean.groups[bone];
  const auto pair = [&](std::uint8_t group, double* first) {
    if (!(groups & group)) return;
    store2(first, load2(numbers));
    numbers += 2;
  };
  pair(pose_group::translate, &result.x);
  if (groups & pose_group::rotate) result.rotation = *numbers++;
  pair(pose_group::scale, &result.scale_x);
  pair(pose_group::shear, &result.shear_x);
  return result;
}

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
  if (!slots.sequence.empty()) slots.sequence[slot.value] = -1;
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
    return {slots.deform[target], vertices->deform_size()};
  };
  if (!pose.is_rigby()) return of_target(slot.value);
  // Its own deform alone, if it has one; else that of the mesh it follows (animation.md 4.1).
  const std::span<const double> own = of_target(index.value);
  if (!own.empty() || attachment.timeline_attachment == index) return own;
  return of_target(attachment.timeline_attachment.value);
}

/// What an instance with a skin has instead of the tables in CompiledData.
struct SkinTables {
  std::vector<UpdateStep> schedule;
  std::vector<std::uint8_t> active, constraint_active;
  std::vector<AttachmentIndex> attachments;

  [[nodiscard]] std::size_t bytes() const noexcept {
    return sizeof(SkinTables) + schedule.capacity() * sizeof(UpdateStep) + active.capacity() +
           constraint_active.capacity() + attachments.capacity() * sizeof(AttachmentIndex);
  }
};

Skeleton::Skeleton(SkeletonDataPtr data) : data_(std::move(data)) {
  SINEW_ASSERT(data_ != nullptr);
  buffers_ = make_buffers(*data_, data_->compiled->lean.possible);
  for (Affine& world : buffers_->world) world = {0, 0, 0, 0, 0, 0};
  for (std::uint32_t i = 0; i < data_->compiled->physics_count; ++i) store_physics(*buffers_, i, {});
  work_out_activity();
  set_to_setup_pose();
  update(0, PhysicsMode::none);  // physics start from where the first update finds the bones
}

Skeleton::Skeleton(const Skeleton& other) : data_(other.data_) {
  buffers_ = make_buffers(*data_, other.buffers_->lean);
  copy_from(other);
}

Skeleton& Skeleton::operator=(const Skeleton& other) {
  if (this == &other) return *this;
  // A wide instance has room for what a lean one keeps.
  const bool fits = buffers_ && data_ == other.data_ && (!buffers_->lean || other.buffers_->lean);
  if (!fits) return *this = Skeleton(other);
  copy_from(other);
  return *this;
}

void Skeleton::copy_from(const Skeleton& other) {
  copy_state(*other.buffers_, *buffers_);
  if (!other.tables_) {
    tables_.reset();
    return;
  }
  if (tables_) {
    *tables_ = *other.tables_;  // takes over the memory that is there
  } else {
    tables_ = std::make_unique<SkinTables>(*other.tables_);
  }
  set_tables();
}

Skeleton::~Skeleton() {
  free_buffers(buffers_);
}

Skeleton::Skeleton(Skeleton&& other) noexcept
    : data_(std::move(other.data_)), tables_(std::move(other.tables_)), buffers_(other.buffers_) {
  other.buffers_ = nullptr;
}

Skeleton& Skeleton::operator=(Skeleton&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(tables_, other.tables_);
  std::swap(buffers_, other.buffers_);
  return *this;
}

void Skeleton::widen() {
  if (!buffers_->lean) return;
  PoseBuffers* const wide = make_buffers(*data_, false);
  copy_state(*buffers_, *wide);
  free_buffers(buffers_);
  buffers_ = wide;
}

void Skeleton::reserve() {
  widen();
  reserve_deforms(*buffers_, buffers_->slots);
  if (buffers_->slider_slots) reserve_deforms(*buffers_, *buffers_->slider_slots);
}

void Skeleton::work_out_activity() {
  PoseBuffers& pose = *buffers_;
  const SkeletonData& data = *data_;
  const CompiledData& compiled = *data.compiled;
  if (!pose.skin) {
    tables_.reset();
    pose.active = compiled.active;
    pose.setup_attachment = compiled.attachments;
    pose.constraint_active = compiled.constraint_active;
    pose.schedule = compiled.schedule;
    return;
  }
  auto tables = std::make_unique<SkinTables>();
  std::vector<std::uint8_t>& active = tables->active;
  active.assign(compiled.active.begin(), compiled.active.end());
  for (BoneIndex bone : data[pose.skin].bones) {
    active[bone.value] = 1;
    if (pose.is_rigby()) continue;
    // Spine: a listed bone brings its ancestors along. Spec: constraints.md 5.1.
    for (BoneIndex up = data[bone].parent; up && !active[up.value]; up = data[up].parent) active[up.value] = 1;
  }
  tables->attachments.resize(data.slots.size());
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    tables->attachments[i] = resolve(pose, data.slots[i].placeholder);
  }
  const ScheduleInput input{pose.skin, active, pose.slots.attachment.span()};
  tables->constraint_active = active_constraints(data, input);
  tables->schedule = build_schedule(data, compiled, input);
  tables_ = std::move(tables);
  if (pose.lean && !keeps_needed_poses(data, tables_->schedule)) widen();
  set_tables();
}

void Skeleton::set_tables() {
  PoseBuffers& pose = *buffers_;
  pose.active = tables_->active;
  pose.setup_attachment = tables_->attachments;
  pose.constraint_active = tables_->constraint_active;
  pose.schedule = tables_->schedule;
}

void Skeleton::set_skin(SkinIndex skin) {
  PoseBuffers& pose = *buffers_;
  const SkeletonData& data = *data_;
  const SkinIndex old = pose.skin;
  if (skin == old || (skin && !is_in(skin, data.skins))) return;
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
  const bool fits = dressed && same_skeleton(*data_, *dressed) && !dressed->skins.empty();
  SINEW_ASSERT(fits);
  if (!fits) return;
  widen();  // which poses a lean instance keeps may differ between the two
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
  if (!pose.compiled->any_order) {
    // The order that was shared goes with its data.
    pose.slots.draw_order = shared(pose.compiled->setup_order);
    if (pose.slider_slots) pose.slider_slots->draw_order = pose.slots.draw_order;
  }
  pose.skin = skin;
  for (std::size_t i = 0; i < next.size(); ++i) change_attachment(pose, pose.slots, SlotIndex(i), next[i]);
  if (pose.shown().attachment.data() != pose.slots.attachment.data()) {
    std::copy(next.begin(), next.end(), pose.shown().attachment.begin());  // until the next update
  }
  work_out_activity();
}

SkinIndex Skeleton::skin() const noexcept {
  return buffers_->skin;
}

AttachmentIndex Skeleton::find_attachment(PlaceholderIndex placeholder) const noexcept {
  return is_in(placeholder, data_->placeholders) ? resolve(*buffers_, placeholder) : AttachmentIndex{};
}

void Skeleton::set_to_setup_pose() {
  set_bones_to_setup_pose();
  set_slots_to_setup_pose();
}

void Skeleton::set_bones_to_setup_pose() {
  PoseBuffers& pose = *buffers_;
  const CompiledData& compiled = *pose.compiled;
  if (pose.lean) {
    std::copy(compiled.lean.setup_numbers.begin(), compiled.lean.setup_numbers.end(), pose.numbers.begin());
    std::copy(compiled.lean.setup_constraints.begin(), compiled.lean.setup_constraints.end(), pose.constraints.begin());
    if (!compiled.any_inherit) return;
  } else {
    std::copy(compiled.setup_bones.begin(), compiled.setup_bones.end(), pose.local.begin());
    std::copy(compiled.setup_constraints.begin(), compiled.setup_constraints.end(), pose.constraints.begin());
  }
  std::copy(compiled.setup_inherits.begin(), compiled.setup_inherits.end(), pose.inherit.begin());
  pose.own_inherits = false;
}

void Skeleton::set_slots_to_setup_pose() {
  PoseBuffers& pose = *buffers_;
  SlotPose& slots = pose.slots;
  const CompiledData& compiled = *pose.compiled;
  const std::span<const Color> colors = pose.lean ? compiled.lean.setup_colors : compiled.setup_colors;
  std::copy(colors.begin(), colors.end(), slots.color.begin());
  if (!slots.dark.empty()) {
    std::copy(compiled.setup_darks.begin(), compiled.setup_darks.end(), slots.dark.begin());
    for (std::size_t i = 0; i < slots.has_dark.size(); ++i) slots.has_dark[i] = data_->slots[i].has_dark ? 1 : 0;
  }
  std::copy(pose.setup_attachment.begin(), pose.setup_attachment.end(), slots.attachment.begin());
  std::fill(slots.sequence.begin(), slots.sequence.end(), -1);
  std::fill(slots.deform_set.begin(), slots.deform_set.end(), std::uint8_t{0});
  if (!compiled.any_order) return;
  std::copy(compiled.setup_order.begin(), compiled.setup_order.end(), slots.draw_order.begin());
}

BonePose Skeleton::local_pose(BoneIndex bone) const {
  return is_in(bone, data_->bones) ? sinew::local_pose(*buffers_, bone.value) : BonePose{};
}
void Skeleton::set_local_pose(BoneIndex bone, const BonePose& pose) {
  if (!is_in(bone, data_->bones)) return;
  if (buffers_->lean && !set_lean_pose(*buffers_, bone.value, pose)) widen();
  if (!buffers_->lean) buffers_->local[bone.value] = pose;
}
Inherit Skeleton::inherit(BoneIndex bone) const {
  return is_in(bone, data_->bones) ? buffers_->inherit[bone.value] : Inherit::normal;
}

void Skeleton::set_inherit(BoneIndex bone, Inherit inherit) {
  if (!is_in(bone, data_->bones)) return;
  widen();
  buffers_->inherit[bone.value] = inherit;
  buffers_->own_inherits = true;
}

void Skeleton::update(double dt, PhysicsMode physics) {
  PoseBuffers& pose = *buffers_;
  const double time = pose.time + dt;
  if (std::isfinite(time)) pose.time = time;
  if (std::fabs(pose.time) > longest_time) {
    // Only differences of times count. Without this a frame would be lost in the clock's rounding.
    move_clocks(pose, -pose.time);
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
  return is_in(constraint, data_->constraints) && buffers_->constraint_active[constraint.value] != 0;
}
std::span<const double> Skeleton::constraint_values(ConstraintIndex constraint) const {
  if (!is_in(constraint, data_->constraints)) return {};
  return constraint_of(*buffers_, constraint.value, true).values;
}
std::span<const double> Skeleton::keyed_values(ConstraintIndex constraint) const {
  if (!is_in(constraint, data_->constraints)) return {};
  return constraint_of(*buffers_, constraint.value, false).values;
}
IkFlags Skeleton::keyed_ik_flags(ConstraintIndex constraint) const {
  return is_in(constraint, data_->constraints) ? constraint_of(*buffers_, constraint.value, false).ik : IkFlags{};
}
void Skeleton::set_constraint_value(ConstraintIndex constraint, std::size_t which, double value) {
  if (!is_in(constraint, data_->constraints)) return;
  const ConstraintPose& current = constraint_of(*buffers_, constraint.value, false);
  SINEW_ASSERT(which < std::size(current.values));
  if (which >= std::size(current.values)) return;
  // Springs that are not mixed in have their clocks stand still; lean instances have one clock for many.
  const bool stops = data_->constraints[constraint.value].physics && which == physics_value::mix;
  if (!keeps(*buffers_, constraint) || stops) {
    if (current.values[which] == value) return;
    widen();
  }
  stored_constraint(*buffers_, constraint.value, false).values[which] = value;
}
IkFlags Skeleton::ik_flags(ConstraintIndex constraint) const {
  return is_in(constraint, data_->constraints) ? constraint_of(*buffers_, constraint.value, true).ik : IkFlags{};
}
void Skeleton::set_ik_flags(ConstraintIndex constraint, const IkFlags& flags) {
  if (!is_in(constraint, data_->constraints)) return;
  if (!keeps(*buffers_, constraint)) widen();
  stored_constraint(*buffers_, constraint.value, false).ik = flags;
}
BonePose Skeleton::applied_pose(BoneIndex bone) const {
  return is_in(bone, data_->bones) ? settled_pose(*buffers_, bone.value) : BonePose{};
}

void Skeleton::reset_physics() {
  for (std::uint32_t i = 0; i < buffers_->compiled->physics_count; ++i) sinew::reset_physics(*buffers_, i);
}

void Skeleton::translate_physics(double x, double y) {
  for_each_physics(*buffers_, [&](PhysicsState& state) {
    state.before_x -= x;
    state.before_y -= y;
    state.after_x -= x;
    state.after_y -= y;
  });
}

void Skeleton::rotate_physics(double x, double y, double degrees) {
  double sine, cosine;
  sincos_degrees(degrees, sine, cosine);
  for_each_physics(*buffers_, [&](PhysicsState& state) {
    const double wx = state.after_x - x, wy = state.after_y - y;
    const double dx = wx * cosine - wy * sine - wx, dy = wx * sine + wy * cosine - wy;
    state.before_x -= dx;
    state.before_y -= dy;
    state.after_x -= dx;
    state.after_y -= dy;
  });
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
  static constexpr Affine nowhere;
  return is_in(bone, data_->bones) ? buffers_->world[bone.value] : nowhere;
}
std::span<const Affine> Skeleton::world_transforms() const noexcept {
  return buffers_->world.span();
}
bool Skeleton::active(BoneIndex bone) const {
  return is_in(bone, data_->bones) && buffers_->active[bone.value] != 0;
}

AttachmentIndex Skeleton::attachment(SlotIndex slot) const {
  return is_in(slot, data_->slots) ? buffers_->shown().attachment[slot.value] : AttachmentIndex{};
}
void Skeleton::set_attachment(SlotIndex slot, AttachmentIndex attachment) {
  if (!is_in(slot, data_->slots) || (attachment && !is_in(attachment, data_->attachments))) return;
  change_attachment(*buffers_, buffers_->slots, slot, attachment);
}

Color Skeleton::color(SlotIndex slot) const {
  return is_in(slot, data_->slots) ? color_of(*buffers_, buffers_->shown(), slot.value) : Color{};
}
void Skeleton::set_color(SlotIndex slot, const Color& color) {
  if (!is_in(slot, data_->slots)) return;
  const bool keeps = !buffers_->lean || buffers_->compiled->lean.color_of[slot.value] != CompiledData::none;
  if (!keeps) {
    if (color_of(*buffers_, buffers_->slots, slot.value) == color) return;
    widen();
  }
  stored_color(*buffers_, buffers_->slots, slot.value) = color;
}

std::optional<Color> Skeleton::dark_color(SlotIndex slot) const {
  const auto& has_dark = buffers_->shown().has_dark;
  if (!is_in(slot, data_->slots) || has_dark.empty() || !has_dark[slot.value]) return std::nullopt;
  return buffers_->shown().dark[slot.value];
}

bool Skeleton::set_dark_color(SlotIndex slot, const Color& color) {
  if (!is_in(slot, data_->slots) || buffers_->slots.has_dark.empty()) return false;
  buffers_->slots.has_dark[slot.value] = 1;
  buffers_->slots.dark[slot.value] = color;
  return true;
}

std::uint32_t Skeleton::sequence_frame(SlotIndex slot) const {
  const AttachmentIndex attachment = this->attachment(slot);
  const Sequence* sequence = attachment ? (*data_)[attachment].sequence : nullptr;
  if (!sequence) return 0;
  const std::span<const std::int32_t> frames = buffers_->shown().sequence.span();
  const std::int32_t frame = frames.empty() ? -1 : frames[slot.value];
  const std::uint32_t shown = frame < 0 ? sequence->setup_index : static_cast<std::uint32_t>(frame);
  return std::min(shown, sequence->count - 1);
}

std::span<const double> Skeleton::deform(SlotIndex slot) const {
  if (!is_in(slot, data_->slots)) return {};
  return deform_of(*buffers_, buffers_->shown(), slot);
}

std::span<const SlotIndex> Skeleton::draw_order() const noexcept {
  return buffers_->shown().draw_order;
}
Color Skeleton::tint() const noexcept {
  return buffers_->tint;
}
void Skeleton::set_tint(const Color& color) noexcept {
  buffers_->tint = color;
}
std::size_t Skeleton::memory() const noexcept {
  std::size_t bytes = sizeof(Skeleton) + buffers_->bytes;
  for (const SlotPose* const slots :
       {static_cast<const SlotPose*>(buffers_->slider_slots), &std::as_const(buffers_->slots)}) {
    if (!slots) continue;
    for (std::size_t i = 0; i < slots->deform.size(); ++i) {
      if (slots->deform[i]) bytes += buffers_->compiled->deform_targets[i].size * sizeof(double);
    }
  }
  return bytes + (tables_ ? tables_->bytes() : 0);
}

}  // namespace sinew
