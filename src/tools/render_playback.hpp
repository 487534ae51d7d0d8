// Posing a skeleton frame after frame, as `sinew render` does it.
#pragma once

#include <cstdint>
#include <functional>

#include "sinew/draw.hpp"
#include "tools/render_assets.hpp"

namespace sinew::tools {

/// Which moments of an animation are drawn.
struct Playback {
  const Animation* animation = nullptr;  ///< null: the setup pose
  double start = 0;                      ///< of the first frame, in seconds
  std::uint64_t frames = 1;
  double fps = 30;
  bool looped = false;        ///< the animation starts again when it is over
  std::uint64_t lead_in = 0;  ///< steps that are posed and not drawn, before the first frame
};

/// A still at `time`: physics is simulated from the animation's beginning, and for `warmup` seconds before that.
[[nodiscard]] Playback still_playback(const Animation* animation, double time, double fps, double warmup);
/// More frames than anybody waits for: ten hours at 30 frames a second. Files can say that an animation takes longer.
inline constexpr std::uint64_t most_clip_frames = 1'000'000;
/// A clip from the beginning, `seconds` long, at least one frame. Fails if it had more than most_clip_frames.
[[nodiscard]] Result<Playback> clip_playback(const Animation* animation, double seconds, double fps, double warmup);

/// Poses a new skeleton for each frame in turn and calls `frame` with it; stops when that returns false. During the
/// lead-in an animation is looped in such a way that it arrives at its beginning at time 0. Steps before the first
/// frame are left out where nothing depends on what was before (no physics).
void play(const RenderAssets& assets, const Playback& playback, const std::function<bool(const Skeleton&)>& frame);

/// The box round everything that the frames of a playback show.
[[nodiscard]] Bounds playback_bounds(const RenderAssets& assets, const Playback& playback, bool with_bones);

}  // namespace sinew::tools
