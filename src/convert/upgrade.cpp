// Upwards. The model has the shape of 4.3 for every version, so most of it is there already.
// Spec: skeleton-json.md 18.1 to 18.4.
#include <algorithm>

#include "convert/draft.hpp"

namespace sinew::convert {

void remove_unapplied_constraints(Draft& draft) {
  std::vector<bool> removed(draft.constraints.size());
  const bool holds = draft.spine() && draft.source.version != FormatVersion::v4_3;
  std::int64_t last = -1;
  for (std::size_t i = 0; holds && i < removed.size(); ++i) {
    // Of several with one order the first is applied, and none whose order is the number of constraints or more.
    const std::int64_t order = draft.constraints[i].order;
    removed[i] = order < 0 || order >= static_cast<std::int64_t>(removed.size()) || order == last;
    if (!removed[i]) {
      last = order;
      continue;
    }
    draft.lose(Loss::Kind::dropped, draft.path_of(draft.constraints[i]),
               std::string("The constraint was never applied, because its order is ") +
                   (order == last ? "that of another one" : "not below the number of constraints") + "; left out.",
               false);
  }
  draft.remove_constraints(removed);
}

bool mixes(const Draft& draft, ConstraintIndex constraint, BoneProperty property) {
  const TransformData& transform = *draft.constraints[constraint.value].transform;
  const double setup[] = {transform.mix_rotate,  transform.mix_x,       transform.mix_y,
                          transform.mix_scale_x, transform.mix_scale_y, transform.mix_shear_y};
  const auto which = static_cast<std::size_t>(property);
  if (setup[which] != 0) return true;
  for (const DraftAnimation& animation : draft.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.type != TimelineType::transform || timeline.constraint != constraint) continue;
      for (std::size_t key = 0; key < timeline.times.size(); ++key) {
        if (timeline.values[key * timeline.components + which] != 0) return true;
      }
    }
  }
  return false;
}

namespace {

bool mixes_negative_shear(const Draft& draft, ConstraintIndex constraint) {
  if (draft.constraints[constraint.value].transform->mix_shear_y < 0) return true;
  for (const DraftAnimation& animation : draft.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (timeline.type != TimelineType::transform || timeline.constraint != constraint) continue;
      for (std::size_t key = 0; key < timeline.times.size(); ++key) {
        if (timeline.values[key * timeline.components + 5] < 0) return true;
      }
    }
  }
  return false;
}

void note_transform(Draft& draft, ConstraintIndex index) {
  const ConstraintData& constraint = draft.constraints[index.value];
  const TransformData& transform = *constraint.transform;
  const auto note = [&](std::string sentence) {
    draft.lose(Loss::Kind::rules, draft.path_of(constraint), std::move(sentence), true);
  };
  const bool scales = mixes(draft, index, BoneProperty::scale_x) || mixes(draft, index, BoneProperty::scale_y);
  const bool shears = mixes(draft, index, BoneProperty::shear_y);
  if (transform.local_target && !transform.additive && scales) {
    note(
        "Up to 4.2, a local transform constraint that replaces scale divides the result by the bone's own scale; "
        "4.3 does not.");
  }
  if (transform.local_target || !shears) return;
  if (transform.shear_y != 0) {
    note("Where the source is mirrored, the shear Y offset changes its sign up to 4.2 and does not in 4.3.");
  }
  if (transform.additive) note("4.3 does not wrap the shear that a relative transform constraint adds; 4.2 does.");
  if (mixes_negative_shear(draft, index)) note("A negative mix of shear Y has no effect up to 4.2 and one in 4.3.");
}

}  // namespace

void note_rules_of_4_3(Draft& draft) {
  if (!draft.spine()) return;  // the Rigby2D page has the same rules for both
  std::size_t physics = 0;
  for (std::size_t i = 0; i < draft.constraints.size(); ++i) {
    if (draft.constraints[i].type == ConstraintType::transform) note_transform(draft, ConstraintIndex(i));
    if (draft.constraints[i].type == ConstraintType::physics) ++physics;
  }
  if (physics > 0) {
    draft.lose(Loss::Kind::rules, "/constraints/physics",
               counted(physics, "physics constraint moves", "physics constraints move") +
                   " in other detail: 4.3 shows what lies between two steps of the simulation, 4.2 the last step.",
               true);
  }
}

void upgrade_3_8_to_4_0(Draft& draft) {
  // From 4.0 on rotations are plain numbers.
  draft.for_each_timeline([](DraftAnimation&, Timeline& timeline) { timeline.turns_at_end = 0; });
}

void upgrade_4_2_to_4_3(Draft& draft) {
  remove_unapplied_constraints(draft);
  note_rules_of_4_3(draft);
}

}  // namespace sinew::convert
