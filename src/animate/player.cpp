// What an entry plays, and phases that are kept together.
#include "animate/player.hpp"

#include <cmath>

namespace sinew {

Clips Player::clips_of(const Entry& entry) const {
  Clips clips;
  if (!entry.animation) return clips;
  if (!entry.blend) {
    clips.items[0].index = entry.animation;
    clips.items[0].animation = &(*data)[entry.animation];
    clips.count = 1;
    return clips;
  }
  std::size_t loud = 0;
  for (const BlendWeights::Item& item : entry.clips) {
    Clip& clip = clips.items[clips.count];
    clip.index = entry.blend->animation(item.point);
    clip.animation = &(*data)[clip.index];
    clip.weight = item.weight;
    clip.seconds = clip.animation->duration;
    clip.first_timeline = entry.blend->first_timeline(item.point);
    clip.point = item.point;
    clip.dominant = false;
    if (clip.weight > clips.items[loud].weight || clips.count == 0) loud = clips.count;
    ++clips.count;
  }
  clips.items[loud].dominant = true;
  return clips;
}

AnimationIndex Player::loudest(const Entry& entry) const {
  for (const Clip& clip : clips_of(entry)) {
    if (clip.dominant) return clip.index;
  }
  return {};
}

EventKeys Player::event_keys(const Entry& entry) const {
  EventKeys keys;
  const AnimationIndex index = entry.blend ? loudest(entry) : entry.animation;
  if (!index) return keys;
  const Animation& animation = (*data)[index];
  keys.timeline = animation.events;
  if (entry.blend && animation.duration > 0) keys.unit = animation.duration;
  return keys;
}

double Player::clip_weight(const Entry& entry, const Clips& clips, const Clip& clip, std::size_t timeline, double a,
                           bool additive, bool& over) {
  over = false;
  if (!entry.blend) return a;
  if (additive) return a * clip.weight;
  const std::uint64_t who = entry.blend->overlaps(clip.first_timeline + timeline);
  double earlier = 0, later = 0, missing = 0;
  for (const Clip& other : clips) {
    if (&other == &clip) continue;
    double& sum = !(who >> other.point & 1) ? missing : &other < &clip ? earlier : later;
    sum += other.weight;
  }
  over = earlier > 0;
  if (a == 1 && earlier == 0 && missing == 0) return 1;
  // What comes later takes its share of what is there then.
  const double left = 1 - a * later;
  return left > 0 ? a * clip.weight / left : a * clip.weight;
}

void Player::set_blend_position(Entry& entry, double x, double y) {
  if (!entry.blend) return;
  entry.clips = entry.blend->weights(x, y);
  const double seconds = entry.blend->duration(entry.clips);
  entry.blend_rate = seconds > 0 ? 1 / seconds : 0;
}

void Player::set_loop(Entry& entry, Loop loop) {
  entry.rounds = loop.rounds();
  entry.loop = entry.rounds != 1;
}

// -- Phases -----------------------------------------------------------------------------------------------------------

bool Player::align(Entry& entry) {
  if (entry.sync == Sync::none || entry.older == nobody) return false;
  const Entry& from = at(entry.older);
  const double length = round_length(entry), other = round_length(from);
  if (!entry.loop || !(length > 0) || holds(from) || !(other > 0)) return false;
  double phase = from.track_time / other;
  phase -= std::floor(phase);
  if (from.settings.reverse != entry.settings.reverse && phase > 0) phase = 1 - phase;
  if (!(phase >= 0 && phase < 1)) return false;
  skip_to(entry, phase * length);
  entry.motion_from = entry.track_time;
  return true;
}

void Player::keep_together(const Track& track, double dt) {
  std::uint32_t i = track.current;
  at(i).warp = 1;
  if (at(i).older == nobody) return;
  group_.clear();
  const auto turns = [&](std::uint32_t index) {
    return !holds(at(index)) && round_length(at(index)) > 0 && rate(at(index)) > 0;
  };
  for (std::uint32_t one = i; one != nobody; one = at(one).older) at(one).warp = 1;
  if (!turns(i)) return;
  group_.push_back(i);
  while (at(i).sync == Sync::together && at(i).older != nobody && turns(at(i).older)) group_.push_back(i = at(i).older);
  if (group_.size() == 1) return;
  // Seconds a round, from the oldest to the newest; in the middle of the step, as they change on the way.
  const auto seconds = [&](std::uint32_t index) { return round_length(at(index)) / rate(at(index)); };
  double common = seconds(group_.back());
  for (std::size_t k = group_.size() - 1; k-- > 0;) {
    const Entry& entry = at(group_[k]);
    common += (seconds(group_[k]) - common) * std::clamp(mix_at(entry, entry.mix_time + dt / 2), 0.0, 1.0);
  }
  for (const std::uint32_t index : group_) at(index).warp = seconds(index) / common;
}

}  // namespace sinew
