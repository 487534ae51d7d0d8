// Playing animations: tracks, queues, crossfades and events.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/animation.hpp"

namespace sinew {

enum class Loop : bool { no = false, yes = true };

/// Identifies what a track plays or will play. Stays unique; it may be used after the entry is gone, and then does nothing.
struct EntryId {
  std::uint64_t value = 0;  ///< 0: none
  friend bool operator==(EntryId a, EntryId b) noexcept { return a.value == b.value; }
};

/// An event key that was passed in the last update().
struct FiredEvent {
  std::uint32_t track = 0;
  EntryId entry;
  AnimationIndex animation;
  const EventKey* key = nullptr;
};

/// Plays animations on tracks by the Rigby2D page: a track's animation is applied at its time with its weight, tracks
/// in ascending order; a crossfade applies the old animation at full weight and the new one over it (docs/playing.md).
class AnimationState {
 public:
  explicit AnimationState(SkeletonDataPtr data);
  ~AnimationState();
  AnimationState(AnimationState&&) noexcept;
  AnimationState& operator=(AnimationState&&) noexcept;

  /// Mix duration, in seconds, of every pair that has none of its own. 0 at first.
  void set_default_mix(double seconds);
  /// Mix duration of `from` -> `to`. Error unknown_name when either does not exist.
  Status set_mix(std::string_view from, std::string_view to, double seconds);
  void set_mix(AnimationIndex from, AnimationIndex to, double seconds);

  /// Plays an animation on a track at once; what is queued there is dropped. Crossfades from what plays there.
  EntryId set_animation(std::uint32_t track, AnimationIndex animation, Loop loop);
  Result<EntryId> set_animation(std::uint32_t track, std::string_view animation, Loop loop);

  /// Queues an animation behind what the track plays. `delay` > 0: it starts when the entry before it has played so many
  /// seconds; <= 0: so many seconds from the end of the entry before it, less the mix.
  EntryId add_animation(std::uint32_t track, AnimationIndex animation, Loop loop, double delay = 0);
  Result<EntryId> add_animation(std::uint32_t track, std::string_view animation, Loop loop, double delay = 0);

  /// Fades what the track plays out over `mix` seconds, and leaves the track empty.
  EntryId set_empty(std::uint32_t track, double mix);
  EntryId add_empty(std::uint32_t track, double mix, double delay = 0);
  /// Empties a track at once.
  void clear(std::uint32_t track);
  void clear();

  // What can be changed of an entry while it lives; calls for one that is gone do nothing.
  void set_alpha(EntryId entry, double alpha);
  void set_time_scale(EntryId entry, double time_scale);
  void set_track_time(EntryId entry, double seconds);
  /// Sets the entry's mix duration; for a queued entry, together with a delay counted as in add_animation().
  void set_mix_duration(EntryId entry, double seconds);
  void set_mix_duration(EntryId entry, double seconds, double delay);

  /// Speed of everything; 1 at first.
  void set_time_scale(double time_scale);

  /// What a track plays; none: it is empty.
  [[nodiscard]] EntryId current(std::uint32_t track) const;
  [[nodiscard]] AnimationIndex animation(EntryId entry) const;
  [[nodiscard]] double track_time(EntryId entry) const;

  /// Advances every track by `dt` seconds and collects the events that were passed.
  void update(double dt);
  /// The events of the last update(), in the order in which they happened, track by track.
  [[nodiscard]] std::span<const FiredEvent> events() const noexcept;

  /// Resets the skeleton to its setup pose and applies every track. World transforms follow with Skeleton::update().
  void apply(Skeleton& skeleton) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sinew
