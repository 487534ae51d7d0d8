#include "tools/render_playback.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/number_text.hpp"
#include "sinew/animation.hpp"

namespace sinew::tools {
namespace {

bool depends_on_the_past(const SkeletonData& data) {
  return std::any_of(data.constraints.begin(), data.constraints.end(),
                     [](const ConstraintData& constraint) { return constraint.type == ConstraintType::physics; });
}

double wrapped(double time, double duration) {
  return duration > 0 ? time - std::floor(time / duration) * duration : 0;
}

}  // namespace

Playback still_playback(const Animation* animation, double time, double fps, double warmup) {
  Playback playback{animation, time, 1, fps, false, 0};
  playback.lead_in = static_cast<std::uint64_t>(std::floor((std::max(time, 0.0) + warmup) * fps + 1e-6));
  return playback;
}

Result<Playback> clip_playback(const Animation* animation, double seconds, double fps, double warmup) {
  const double frames = std::max(1.0, std::round(seconds * fps));
  if (!(frames <= static_cast<double>(most_clip_frames))) {
    const std::string what = animation != nullptr ? "The animation '" + std::string(animation->name) + "'" : "The clip";
    return Error{ErrorCode::limit,
                 what + " would take " + rounded(seconds, 3) + " s, more than " + std::to_string(most_clip_frames) +
                     " frames at " + rounded(fps, 3) + " frames a second.",
                 {}};
  }
  Playback playback{animation, 0, 1, fps, true, 0};
  playback.frames = static_cast<std::uint64_t>(frames);
  playback.lead_in = static_cast<std::uint64_t>(std::round(warmup * fps));
  return playback;
}

void play(const RenderAssets& assets, const Playback& playback, const std::function<bool(const Skeleton&)>& frame) {
  Skeleton skeleton(assets.data);
  if (assets.skin) skeleton.set_skin(assets.skin);
  const bool needs_past = depends_on_the_past(*assets.data);
  const auto lead_in = needs_past ? static_cast<std::int64_t>(playback.lead_in) : 0;
  ApplyOptions options;
  options.previous_time = -1;
  for (std::int64_t step = -lead_in; step < static_cast<std::int64_t>(playback.frames); ++step) {
    skeleton.set_to_setup_pose();
    if (playback.animation != nullptr) {
      const double time = playback.start + static_cast<double>(step) / playback.fps;
      const bool wraps = playback.looped || time < 0;
      const double shown = wraps ? wrapped(time, playback.animation->duration) : time;
      apply(skeleton, *playback.animation, shown, options);
      options.previous_time = shown;
    }
    skeleton.update(step == -lead_in ? 0 : 1 / playback.fps);
    if (step >= 0 && !frame(skeleton)) return;
  }
}

Bounds playback_bounds(const RenderAssets& assets, const Playback& playback, bool with_bones) {
  Bounds box;
  DrawList list;
  play(assets, playback, [&](const Skeleton& skeleton) {
    // The triangles themselves, which are clipped and leave out what is transparent.
    list.clear();
    draw(skeleton, assets.binding, list);
    for (const Vertex& vertex : list.vertices) box.add(double{vertex.x}, double{vertex.y});
    if (!with_bones) return true;
    for (std::size_t i = 0; i < assets.data->bones.size(); ++i) {
      const BoneIndex bone(i);
      if (!skeleton.active(bone)) continue;
      for (const double along : {0.0, assets.data->bones[i].length}) {
        const Vec2 point = skeleton.world(bone).apply(along, 0);
        box.add(point.x, point.y);
      }
    }
    return true;
  });
  return box;
}

}  // namespace sinew::tools
