// What the two players share: entries, tracks, mix durations, phases, root motion, and the list of what happened.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "animate/listeners.hpp"
#include "animate/motion.hpp"
#include "animate/rounds.hpp"
#include "animate/track_entry.hpp"
#include "sinew/animation_state.hpp"

namespace sinew {

struct Track {
  std::uint32_t current = nobody;
  std::uint32_t first_queued = nobody, last_queued = nobody;
  TrackMaskPtr mask;  ///< none: everything
};

/// One animation of an entry, to be applied or asked for its movement: the only one, or one of a blend space.
struct Clip {
  AnimationIndex index;
  const Animation* animation = nullptr;
  double weight = 1;
  double seconds = 1;              ///< of the animation for one unit of the entry's animation time
  std::size_t first_timeline = 0;  ///< where its timelines begin among all of the entry
  std::uint32_t point = 0;         ///< of the blend space
  bool dominant = true;            ///< what cannot be blended, and events, are taken from it alone
};

/// The animations of an entry that count now.
struct Clips {
  std::array<Clip, 3> items;
  std::uint32_t count = 0;
  [[nodiscard]] const Clip* begin() const { return items.data(); }
  [[nodiscard]] const Clip* end() const { return items.data() + count; }
};

/// Whether a timeline sets what cannot be blended, but is one thing or another.
[[nodiscard]] constexpr bool cannot_blend(TimelineType type) noexcept {
  switch (type) {
    case TimelineType::inherit:
    case TimelineType::attachment:
    case TimelineType::sequence:
    case TimelineType::draw_order:
    case TimelineType::draw_order_folder:
    case TimelineType::event:
    case TimelineType::physics_reset:
      return true;
    default:
      return false;
  }
}

class Player {
 public:
  /// What an entry plays.
  struct Content {
    AnimationIndex animation;  ///< none: the empty animation
    Loop loop = Loop::no;
    BlendSpacePtr blend;  ///< instead of one animation
  };

  explicit Player(SkeletonDataPtr skeleton_data) : data(std::move(skeleton_data)) {
    // As much as happens in an ordinary frame.
    log.reserve(8);
    fired.reserve(8);
  }
  virtual ~Player() = default;

  [[nodiscard]] virtual std::unique_ptr<Player> clone() const = 0;
  /// Takes over the state of a player of the same data, and so of the same kind.
  virtual void copy_from(const Player& other) = 0;

  virtual EntryId set(std::uint32_t track, const Content& content) = 0;
  virtual EntryId add(std::uint32_t track, const Content& content, double delay) = 0;
  virtual EntryId set_empty(std::uint32_t track, double mix) = 0;
  virtual EntryId add_empty(std::uint32_t track, double mix, double delay) = 0;
  virtual void clear(std::uint32_t track) = 0;
  virtual void set_track_time(Entry& entry, double seconds) = 0;
  /// When a queued entry starts, on the axis of the track time of the one before it.
  [[nodiscard]] virtual double start_time(std::uint32_t before, double delay, double mix) const = 0;
  virtual void update(double dt) = 0;
  virtual void apply(Skeleton& skeleton) = 0;
  /// A track's mask was changed.
  virtual void mask_changed() {}
  /// Puts an entry's time to a place in its first round without passing what lies before.
  virtual void skip_to(Entry& entry, double track_time) = 0;

  // How a round lies in time.
  /// Its length on the axis of the track time.
  [[nodiscard]] virtual double round_length(const Entry& entry) const = 0;
  /// The entry's animation time, in seconds or rounds of a blend space, at a place in a round.
  [[nodiscard]] virtual double shown_at(const Entry& entry, double in_round) const = 0;
  /// How far an entry is mixed in after so many seconds.
  [[nodiscard]] virtual double mix_at(const Entry& entry, double mix_time) const = 0;

  SkeletonDataPtr data;
  EntryPool pool;
  std::vector<Track> tracks;
  double default_mix = 0, time_scale = 1;
  std::vector<StateEvent> log;    ///< what happened, since open_log() last cleared it
  std::vector<FiredEvent> fired;  ///< the events among it
  Listeners listeners;
  MotionTimelines motion_timelines;
  RootMotion motion;  ///< of the last update

