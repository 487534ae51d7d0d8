#include "animate/motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "animate/player.hpp"
#include "base/index_check.hpp"
#include "base/trig.hpp"
#include "pose/curves.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

namespace {

Vec2 turned(double x, double y, double degrees) noexcept {
  if (degrees == 0) return {x, y};
  double sine, cosine;
  sincos_degrees(degrees, sine, cosine);
  return {x * cosine - y * sine, x * sine + y * cosine};
}

}  // namespace

void advance(Vec2& position, double& heading, const RootMotion& motion) noexcept {
  const Vec2 step = turned(motion.x, motion.y, heading);
  position.x += step.x;
  position.y += step.y;
  heading += motion.rotation;
}

RootMotion then(const RootMotion& first, const RootMotion& second) noexcept {
  const Vec2 step = turned(second.x, second.y, first.rotation);
  return {first.x + step.x, first.y + step.y, first.rotation + second.rotation};
}

RootMotion between(const RootMotion& from, const RootMotion& to) noexcept {
  const Vec2 step = turned(to.x - from.x, to.y - from.y, -from.rotation);
  return {step.x, step.y, to.rotation - from.rotation};
}

RootMotion repeated(RootMotion motion, double n) noexcept {
  if (motion.rotation == 0) return {motion.x * n, motion.y * n, 0};
  RootMotion result;
  for (std::uint64_t left = as_count(n); left != 0; left >>= 1) {
    if (left & 1) result = then(result, motion);
    motion = then(motion, motion);
  }
  return result;
}

void MotionTimelines::set(const SkeletonData& data, const std::optional<RootMotionOptions>& options) {
  options_.reset();
  animations_.clear();
  if (!options || !is_in(options->bone, data.bones)) return;
  options_ = options;
  animations_.resize(data.animations.size());
  for (std::size_t i = 0; i < data.animations.size(); ++i) {
    Channels& channels = animations_[i];
    for (const Timeline& timeline : data.animations[i].timelines) {
      if (timeline.bone != options->bone) continue;
      // Of two timelines for one property the later one counts, as in the pose.
      switch (timeline.type) {
        case TimelineType::translate:
          if (options->x) channels.x = {&timeline, 0};
          if (options->y) channels.y = {&timeline, 1};
          break;
        case TimelineType::translate_x:
          if (options->x) channels.x = {&timeline, 0};
          break;
        case TimelineType::translate_y:
          if (options->y) channels.y = {&timeline, 0};
          break;
        case TimelineType::rotate:
          if (options->rotation) channels.rotation = {&timeline, 0};
          break;
        default:
          break;
      }
    }
  }
}

bool MotionTimelines::moves(AnimationIndex animation) const noexcept {
  if (!animation) return false;
  const Channels& channels = animations_[animation.value];
  return channels.x.timeline || channels.y.timeline || channels.rotation.timeline;
}

RootMotion MotionTimelines::place(AnimationIndex animation, double time, RuleSet rules) const noexcept {
  const Channels& channels = animations_[animation.value];
  const auto value = [&](const Channel& channel) {
    double values[2] = {};
    if (!channel.timeline || !evaluate(*channel.timeline, Moment{time}, rules, values)) return 0.0;
    return values[channel.component];
  };
  return {value(channels.x), value(channels.y), value(channels.rotation)};
}

// -- The player's part ------------------------------------------------------------------------------------------------

RootMotion Player::entry_motion(const Entry& entry, double from, double to) const {
  struct Place {
    double round, in_round;
  };
  const double d = round_length(entry);
  const auto find = [&](double x) -> Place {
    if (!entry.loop || !(d > 0)) return {0, x};
    if (entry.rounds != 0 && x >= entry.rounds * d) return {entry.rounds - 1.0, d};
    const double round = std::floor(x / d);
    return {round, std::clamp(x - round * d, 0.0, d)};
  };
  Place a = find(from), b = find(to);
  const bool back = a.round > b.round;
  if (back) std::swap(a, b);
  RootMotion sum;
  for (const Clip& clip : clips_of(entry)) {
    if (!motion_timelines.moves(clip.index)) continue;
    const auto at = [&](double in_round) {
      return motion_timelines.place(clip.index, shown_at(entry, in_round) * clip.seconds, data->compiled->rules);
    };
    RootMotion one;
    if (a.round == b.round) {
      one = between(at(a.in_round), at(b.in_round));
    } else {
      const RootMotion start = at(0), end = at(d);
      one = then(between(at(a.in_round), end), repeated(between(start, end), b.round - a.round - 1));
      one = then(one, between(start, at(b.in_round)));
    }
    if (back) one = between(one, {});
    sum.x += one.x * clip.weight;
    sum.y += one.y * clip.weight;
    sum.rotation += one.rotation * clip.weight;
  }
  return sum;
}

