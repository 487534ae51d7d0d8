// Bones, slots and skins.
#include <algorithm>

#include "inspect/checker.hpp"

namespace sinew::inspect {

namespace {

/// Bones that something refers to: slots, weights, constraints; and all above them.
std::vector<bool> used_bones(const SkeletonData& data) {
  std::vector<bool> used(data.bones.size());
  const auto use = [&](BoneIndex bone) {
    if (bone) used[bone.value] = true;
  };
  const auto use_all = [&](std::span<const BoneIndex> bones) {
    for (const BoneIndex bone : bones) use(bone);
  };
  for (const SlotData& slot : data.slots) use(slot.bone);
  for (const Attachment& attachment : data.attachments) {
    if (const Vertices* vertices = attachment.vertices()) use_all(vertices->bones);
  }
  for (const ConstraintData& constraint : data.constraints) {
    switch (constraint.type) {
      case ConstraintType::ik:
        use_all(constraint.ik->bones);
        use(constraint.ik->target);
        break;
      case ConstraintType::transform:
        use_all(constraint.transform->bones);
        use(constraint.transform->source);
        break;
      case ConstraintType::path:
        use_all(constraint.path->bones);
        break;
      case ConstraintType::physics:
        use(constraint.physics->bone);
        break;
      case ConstraintType::slider:
        use(constraint.slider->bone);
        break;
    }
  }
  for (std::size_t i = used.size(); i-- > 1;) {
    if (used[i]) use(data.bones[i].parent);
  }
  return used;
}

void check_skin_required(Checker& checker) {
  const SkeletonData& data = checker.data;
  std::vector<bool> bone_listed(data.bones.size()), constraint_listed(data.constraints.size());
  for (const SkinData& skin : data.skins) {
    for (const BoneIndex bone : skin.bones) {
      for (BoneIndex at = bone; at && !bone_listed[at.value]; at = data[at].parent) bone_listed[at.value] = true;
    }
    for (const ConstraintIndex constraint : skin.constraints) constraint_listed[constraint.value] = true;
  }
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    if (!data.bones[i].skin_required || bone_listed[i]) continue;
    checker.warn("never-active", Checker::path_of("bones", data.bones[i].name),
                 "The bone " + quote(data.bones[i].name) + " is only active with a skin that lists it, and none does.");
  }
  for (std::size_t i = 0; i < data.constraints.size(); ++i) {
    const ConstraintData& constraint = data.constraints[i];
    if (!constraint.skin_required || constraint_listed[i]) continue;
    checker.warn(
        "never-active", checker.path_of(constraint),
        "The constraint " + quote(constraint.name) + " is only active with a skin that lists it, and none does.");
  }
}

}  // namespace

void check_bones(Checker& checker) {
  const SkeletonData& data = checker.data;
  const std::vector<bool> used = used_bones(data);
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const BoneData& bone = data.bones[i];
    const std::string path = Checker::path_of("bones", bone.name);
    if (!used[i] && i > 0) {
      checker.hint("unused-bone", path,
                   "Nothing hangs on the bone " + quote(bone.name) + ": no slot, no weight, no constraint.");
    }
    if (bone.setup.scale_x == 0 || bone.setup.scale_y == 0) {
      checker.warn("zero-scale", path,
                   "The bone " + quote(bone.name) +
                       " has a scale of 0 in the setup pose: what hangs on it has no area, "
                       "and constraints cannot see through it.");
    }
  }
  check_skin_required(checker);
}

void check_slots_and_skins(Checker& checker) {
  const SkeletonData& data = checker.data;
  std::vector<bool> filled(data.slots.size());
  for (const Placeholder& placeholder : data.placeholders) filled[placeholder.slot.value] = true;
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    const SlotData& slot = data.slots[i];
    const std::string path = Checker::path_of("slots", slot.name);
    if (!slot.attachment.empty() && !slot.placeholder) {
      checker.warn("unknown-attachment", path,
                   "The slot " + quote(slot.name) + " shows " + quote(slot.attachment) +
                       " in the setup pose, but no skin has such an attachment.");
    } else if (!filled[i]) {
      checker.hint("empty-slot", path, "No skin has an attachment for the slot " + quote(slot.name) + ".");
    }
  }
  for (const SkinData& skin : data.skins) {
    if (!skin.entries.empty() || !skin.bones.empty() || !skin.constraints.empty()) continue;
    const std::string message = "The skin " + quote(skin.name) + " is empty.";
    const std::string path = Checker::path_of("skins", skin.name);
    skin.name == "default" ? checker.hint("empty-skin", path, message) : checker.warn("empty-skin", path, message);
  }
}

}  // namespace sinew::inspect
