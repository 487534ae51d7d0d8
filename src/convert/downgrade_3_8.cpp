// 4.0 to 3.8. Spec: skeleton-json.md 18.8.
#include <algorithm>
#include <cmath>

#include "base/number_text.hpp"
#include "convert/draft.hpp"

namespace sinew::convert {

namespace {

/// Mixes for y that 3.8 has no place for: the one for x stands for both.
void share_setup_mixes(Draft& draft, ConstraintData& constraint) {
  const auto lose = [&](std::string_view member, double before, double now) {
    draft.lose(Loss::Kind::changed, draft.path_of(constraint, member),
               "3.8 has one mix for both axes; the one of x, " + exact(now) + ", stands in for " + exact(before) + ".",
               true);
  };
  if (constraint.type == ConstraintType::transform) {
    const TransformData& before = *constraint.transform;
    if (before.mix_y == before.mix_x && before.mix_scale_y == before.mix_scale_x) return;
    TransformData& transform = *draft.arena.make<TransformData>();
    transform = before;
    transform.mix_y = transform.mix_x;
    transform.mix_scale_y = transform.mix_scale_x;
    if (before.mix_y != before.mix_x) lose("mixY", before.mix_y, before.mix_x);
    if (before.mix_scale_y != before.mix_scale_x) lose("mixScaleY", before.mix_scale_y, before.mix_scale_x);
    constraint.transform = &transform;
  } else if (constraint.type == ConstraintType::path) {
    const PathData& before = *constraint.path;
    const bool proportional = before.spacing_mode == SpacingMode::proportional;
    if (before.mix_y == before.mix_x && !proportional) return;
    PathData& path = *draft.arena.make<PathData>();
    path = before;
    path.mix_y = path.mix_x;
    if (before.mix_y != before.mix_x) lose("mixY", before.mix_y, before.mix_x);
    if (proportional) {
      path.spacing_mode = SpacingMode::percent;
      draft.lose(Loss::Kind::changed, draft.path_of(constraint, "spacingMode"),
                 "Proportional spacing came with 4.0; it is a percentage now.", true);
    }
    constraint.path = &path;
  }
}

/// The same for keys: value `y` of each key and its curve become those of value `x`.
void share_key_mixes(Draft& draft, const DraftAnimation& animation, Timeline& timeline) {
  struct Pair {
    std::size_t x, y;
  };
  std::vector<Pair> pairs;
  if (timeline.type == TimelineType::transform) pairs = {{1, 2}, {3, 4}};
  if (timeline.type == TimelineType::path_mix) pairs = {{1, 2}};
  const std::size_t n = timeline.components;
  const std::span<double> values = draft.arena.copy(timeline.values);
  const std::span<Bezier> beziers = draft.arena.copy(timeline.beziers);
  double farthest = 0;
  bool curves = false;
  for (std::size_t key = 0; key < timeline.times.size(); ++key) {
    const bool bezier = key + 1 < timeline.times.size() && timeline.curve(key) == Curve::bezier;
    for (const Pair& pair : pairs) {
      double &x = values[key * n + pair.x], &y = values[key * n + pair.y];
      farthest = std::max(farthest, std::fabs(x - y));
      y = x;
      if (!bezier) continue;
      const Bezier& from = beziers[timeline.curves[key] + pair.x];
      Bezier& to = beziers[timeline.curves[key] + pair.y];
      curves = curves || from.cx1 != to.cx1 || from.cy1 != to.cy1 || from.cx2 != to.cx2 || from.cy2 != to.cy2;
      to = from;
    }
  }
  if (farthest == 0 && !curves) return;
  timeline.values = values;
  timeline.beziers = beziers;
  draft.lose(Loss::Kind::changed, draft.path_of(animation, timeline),
             "3.8 has one mix for both axes; those of x stand for both, which differ by up to " + rounded(farthest, 6) +
                 (farthest == 0 ? " at the keys and otherwise between them." : "."),
             true, farthest);
}

}  // namespace

void downgrade_4_0_to_3_8(Draft& draft) {
  for (ConstraintData& constraint : draft.constraints) share_setup_mixes(draft, constraint);
  draft.for_each_timeline([&](DraftAnimation& animation, Timeline& timeline) {
    if (timeline.type == TimelineType::transform || timeline.type == TimelineType::path_mix) {
      share_key_mixes(draft, animation, timeline);
    }
  });
  join_timelines(draft);
  if (!draft.failure) fit_curves_3_8(draft);
}

}  // namespace sinew::convert