void Player::start_motion() {
  motion = {};
  for (const Track& one : tracks) {
    for (std::uint32_t i = one.current; i != nobody; i = at(i).older) {
      at(i).motion_from = at(i).track_time;
      at(i).mix_from = at(i).mix_time;
    }
    for (std::uint32_t i = one.first_queued; i != nobody; i = at(i).next) at(i).motion_from = at(i).track_time;
  }
}

void Player::move_chain(std::uint32_t newest, const Track& track, double seconds, double back) {
  if (!motion_timelines.wanted()) return;
  // Shares change at an even pace but where a crossfade ends. Further down than this nobody will see a corner.
  std::array<double, 10> corners{};
  std::size_t count = 1;
  for (std::uint32_t i = newest; at(i).older != nobody && count < corners.size() - 1; i = at(i).older) {
    const double way = at(i).mix_time - back - at(i).mix_from;
    const double ends = way > 0 ? (at(i).mix_duration - at(i).mix_from) / way * seconds : 0;
    if (ends > 0 && ends < seconds) corners[count++] = ends;
  }
  corners[count++] = seconds;
  std::sort(corners.begin() + 1, corners.begin() + static_cast<std::ptrdiff_t>(count) - 1);
  const double mask = track.mask ? track.mask->weight(motion_timelines.options().bone) : 1;
  for (std::size_t piece = 1; piece < count; ++piece) {
    const double begin = corners[piece - 1], end = corners[piece];
    RootMotion moved;
    double cover = 0, rest_begin = 1, rest_end = 1;
    for (std::uint32_t i = newest; i != nobody && (rest_begin != 0 || rest_end != 0); i = at(i).older) {
      const Entry& entry = at(i);
      const double mixing = entry.mix_time - back - entry.mix_from;
      const auto mix_when = [&](double second) {
        if (entry.older == nobody) return 1.0;
        const double mix_time =
            second == seconds ? entry.mix_time - back : entry.mix_from + mixing * (second / seconds);
        return std::clamp(mix_at(entry, mix_time), 0.0, 1.0);
      };
      const double mix_begin = mix_when(begin), mix_end = mix_when(end);
      const double share = (rest_begin * mix_begin + rest_end * mix_end) / 2 * entry.settings.alpha * mask;
      rest_begin *= 1 - mix_begin;
      rest_end *= 1 - mix_end;
      bool moves = false;
      for (const Clip& clip : clips_of(entry)) moves = moves || motion_timelines.moves(clip.index);
      if (!moves || share == 0) continue;
      const double last = entry.track_time - rate(entry) * back, way = last - entry.motion_from;
      const auto time_at = [&](double second) {
        return second == seconds ? last : entry.motion_from + way * (second / seconds);
      };
      const RootMotion motion_here = entry_motion(entry, time_at(begin), time_at(end));
      moved.x += motion_here.x * share;
      moved.y += motion_here.y * share;
      moved.rotation += motion_here.rotation * share;
      if (!entry.settings.additive) cover += share;
    }
    track_motion_ = then(track_motion_, moved);
    track_cover_ += cover * (end - begin);
  }
  for (std::uint32_t i = newest; i != nobody; i = at(i).older) {
    at(i).motion_from = at(i).track_time - rate(at(i)) * back;
    at(i).mix_from = at(i).mix_time - back;
  }
}

void Player::finish_track_motion(double dt) {
  if (!motion_timelines.wanted()) return;
  const double left = dt == 0 ? 1 : 1 - track_cover_ / dt;
  motion.x = motion.x * left + track_motion_.x;
  motion.y = motion.y * left + track_motion_.y;
  motion.rotation = motion.rotation * left + track_motion_.rotation;
  track_motion_ = {};
  track_cover_ = 0;
}

void Player::remove_motion(Skeleton& skeleton) const {
  if (!motion_timelines.wanted()) return;
  PoseBuffers& pose = skeleton.buffers();
  const RootMotionOptions& options = motion_timelines.options();
  const std::uint32_t bone = options.bone.value;
  const BonePose& setup = pose.compiled->setup_bones[bone];
  // What a lean instance does not keep is as in the setup pose anyway.
  const auto keeps = [&](std::uint8_t group) { return !pose.lean || (pose.compiled->lean.groups[bone] & group) != 0; };
  if (keeps(pose_group::translate)) {
    double* const place = group_of(pose, bone, pose_group::translate);
    if (options.x) place[0] = setup.x;
    if (options.y) place[1] = setup.y;
  }
  if (options.rotation && keeps(pose_group::rotate)) *group_of(pose, bone, pose_group::rotate) = setup.rotation;
}

}  // namespace sinew