  struct MixPair {
    AnimationIndex from, to;
    double seconds = 0;
  };
  std::vector<MixPair> mixes;

  Entry& at(std::uint32_t i) { return pool[i]; }
  [[nodiscard]] const Entry& at(std::uint32_t i) const { return pool[i]; }

  [[nodiscard]] const Animation* animation_of(const Entry& entry) const {
    return entry.animation ? &(*data)[entry.animation] : nullptr;
  }
  /// In seconds; of a blend space in rounds.
  [[nodiscard]] double duration(const Entry& entry) const {
    if (entry.blend) return 1;
    return entry.animation ? (*data)[entry.animation].duration : 0;
  }
  /// What track time goes on by in a second.
  [[nodiscard]] static double rate(const Entry& entry) {
    const double speed = entry.settings.time_scale * entry.warp;
    return entry.blend ? speed * entry.blend_rate : speed;
  }
  /// Track time in `seconds` of the entry's own speed.
  [[nodiscard]] static double units(const Entry& entry, double seconds) {
    return entry.blend ? seconds * entry.blend_rate : seconds;
  }

  /// How strongly a clip's timeline is to be applied, so that what all the entry's clips have made of it in the end is
  /// their weighted mean at weight `a`. `over`: a clip before it has set it.
  [[nodiscard]] static double clip_weight(const Entry& entry, const Clips& clips, const Clip& clip,
                                          std::size_t timeline, double a, bool additive, bool& over);
  [[nodiscard]] Clips clips_of(const Entry& entry) const;
  /// The animation whose events an entry fires.
  [[nodiscard]] AnimationIndex loudest(const Entry& entry) const;
  /// The same, with where its keys lie on the entry's time.
  [[nodiscard]] EventKeys event_keys(const Entry& entry) const;
  void set_blend_position(Entry& entry, double x, double y);
  void set_loop(Entry& entry, Loop loop);

  /// So many notifications of one update are told one by one; beyond it, rounds of a loop are told many at once.
  static constexpr std::size_t most_told = 1 << 16;

  /// Whether an entry is not going round: it plays once, or all its rounds are over.
  [[nodiscard]] bool holds(const Entry& entry) const {
    return !entry.loop || (entry.rounds != 0 && entry.track_time >= entry.rounds * round_length(entry));
  }

  [[nodiscard]] double mix_between(AnimationIndex from, AnimationIndex to) const {
    for (const MixPair& pair : mixes) {
      if (pair.from == from && pair.to == to) return pair.seconds;
    }
    return default_mix;
  }

  Track& track(std::uint32_t index) {
    if (index >= tracks.size()) tracks.resize(index + std::size_t{1});
    return tracks[index];
  }

  /// The list is cleared by the first thing that happens after an apply().
  void open_log() {
    if (!log_closed_ || listeners.delivering()) return;
    log.clear();
    fired.clear();
    log_closed_ = false;
    log_updated_ = fired_updated_ = 0;
  }
  /// What the update before this one left goes, if nobody applied it; commands since then stay.
  void begin_update() {
    open_log();
    if (listeners.delivering()) return;
    log.erase(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(log_updated_));
    fired.erase(fired.begin(), fired.begin() + static_cast<std::ptrdiff_t>(fired_updated_));
  }
  void end_update() {
    log_updated_ = log.size();
    fired_updated_ = fired.size();
  }
  void close_log() { log_closed_ = true; }

  void notify(StateEventType type, const Entry& entry, const EventKey* key = nullptr, std::uint64_t times = 1) {
    const bool is_event = type == StateEventType::event;
    const AnimationIndex animation = is_event && entry.blend ? loudest(entry) : entry.animation;
    const StateEvent& event = log.emplace_back(StateEvent{type, entry.track, {entry.id}, animation, key, times});
    if (is_event) fired.push_back({entry.track, {entry.id}, animation, key, times});
    listeners.queue(event, entry.listener);
  }

