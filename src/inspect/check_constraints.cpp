// Constraints that have no effect, or chase themselves.
#include <algorithm>

#include "inspect/checker.hpp"

namespace sinew::inspect {

namespace {

/// Which types of timelines each constraint has in some animation, one bit a type.
class KeyedTypes {
 public:
  explicit KeyedTypes(const SkeletonData& data) : masks_(data.constraints.size()) {
    for (const Animation& animation : data.animations) {
      for (const Timeline& timeline : animation.timelines) {
        const std::uint64_t bit = bit_of(timeline.type);
        (timeline.constraint ? masks_[timeline.constraint.value] : for_all_) |= bit;
      }
    }
  }
  [[nodiscard]] bool has(std::size_t constraint, TimelineType type) const {
    return ((masks_[constraint] | for_all_) & bit_of(type)) != 0;
  }

 private:
  static std::uint64_t bit_of(TimelineType type) { return std::uint64_t{1} << static_cast<unsigned>(type); }
  static_assert(static_cast<unsigned>(TimelineType::event) < 64);

  std::vector<std::uint64_t> masks_;
  std::uint64_t for_all_ = 0;  ///< timelines for all physics constraints
};

bool is_below(const SkeletonData& data, BoneIndex bone, BoneIndex ancestor) {
  while (bone && bone != ancestor) bone = data[bone].parent;
  return bone.valid();
}

void no_effect(Checker& checker, const ConstraintData& constraint, std::string_view why) {
  checker.hint("no-effect", checker.path_of(constraint),
               "The constraint " + quote(constraint.name) + " has no effect: " + std::string(why) + ".");
}

/// A target that hangs on what it pulls moves away as it is followed.
void check_target(Checker& checker, const ConstraintData& constraint, BoneIndex target,
                  std::span<const BoneIndex> bones) {
  for (const BoneIndex bone : bones) {
    if (!is_below(checker.data, target, bone)) continue;
    checker.warn("target-moves", checker.path_of(constraint),
                 "The bone " + quote(checker.data[target].name) + " that this constraint follows " +
                     (target == bone ? "is" : "hangs on") + " a bone that it moves, " + quote(checker.data[bone].name) +
                     ".");
    return;
  }
}

void check_ik(Checker& checker, const KeyedTypes& keyed, std::size_t index) {
  const ConstraintData& constraint = checker.data.constraints[index];
  const IkData& ik = *constraint.ik;
  check_target(checker, constraint, ik.target, ik.bones);
  if (ik.mix == 0 && !keyed.has(index, TimelineType::ik)) {
    no_effect(checker, constraint, "its mix is 0, and no animation changes that");
  }
  for (const BoneIndex bone : ik.bones) {
    if (checker.data[bone].length != 0 || (ik.bones.size() == 1 && !ik.compress && !ik.stretch)) continue;
    checker.warn("no-length", checker.path_of(constraint),
                 "The bone " + quote(checker.data[bone].name) + " of this constraint has no length to reach with.");
  }
}

void check_transform(Checker& checker, const KeyedTypes& keyed, std::size_t index) {
  const ConstraintData& constraint = checker.data.constraints[index];
  const TransformData& transform = *constraint.transform;
  check_target(checker, constraint, transform.source, transform.bones);
  const double mixes[] = {transform.mix_rotate,  transform.mix_x,       transform.mix_y,
                          transform.mix_scale_x, transform.mix_scale_y, transform.mix_shear_y};
  if (transform.properties.empty()) return no_effect(checker, constraint, "it maps no property");
  const bool none = std::all_of(std::begin(mixes), std::end(mixes), [](double mix) { return mix == 0; });
  if (none && !keyed.has(index, TimelineType::transform)) {
    no_effect(checker, constraint, "all its mixes are 0, and no animation changes that");
  }
}

/// By slot: whether some skin has a path there.
std::vector<bool> slots_with_paths(const SkeletonData& data) {
  std::vector<bool> with(data.slots.size());
  for (const Attachment& attachment : data.attachments) {
    if (attachment.path_shape) with[attachment.slot.value] = true;
  }
  return with;
}

void check_path(Checker& checker, const KeyedTypes& keyed, const std::vector<bool>& with_paths, std::size_t index) {
  const SkeletonData& data = checker.data;
  const ConstraintData& constraint = data.constraints[index];
  const PathData& path = *constraint.path;
  if (!with_paths[path.slot.value]) {
    checker.warn("no-path", checker.path_of(constraint),
                 "No skin has a path for the slot " + quote(data[path.slot].name) + " that this constraint follows.");
  } else if (path.mix_rotate == 0 && path.mix_x == 0 && path.mix_y == 0 && !keyed.has(index, TimelineType::path_mix)) {
    no_effect(checker, constraint, "all its mixes are 0, and no animation changes that");
  }
}

void check_physics(Checker& checker, const KeyedTypes& keyed, std::size_t index) {
  const ConstraintData& constraint = checker.data.constraints[index];
  const PhysicsData& physics = *constraint.physics;
  if (physics.x == 0 && physics.y == 0 && physics.rotate == 0 && physics.scale_x == 0 && physics.shear_x == 0) {
    return no_effect(checker, constraint, "it drives nothing of its bone");
  }
  if (physics.mix == 0 && !keyed.has(index, TimelineType::physics_mix)) {
    no_effect(checker, constraint, "its mix is 0, and no animation changes that");
  }
}

void check_slider(Checker& checker, const KeyedTypes& keyed, std::size_t index) {
  const SkeletonData& data = checker.data;
  const ConstraintData& constraint = data.constraints[index];
  const SliderData& slider = *constraint.slider;
  if (!slider.animation || data[slider.animation].timelines.empty()) {
    no_effect(checker, constraint, "its animation is empty");
  } else if (slider.mix == 0 && !keyed.has(index, TimelineType::slider_mix)) {
    no_effect(checker, constraint, "its mix is 0, and no animation changes that");
  }
}

}  // namespace

void check_constraints(Checker& checker) {
  const KeyedTypes keyed(checker.data);
  const std::vector<bool> with_paths = slots_with_paths(checker.data);
  for (std::size_t i = 0; i < checker.data.constraints.size(); ++i) {
    switch (checker.data.constraints[i].type) {
      case ConstraintType::ik:
        check_ik(checker, keyed, i);
        break;
      case ConstraintType::transform:
        check_transform(checker, keyed, i);
        break;
      case ConstraintType::path:
        check_path(checker, keyed, with_paths, i);
        break;
      case ConstraintType::physics:
        check_physics(checker, keyed, i);
        break;
      case ConstraintType::slider:
        check_slider(checker, keyed, i);
        break;
    }
  }
}

}  // namespace sinew::inspect
