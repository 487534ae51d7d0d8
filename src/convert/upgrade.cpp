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

std::vector<ConstraintKeys> constraint_keys(const Draft& draft) {
  std::vector<ConstraintKeys> all(draft.constraints.size());
  const auto look_at_mixes = [](ConstraintKeys& keys, const double* mixes) {
    for (std::size_t i = 0; i < keys.mixes.size(); ++i) keys.mixes[i] = keys.mixes[i] || mixes[i] != 0;
    keys.negative_shear = keys.negative_shear || mixes[5] < 0;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ConstraintData& constraint = draft.constraints[i];
    if (constraint.ik) all[i].scales = constraint.ik->compress || constraint.ik->stretch;
    if (!constraint.transform) continue;
    const TransformData& t = *constraint.transform;
    const double setup[] = {t.mix_rotate, t.mix_x, t.mix_y, t.mix_scale_x, t.mix_scale_y, t.mix_shear_y};
    look_at_mixes(all[i], setup);
  }
  for (const DraftAnimation& animation : draft.animations) {
    for (const Timeline& timeline : animation.timelines) {
      if (!timeline.constraint) continue;
      ConstraintKeys& keys = all[timeline.constraint.value];
      ++keys.timelines;
      for (const IkFlags& flags : timeline.ik_flags) keys.scales = keys.scales || flags.compress || flags.stretch;
      if (timeline.type != TimelineType::transform) continue;
      for (std::size_t key = 0; key < timeline.times.size(); ++key) look_at_mixes(keys, &timeline.values[key * 6]);
    }
  }
  return all;
}

namespace {

void note_transform(Draft& draft, const ConstraintData& constraint, const ConstraintKeys& keys) {
  const TransformData& transform = *constraint.transform;
  const auto note = [&](std::string sentence) {
    draft.lose(Loss::Kind::rules, draft.path_of(constraint), std::move(sentence), true);
  };
  const bool scales = keys.mixes[3] || keys.mixes[4];
  const bool shears = keys.mixes[5];
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
  if (keys.negative_shear) note("A negative mix of shear Y has no effect up to 4.2 and one in 4.3.");
}

}  // namespace

void note_rules_of_4_3(Draft& draft) {
  if (!draft.spine()) return;  // the Rigby2D page has the same rules for both
  const std::vector<ConstraintKeys> keys = constraint_keys(draft);
  std::size_t physics = 0;
  for (std::size_t i = 0; i < draft.constraints.size(); ++i) {
    if (draft.constraints[i].type == ConstraintType::transform) note_transform(draft, draft.constraints[i], keys[i]);
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
