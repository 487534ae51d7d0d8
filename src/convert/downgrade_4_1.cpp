// 4.2 to 4.1: no physics, no inherit timelines. 4.1 to 4.0: no sequences. Spec: skeleton-json.md 18.6 and 18.7.
#include <algorithm>

#include "convert/draft.hpp"

namespace sinew::convert {

namespace {

void drop_physics(Draft& draft) {
  const std::vector<ConstraintKeys> keys = constraint_keys(draft);
  std::vector<bool> removed(draft.constraints.size());
  for (std::size_t i = 0; i < removed.size(); ++i) {
    const ConstraintData& constraint = draft.constraints[i];
    if (constraint.type != ConstraintType::physics) continue;
    removed[i] = true;
    const PhysicsData& physics = *constraint.physics;
    const bool drives =
        physics.x != 0 || physics.y != 0 || physics.rotate != 0 || physics.scale_x != 0 || physics.shear_x != 0;
    const std::size_t timelines = keys[i].timelines;
    draft.lose(Loss::Kind::dropped, draft.path_of(constraint),
               "Physics came with 4.2; left out" +
                   (timelines > 0 ? " with " + counted(timelines, "timeline", "timelines") : std::string()) + ".",
               drives && (physics.mix != 0 || physics.mix_global || timelines > 0));
  }
  draft.remove_constraints(removed);
  // What is left are timelines for all physics constraints.
  draft.remove_timelines([&](const DraftAnimation& animation, const Timeline& timeline) {
    const bool physics = timeline.type >= TimelineType::physics_inertia && timeline.type <= TimelineType::physics_reset;
    if (physics) {
      draft.lose(Loss::Kind::dropped, draft.path_of(animation, timeline),
                 "Physics came with 4.2; this timeline for all of them is left out.", false);
    }
    return physics;
  });
}

void drop_inherit_timelines(Draft& draft) {
  draft.remove_timelines([&](const DraftAnimation& animation, const Timeline& timeline) {
    if (timeline.type != TimelineType::inherit) return false;
    const Inherit setup = draft.bones[timeline.bone.value].inherit;
    const bool changes = std::any_of(timeline.inherits.begin(), timeline.inherits.end(),
                                     [&](Inherit inherit) { return inherit != setup; });
    draft.lose(Loss::Kind::dropped, draft.path_of(animation, timeline),
               "Timelines that change what a bone inherits came with 4.2; left out.", changes);
    return true;
  });
}

/// The image that a sequence shows in the setup pose: the path and a number with zeros on its left.
std::string_view setup_image(Draft& draft, const Attachment& attachment) {
  const Sequence& sequence = *attachment.sequence;
  const std::uint32_t frame = std::min(sequence.setup_index, sequence.count - 1);
  const std::string number = std::to_string(std::int64_t{sequence.start} + frame);
  std::string path(attachment.path);
  if (number.size() < sequence.digits) path.append(std::min<std::size_t>(sequence.digits - number.size(), 64), '0');
  return draft.arena.text(path + number);
}

}  // namespace

void downgrade_4_2_to_4_1(Draft& draft) {
  drop_physics(draft);
  drop_inherit_timelines(draft);
  // Only physics use it.
  draft.data.reference_scale = 100;
  // What only editors show goes silently.
  for (BoneData& bone : draft.bones) {
    bone.icon = {};
    bone.visible = true;
  }
  for (SlotData& slot : draft.slots) slot.visible = true;
  for (SkinData& skin : draft.skins) skin.color = SkinData{}.color;
}

void downgrade_4_1_to_4_0(Draft& draft) {
  draft.remove_timelines([&](const DraftAnimation& animation, const Timeline& timeline) {
    if (timeline.type != TimelineType::sequence) return false;
    const Sequence& sequence = *draft.attachments[timeline.attachment.value].sequence;
    const bool changes = std::any_of(timeline.sequences.begin(), timeline.sequences.end(), [&](const SequenceKey& key) {
      return key.mode != SequenceMode::hold || key.index != static_cast<std::int64_t>(sequence.setup_index);
    });
    draft.lose(Loss::Kind::dropped, draft.path_of(animation, timeline), "Sequences came with 4.1; left out.", changes);
    return true;
  });
  for (Attachment& attachment : draft.attachments) {
    if (!attachment.sequence) continue;
    const std::string_view image = setup_image(draft, attachment);
    draft.lose(
        Loss::Kind::changed, draft.path_of(attachment, "sequence"),
        "Sequences came with 4.1; the image of the setup pose, '" + std::string(image) + "', is all that is left.",
        false);
    attachment.path = image;
    attachment.sequence = nullptr;
  }
}

}  // namespace sinew::convert
