// The time of a clip, and the pose of a single part.
#include <algorithm>

#include "motion/easing.hpp"
#include "motion/rotation.hpp"

namespace sinew::motion {

namespace {

/// Where a time is in a track: in the segment after key `key`, `u` of the way to the next one. Before the first key and
/// after the last: at that key.
struct Place {
  std::size_t key = 0;
  double u = 0;
};

Place find(const std::vector<Key>& keys, double time) noexcept {
  const auto after =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& key) { return t < key.time; });
  if (after == keys.begin()) return {0, 0};
  const auto key = static_cast<std::size_t>(after - keys.begin()) - 1;
  if (after == keys.end()) return {key, 0};
  return {key, (time - keys[key].time) / (keys[key + 1].time - keys[key].time)};
}

}  // namespace

double clip_time(const Clip& clip, double elapsed, LoopEnd end) noexcept {
  if (!std::isfinite(elapsed) || !(clip.duration > 0)) return 0;
  if (!clip.loop) return std::clamp(elapsed, 0.0, clip.duration);
  double time = std::fmod(elapsed, clip.duration);
  if (time < 0) time += clip.duration;
  if (time >= clip.duration) time = 0;  // a tiny negative one, rounded up
  if (time == 0 && end == LoopEnd::shows_end && elapsed > 0) return clip.duration;
  return time == 0 ? 0 : time;  // not -0
}

Pose part_pose(const Clip& clip, std::string_view part, double time, const Transform& rest,
               const SamplingOptions& options) noexcept {
  Pose pose{rest.position, quaternion_from(rest.rotation, options.euler_order), rest.rotation, rest.scale};
  const bool as_a_whole = clip.kind == ClipKind::rig && options.shortest_path == ShortestPath::as_a_whole;
  for (const Track& track : clip.tracks) {
    if (track.part != part || track.keys.empty()) continue;
    const Place place = find(track.keys, time);
    const Vec3& from = track.keys[place.key].value;
    // Nothing to blend at a key, nor beyond the keys.
    const double way = place.u > 0 ? ease(track.interpolation, track.curve, options.smooth, place.u) : 0;
    const Vec3& to = way != 0 ? track.keys[place.key + 1].value : from;
    if (track.property == Property::position) {
      pose.position = mix(from, to, way);
    } else if (track.property == Property::scale) {
      pose.scale = mix(from, to, way);
    } else if (as_a_whole && way != 0) {
      pose.rotation =
          shorter_arc(quaternion_from(from, options.euler_order), quaternion_from(to, options.euler_order)).at(way);
      pose.angles = angles_from(pose.rotation, options.euler_order);
    } else {
      pose.angles = mix(from, clip.kind == ClipKind::rig ? nearest_turn(from, to) : to, way);
      pose.rotation = quaternion_from(pose.angles, options.euler_order);
    }
  }
  return pose;
}

}  // namespace sinew::motion
