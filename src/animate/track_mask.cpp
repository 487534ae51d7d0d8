#include "sinew/track_mask.hpp"

#include <algorithm>

#include "base/index_check.hpp"

namespace sinew {

namespace {

/// A weight; what is not a number counts as 0.
double limited(double weight) {
  return weight > 0 ? std::min(weight, 1.0) : 0;
}

}  // namespace

TrackMask::TrackMask(const SkeletonData& data, double weight)
    : bones_(data.bones.size(), limited(weight)),
      slots_(data.slots.size(), limited(weight)),
      constraints_(data.constraints.size(), limited(weight)),
      skeleton_(limited(weight)) {
  for (const BoneData& bone : data.bones) parents_.push_back(bone.parent);
  for (const SlotData& slot : data.slots) slot_bones_.push_back(slot.bone);
}

TrackMask& TrackMask::set(BoneIndex bone, double weight) {
  if (is_in(bone, bones_)) bones_[bone.value] = limited(weight);
  return *this;
}

TrackMask& TrackMask::set(SlotIndex slot, double weight) {
  if (is_in(slot, slots_)) slots_[slot.value] = limited(weight);
  return *this;
}

TrackMask& TrackMask::set(ConstraintIndex constraint, double weight) {
  if (is_in(constraint, constraints_)) constraints_[constraint.value] = limited(weight);
  return *this;
}

TrackMask& TrackMask::set_branch(BoneIndex bone, double weight) {
  if (!is_in(bone, bones_)) return *this;
  // Bones come after their parents.
  std::vector<bool> inside(bones_.size());
  for (std::size_t i = bone.value; i < bones_.size(); ++i) {
    inside[i] = i == bone.value || (parents_[i] && inside[parents_[i].value]);
    if (inside[i]) bones_[i] = limited(weight);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (inside[slot_bones_[i].value]) slots_[i] = limited(weight);
  }
  return *this;
}

TrackMask& TrackMask::set_skeleton(double weight) {
  skeleton_ = limited(weight);
  return *this;
}

double TrackMask::weight(BoneIndex bone) const {
  return is_in(bone, bones_) ? bones_[bone.value] : 0;
}
double TrackMask::weight(SlotIndex slot) const {
  return is_in(slot, slots_) ? slots_[slot.value] : 0;
}
double TrackMask::weight(ConstraintIndex constraint) const {
  return is_in(constraint, constraints_) ? constraints_[constraint.value] : 0;
}

double TrackMask::weight(const Timeline& timeline) const noexcept {
  if (timeline.bone) return bones_[timeline.bone.value];
  if (timeline.slot) return slots_[timeline.slot.value];
  if (timeline.constraint) return constraints_[timeline.constraint.value];
  return timeline.type == TimelineType::event ? 1 : skeleton_;
}

bool TrackMask::fits(const SkeletonData& data) const noexcept {
  return bones_.size() == data.bones.size() && slots_.size() == data.slots.size() &&
         constraints_.size() == data.constraints.size();
}

}  // namespace sinew
