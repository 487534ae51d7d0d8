// Playing animations: tracks, queues, crossfades and events.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/animation.hpp"
#include "sinew/blend_space.hpp"
#include "sinew/root_motion.hpp"
#include "sinew/track_mask.hpp"

namespace sinew {

class Player;

/// How often an animation plays before it holds its end.
class Loop {
 public:
  static const Loop no;   ///< once
  static const Loop yes;  ///< for ever
  /// `rounds` times; 0 counts as 1.
  [[nodiscard]] static constexpr Loop times(std::uint32_t rounds) noexcept { return Loop(rounds == 0 ? 1 : rounds); }

  /// How many rounds it plays; 0: for ever.
  [[nodiscard]] constexpr std::uint32_t rounds() const noexcept { return rounds_; }
  friend constexpr bool operator==(Loop a, Loop b) noexcept { return a.rounds_ == b.rounds_; }

 private:
  constexpr explicit Loop(std::uint32_t rounds) noexcept : rounds_(rounds) {}
  std::uint32_t rounds_;
};
inline constexpr Loop Loop::no{1};
inline constexpr Loop Loop::yes{0};

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
  std::uint64_t times = 1;  ///< as StateEvent::times
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
  /// How often it happened. Above 1 only where one step passes thousands of rounds: those in the middle are told
  /// as one, so that the list stays short and the sum right.
  std::uint64_t times = 1;
};

/// A listener's handle; see AnimationState::add_listener().
struct ListenerId {
  std::uint64_t value = 0;  ///< 0: none
};

/// What an entry does about the phase (how far through its round) of the looping entry that it fades from.
enum class Sync : std::uint8_t {
  none,      ///< begins at its start
  start,     ///< begins at the other's phase
  together,  ///< and while they mix, both play at one speed in between, so that their phases stay the same
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
  /// Tracks are numbered from 0 up to this. On a higher one nothing is ever played: commands for it do nothing and give
  /// back no entry (by name: error limit). It bounds the memory that a wrong number can take.
  static constexpr std::uint32_t max_tracks = 4096;

  explicit AnimationState(SkeletonDataPtr data);
  ~AnimationState();
  AnimationState(AnimationState&&) noexcept;
  AnimationState& operator=(AnimationState&&) noexcept;
  /// A snapshot that goes on as the original would; ids of entries mean the same entries in it. Assigning to a state of
  /// the same data that has held as much before allocates nothing. A copy has no listeners but those of entries; a
  /// state that is assigned to keeps its own, and what they had not been told yet is dropped.
  AnimationState(const AnimationState& other);
  AnimationState& operator=(const AnimationState& other);

  /// Mix duration, in seconds, of every pair that has none of its own. 0 at first.
  void set_default_mix(double seconds);
  /// Mix duration of `from` -> `to`. Error unknown_name when either does not exist.
  Status set_mix(std::string_view from, std::string_view to, double seconds);
  void set_mix(AnimationIndex from, AnimationIndex to, double seconds);

  /// Plays an animation on a track at once; what is queued there is dropped. Crossfades from what plays there. An
  /// animation that is none changes nothing and gives back no entry (by name: error unknown_name); set_empty() plays
  /// the empty animation.
  EntryId set_animation(std::uint32_t track, AnimationIndex animation, Loop loop);
  Result<EntryId> set_animation(std::uint32_t track, std::string_view animation, Loop loop);

  /// Queues an animation behind what the track plays. `delay` > 0: it starts when the entry before it has played so
  /// many seconds; <= 0: so many seconds from the end of the entry before it, less the mix.
  EntryId add_animation(std::uint32_t track, AnimationIndex animation, Loop loop, double delay = 0);
  Result<EntryId> add_animation(std::uint32_t track, std::string_view animation, Loop loop, double delay = 0);

  /// Plays or queues a blend space: several animations at one phase, weighted by a position (docs/playing.md). Its
  /// track time counts rounds, not seconds. The position is (0, 0) at first. With a space that is null or of another
  /// skeleton nothing is played, and there is no entry.
  EntryId set_blend(std::uint32_t track, BlendSpacePtr space, Loop loop = Loop::yes);
  EntryId add_blend(std::uint32_t track, BlendSpacePtr space, Loop loop = Loop::yes, double delay = 0);
  /// Moves an entry's place in its blend space; for other entries nothing.
  void set_blend_position(EntryId entry, double x, double y = 0);

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

  /// Changes how often an entry plays. Once it has played that often, it holds its end.
  void set_loop(EntryId entry, Loop loop);
  /// Ties the entry's phase to that of the looping entry that it fades from: at once if it is current, else when it
  /// starts. Only looping entries have a phase; the crossfade must have a length.
  void set_sync(EntryId entry, Sync sync);

  /// Speed of everything; 1 at first.
  void set_time_scale(double time_scale);

  /// Limits what a track's animations may set, and how strongly; null: everything (docs/playing.md, "Masks"). A mask
  /// for a skeleton of other data (TrackMask::fits()) changes nothing.
  void set_mask(std::uint32_t track, TrackMaskPtr mask);

  /// Takes the movement of a bone out of the pose, to be read by root_motion(); none, or a bone that is none: it
  /// stays in the pose.
  void set_root_motion(const std::optional<RootMotionOptions>& options);
  /// How far the bone would have moved in the last update().
  [[nodiscard]] RootMotion root_motion() const noexcept;

  // -- Listeners ------------------------------------------------------------------------------------------------------

  /// Hears of what happens, one notification a call. Any call may be made on `state` in it, and the state may be moved,
  /// assigned to or destroyed.
  using Listener = std::function<void(AnimationState& state, const StateEvent& event)>;
  /// Listens to every entry. Listeners are called in the order in which they were added, after the entry's own; when
  /// is said at notifications().
  ListenerId add_listener(Listener listener);
  void remove_listener(ListenerId listener);
  /// An entry's own listener; empty: none. A current entry's `start` has been told before you know its id.
  void set_listener(EntryId entry, Listener listener);

  /// What a track plays; none: it is empty.
  [[nodiscard]] EntryId current(std::uint32_t track) const;
  /// The animation an entry plays: a blend space's first. None: it is the empty animation, or gone.
  [[nodiscard]] AnimationIndex animation(EntryId entry) const;
  [[nodiscard]] double track_time(EntryId entry) const;

  /// Advances every track by `dt` seconds.
  void update(double dt);
  /// Applies every track; world transforms follow with Skeleton::update(). Rigby resets the skeleton to its setup pose
  /// first; spine does not: call Skeleton::set_to_setup_pose() before it unless values are to stay.
  /// The skeleton must be of the state's data, or of what SkinBuilder made of it; of another one nothing is set.
  void apply(Skeleton& skeleton);

  /// What happened in this frame, in order: from the first command or update() after the last apply(), up to now.
  /// Listeners are told at the end of every command, update() and apply(), when all of it has been done. What happens
  /// because of a listener is told after what was already waiting, not in the middle of it.
  [[nodiscard]] std::span<const StateEvent> notifications() const noexcept;
  /// The event keys among it. Rigby collects them in update(), spine in apply().
  [[nodiscard]] std::span<const FiredEvent> events() const noexcept;

 private:
  std::shared_ptr<Player> player_;  ///< shared with a delivery to listeners that is going on
};

}  // namespace sinew
