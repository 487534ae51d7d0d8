// A skeleton and its player, for tests of what plays when.
#pragma once

#include "sinew/animation_state.hpp"
#include "support/skeletons.hpp"

namespace sinew::test {

/// Animations of one second for the bone "bone", whose setup pose is turned by 20 degrees and moved to x = 5:
/// "sixty", "minus", "hundred" turn it to 80, -20, 120; "ramp" turns it from 20 to 120; "move" puts it to x = 15;
/// "dress" shows attachment "y" instead of "x" in slot "A" and moves that slot to the front. "pose" lasts 0 seconds and
/// turns to 27.
inline SkeletonDataPtr dancer() {
  return make_data(Rules::rigby, R"(
    "bones": [{"name": "root"}, {"name": "bone", "parent": "root", "rotation": 20, "x": 5}],
    "slots": [{"name": "A", "bone": "bone", "attachment": "x"}, {"name": "B", "bone": "bone"}],
    "skins": [{"name": "default", "attachments": {"A": {"x": {"width": 1, "height": 1}, "y": {"width": 1, "height": 1}}}}],
    "animations": {
      "sixty": {"bones": {"bone": {"rotate": [{"value": 60}, {"time": 1, "value": 60}]}}},
      "minus": {"bones": {"bone": {"rotate": [{"value": -40}, {"time": 1, "value": -40}]}}},
      "hundred": {"bones": {"bone": {"rotate": [{"value": 100}, {"time": 1, "value": 100}]}}},
      "ramp": {"bones": {"bone": {"rotate": [{"value": 0}, {"time": 1, "value": 100}]}}},
      "move": {"bones": {"bone": {"translatex": [{"value": 10}, {"time": 1, "value": 10}]}}},
      "dress": {"slots": {"A": {"attachment": [{"name": "y"}, {"time": 1, "name": "y"}]}},
                "drawOrder": [{"offsets": [{"slot": "A", "offset": 1}]}]},
      "pose": {"bones": {"bone": {"rotate": [{"value": 7}]}}}})");
}

struct Player {
  SkeletonDataPtr data;
  Skeleton skeleton;
  AnimationState state;

  explicit Player(SkeletonDataPtr from = dancer()) : data(std::move(from)), skeleton(data), state(data) {}

  EntryId set(std::string_view name, Loop loop = Loop::no, std::uint32_t track = 0) {
    return state.set_animation(track, data->find_animation(name), loop);
  }
  EntryId add(std::string_view name, double delay = 0, Loop loop = Loop::no, std::uint32_t track = 0) {
    return state.add_animation(track, data->find_animation(name), loop, delay);
  }
  /// Sets an animation that fades in over `mix` seconds.
  EntryId fade_to(std::string_view name, double mix, Loop loop = Loop::no, std::uint32_t track = 0) {
    const EntryId entry = set(name, loop, track);
    state.set_mix_duration(entry, mix);
    return entry;
  }
  BonePose pose() {
    state.apply(skeleton);
    return pose_of(skeleton, "bone");
  }
  double rotation() { return pose().rotation; }

  /// The name of what the track plays; "-": nothing, "empty": the empty animation.
  std::string current(std::uint32_t track = 0) const {
    const EntryId entry = state.current(track);
    if (entry == EntryId()) return "-";
    const AnimationIndex index = state.animation(entry);
    return index ? std::string((*data)[index].name) : "empty";
  }
  double time(std::uint32_t track = 0) const { return state.track_time(state.current(track)); }

  /// "animation:event" of every event of the last update, each with a space behind it.
  std::string events() const {
    std::string text;
    for (const FiredEvent& event : state.events()) {
      text += std::string((*data)[event.animation].name) + ':' + std::string((*data)[event.key->event].name) + ' ';
    }
    return text;
  }
};

}  // namespace sinew::test