  /// The ends of rounds that take no time.
  void complete_at_once(const Entry& entry) {
    constexpr std::uint32_t one_by_one = 1000;
    for (std::uint32_t i = 0; i < std::min(entry.rounds, one_by_one); ++i) notify(StateEventType::complete, entry);
    if (entry.rounds > one_by_one) notify(StateEventType::complete, entry, nullptr, entry.rounds - one_by_one);
  }

  // -- Phases (player.cpp) ----------------------------------------------------------------------------------------

  /// Puts an entry that has just begun to fade from another to its phase, if its Sync asks for that; whether it did.
  bool align(Entry& entry);
  /// Sets the speeds of a track's entries for a step of `dt` seconds, so that phases that are to stay together do.
  void keep_together(const Track& track, double dt);

  // -- Root motion (motion.cpp) ---------------------------------------------------------------------------------------

  /// Sets where movement is counted from, for all entries.
  void start_motion();
  /// Adds what the entries from `newest` down moved by, in `seconds` that ended `back` seconds ago, to what their track
  /// has moved by in this step.
  void move_chain(std::uint32_t newest, const Track& track, double seconds, double back);
  /// Lays what a track moved by in a step of `dt` seconds over what lower tracks did.
  void finish_track_motion(double dt);
  /// Takes the movement out of the pose.
  void remove_motion(Skeleton& skeleton) const;

 private:
  bool log_closed_ = false;
  std::size_t log_updated_ = 0, fired_updated_ = 0;  ///< how much of the lists the last update left
  RootMotion track_motion_;
  double track_cover_ = 0;  ///< how much of the lower tracks' movement the track replaces, times seconds
  std::vector<std::uint32_t> group_;

  [[nodiscard]] RootMotion entry_motion(const Entry& entry, double from, double to) const;

 protected:
  Player(const Player&) = default;
  Player& operator=(const Player&) = default;

  std::uint32_t make(std::uint32_t track_index, const Content& content, std::uint32_t before) {
    const double mix = before == nobody ? 0 : mix_between(at(before).animation, content.animation);
    const std::uint32_t made = pool.make();
    Entry& entry = at(made);
    entry.track = track_index;
    entry.animation = content.animation;
    entry.rounds = content.loop.rounds();
    entry.loop = entry.rounds != 1;
    entry.mix_duration = mix;
    entry.blend = content.blend;
    if (entry.blend) set_blend_position(entry, 0, 0);
    entry.animation_end = duration(entry);
    return made;
  }

  /// Ends an entry that was on a track: "end", "dispose", and its memory goes back to the pool.
  void end(std::uint32_t index) {
    notify(StateEventType::end, at(index));
    notify(StateEventType::dispose, at(index));
    pool.release(index);
  }

  void drop_queue(Track& track) {
    while (track.first_queued != nobody) {
      const std::uint32_t next = at(track.first_queued).next;
      notify(StateEventType::dispose, at(track.first_queued));
      pool.release(track.first_queued);
      track.first_queued = next;
    }
    track.last_queued = nobody;
  }

  void append(Track& track, std::uint32_t index) {
    if (track.last_queued == nobody) {
      track.first_queued = index;
    } else {
      at(track.last_queued).next = index;
    }
    track.last_queued = index;
  }

  std::uint32_t take_first(Track& track) {
    const std::uint32_t first = track.first_queued;
    track.first_queued = at(first).next;
    if (track.first_queued == nobody) track.last_queued = nobody;
    at(first).next = nobody;
    at(first).queued = false;
    at(first).before = nobody;
    return first;
  }

  /// Ends everything that an entry mixes from, the newest first.
  void drop_older(std::uint32_t of) {
    std::uint32_t older = at(of).older;
    at(of).older = nobody;
    while (older != nobody) {
      const std::uint32_t next = at(older).older;
      end(older);
      older = next;
    }
  }
};

[[nodiscard]] std::unique_ptr<Player> make_rigby_player(SkeletonDataPtr data);
[[nodiscard]] std::unique_ptr<Player> make_spine_player(SkeletonDataPtr data);

}  // namespace sinew
