// Applying an animation to a pose, without a player.
#pragma once

#include <optional>
#include <vector>

#include "sinew/skeleton.hpp"

namespace sinew {

/// What a value is mixed from, and what happens before a timeline's first key (spine semantics).
enum class MixBase : std::uint8_t {
  setup,    ///< from the setup pose; before the first key: the setup pose
  first,    ///< from the current pose; before the first key: back towards the setup pose
  current,  ///< from the current pose; before the first key: nothing
};

/// How apply() mixes. Under rigby semantics only `weight` counts.
struct ApplyOptions {
  double weight = 1;  ///< usually 0 to 1
  MixBase base = MixBase::setup;
  bool additive = false;    ///< add instead of replace
  bool mixing_out = false;  ///< the animation is going, not coming
  /// The time of the application before; physics reset keys in (previous_time, time] take effect. None: no key does.
  std::optional<double> previous_time = std::nullopt;
};

/// Applies every timeline but events at `time` (seconds; not looped, under rigby limited to the duration). Does not
/// reset the skeleton first. The animation must be of the skeleton's own data. World transforms follow with
/// Skeleton::update(). Cost: linear in the number of timelines, logarithmic in their keys.
void apply(Skeleton& skeleton, const Animation& animation, double time, const ApplyOptions& options = {});

/// Appends the event keys with previous_time < key time <= time, in the order of the list.
void collect_events(const Animation& animation, double previous_time, double time,
                    std::vector<const EventKey*>& events);

}  // namespace sinew
