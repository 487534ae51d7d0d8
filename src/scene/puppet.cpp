#include "scene/puppet.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr std::size_t most_events = 65536;

}  // namespace

void ScenePlayer::Puppet::start(std::span<const SceneClip> shot_clips, SkinIndex skin) {
  // New ones, not ones that were reset: what is left in a clock or in an entry's id would show in the last bits.
  const SkeletonDataPtr data = skeleton.shared_data();
  skeleton = Skeleton(data);
  state = AnimationState(data);
  if (skin) {
    skeleton.set_skin(skin);
    skeleton.set_to_setup_pose();
  }
  clips = shot_clips;
  next_clip = 0;
  time = 0;
}

void ScenePlayer::Puppet::play_to(double to, const Collector& collector) {
  while (next_clip < clips.size() && clips[next_clip].start <= to) {
    const double start = clips[next_clip].start;
    // What plays until then is applied, although nobody sees it: an animation that was never applied counts as never
    // shown, and the next one would not fade from it.
    if (start > time) apply_at(start, collector);
    for (; next_clip < clips.size() && clips[next_clip].start <= start; ++next_clip) begin(clips[next_clip]);
  }
  apply_at(to, collector);
}

void ScenePlayer::Puppet::begin(const SceneClip& clip) {
  const EntryId entry = state.set_animation(clip.track, clip.animation, clip.loop ? Loop::yes : Loop::no);
  state.set_mix_duration(entry, clip.mix);
  state.set_time_scale(entry, clip.speed);
  if (!(clip.offset > 0)) return;
  const double duration = skeleton.data()[clip.animation].duration;
  const double local = clip.loop && duration > 0 ? std::fmod(clip.offset, duration) : std::min(clip.offset, duration);
  state.set_track_time(entry, clip.offset);
  state.set_animation_last(entry, local);  // what lies before the offset is skipped, not passed
}

void ScenePlayer::Puppet::apply_at(double at, const Collector& collector) {
  state.update(at - time);
  time = at;
  skeleton.set_to_setup_pose();
  state.apply(skeleton);
  if (collector.events == nullptr) return;
  for (const FiredEvent& event : state.events()) {
    if (collector.events->size() >= most_events) return;
    collector.events->push_back({collector.shot, collector.actor, event});
  }
}

}  // namespace sinew
