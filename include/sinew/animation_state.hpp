// Playing animations: tracks, queues, crossfades and events.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/animation.hpp"

namespace sinew {

enum class Loop : bool { no = false, yes = true };

/// Identifies what a track plays or will play. Stays unique; it may be used after the entry is gone, and then does
/// nothing.
struct EntryId {
  std::uint64_t value = 0;  ///< 0: none
  friend bool operator==(EntryId a, EntryId b) noexcept { return a.value == b.value; }
};

/// An event key that was passed in this frame.
struct FiredEvent {
  std::uint32_t track = 0;
  EntryId entry;
  AnimationIndex animation;
  const EventKey* key = nullptr;
};

enum class StateEventType : std::uint8_t {
  start,      ///< an entry became current on its track
  interrupt,  ///< another entry took its place
  end,        ///< it will not be applied again
  dispose,    ///< it is gone: right after `end`, or instead of it for a queued entry that never started
  complete,   ///< it reached its end; once a round when looping
  event,      ///< an event key was passed
};

/// Something that happened to an entry.
struct StateEvent {
  StateEventType type = StateEventType::start;
  std::uint32_t track = 0;
  EntryId entry;
  AnimationIndex animation;       ///< none: the empty animation
  const EventKey* key = nullptr;  ///< of an `event`
};

/// How a crossfade comes in over its time (spine 4.3).
enum class MixInterpolation : std::uint8_t { linear, smooth, slow_fast, fast_slow, circle };

/// What can be set of an entry. Under rigby only `alpha` and `time_scale` count; the rest are rules of the editor's
/// runtimes (docs/playing.md).
struct EntrySettings {
  double alpha = 1;                ///< weight
  double time_scale = 1;           ///< speed of this entry; not below 0
  bool reverse = false;            ///< plays backwards
  bool additive = false;           ///< adds to what the lower tracks left
  bool hold_previous = false;      ///< 4.2: what it replaces is not faded
  bool shortest_rotation = false;  ///< rotations mix as plain numbers instead of remembering their direction
  double animation_start = 0;      ///< the part that is played, in seconds
  std::optional<double> animation_end = std::nullopt;  ///< none: the animation's duration
  std::optional<double> track_end = std::nullopt;      ///< track time at which the track is emptied; none: never
  double event_threshold = 0;                          ///< while mixing out, events fire as long as the mix is below it
  double mix_attachment_threshold = 0;                 ///< likewise attachments stay
  double mix_draw_order_threshold = 0;                 ///< likewise the draw order stays
  double alpha_attachment_threshold = 0;               ///< attachments are set at weights from here on
  MixInterpolation mix_interpolation = MixInterpolation::linear;
};

/// Plays animations on tracks, with queues and crossfades: by the Rigby2D page under rigby semantics, and as the Spine
/// editor's runtimes do under spine semantics, 3.8, 4.2 or 4.3 (docs/playing.md).
class AnimationState {
 public:
  explicit AnimationState(SkeletonDataPtr data);
  ~AnimationState();
  AnimationState(AnimationState&&) noexcept;
  AnimationState& operator=(AnimationState&&) noexcept;
  /// A snapshot that goes on as the original would; ids of entries mean the same entries in it. Assigning to a state of
  /// the same data that has held as much before allocates nothing.
  AnimationState(const AnimationState& other);
  AnimationState& operator=(const AnimationState& other);

  /// Mix duration, in seconds, of every pair that has none of its own. 0 at first.
  void set_default_mix(double seconds);
  /// Mix duration of `from` -> `to`. Error unknown_name when either does not exist.
  Status set_mix(std::string_view from, std::string_view to, double seconds);
  void set_mix(AnimationIndex from, AnimationIndex to, double seconds);

  /// Plays an animation on a track at once; what is queued there is dropped. Crossfades from what plays there.
  EntryId set_animation(std::uint32_t track, AnimationIndex animation, Loop loop);
  Result<EntryId> set_animation(std::uint32_t track, std::string_view animation, Loop loop);

  /// Queues an animation behind what the track plays. `delay` > 0: it starts when the entry before it has played so
  /// many seconds; <= 0: so many seconds from the end of the entry before it, less the mix.
  EntryId add_animation(std::uint32_t track, AnimationIndex animation, Loop loop, double delay = 0);
  Result<EntryId> add_animation(std::uint32_t track, std::string_view animation, Loop loop, double delay = 0);

  /// Fades what the track plays out over `mix` seconds, and leaves the track empty.
  EntryId set_empty(std::uint32_t track, double mix);
  EntryId add_empty(std::uint32_t track, double mix, double delay = 0);
  /// Empties a track at once.
  void clear(std::uint32_t track);
  void clear();
  /// set_empty() on every track that plays something.
  void set_empty_all(double mix);

  // What can be changed of an entry while it lives; calls for one that is gone do nothing.
  void set_alpha(EntryId entry, double alpha);
  void set_time_scale(EntryId entry, double time_scale);
  void set_track_time(EntryId entry, double seconds);
  /// All settings at once. Default ones for an entry that is gone.
  [[nodiscard]] EntrySettings settings(EntryId entry) const;
  void set_settings(EntryId entry, const EntrySettings& settings);
  /// Spine: the animation time up to which events count as passed.
  void set_animation_last(EntryId entry, double seconds);
  /// Spine: forgets in which direction rotations were mixing.
  void reset_rotation(EntryId entry);
  /// Sets the entry's mix duration; for a queued entry, together with a delay counted as in add_animation().
  void set_mix_duration(EntryId entry, double seconds);
  void set_mix_duration(EntryId entry, double seconds, double delay);

  /// Speed of everything; 1 at first.
  void set_time_scale(double time_scale);

  /// What a track plays; none: it is empty.
  [[nodiscard]] EntryId current(std::uint32_t track) const;
  [[nodiscard]] AnimationIndex animation(EntryId entry) const;
  [[nodiscard]] double track_time(EntryId entry) const;

  /// Advances every track by `dt` seconds.
  void update(double dt);
  /// Applies every track; world transforms follow with Skeleton::update(). Rigby resets the skeleton to its setup pose
  /// first; spine does not: call Skeleton::set_to_setup_pose() before it unless values are to stay.
  void apply(Skeleton& skeleton);

  /// What happened in this frame, in order: from the first command or update() after the last apply(), up to now.
  [[nodiscard]] std::span<const StateEvent> notifications() const noexcept;
  /// The event keys among it. Rigby collects them in update(), spine in apply().
  [[nodiscard]] std::span<const FiredEvent> events() const noexcept;

 private:
  std::unique_ptr<class Player> player_;
};

}  // namespace sinew
