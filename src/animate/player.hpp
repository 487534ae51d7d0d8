// What the two players share: entries, tracks, mix durations, and the list of what happened.
#pragma once

#include <memory>
#include <vector>

#include "animate/track_entry.hpp"
#include "sinew/animation_state.hpp"

namespace sinew {

struct Track {
  std::uint32_t current = nobody;
  std::uint32_t first_queued = nobody, last_queued = nobody;
};

class Player {
 public:
  explicit Player(SkeletonDataPtr skeleton_data) : data(std::move(skeleton_data)) {
    log.reserve(64);
    fired.reserve(64);
  }
  virtual ~Player() = default;

  [[nodiscard]] virtual std::unique_ptr<Player> clone() const = 0;
  /// Takes over the state of a player of the same data, and so of the same kind.
  virtual void copy_from(const Player& other) = 0;

  virtual EntryId set(std::uint32_t track, AnimationIndex animation, bool loop) = 0;
  virtual EntryId add(std::uint32_t track, AnimationIndex animation, bool loop, double delay) = 0;
  virtual EntryId set_empty(std::uint32_t track, double mix) = 0;
  virtual EntryId add_empty(std::uint32_t track, double mix, double delay) = 0;
  virtual void clear(std::uint32_t track) = 0;
  virtual void set_track_time(Entry& entry, double seconds) = 0;
  /// When a queued entry starts, on the axis of the track time of the one before it.
  [[nodiscard]] virtual double start_time(std::uint32_t before, double delay, double mix) const = 0;
  virtual void update(double dt) = 0;
  virtual void apply(Skeleton& skeleton) = 0;

  SkeletonDataPtr data;
  EntryPool pool;
  std::vector<Track> tracks;
  double default_mix = 0, time_scale = 1;
  std::vector<StateEvent> log;    ///< what happened, since open_log() last cleared it
  std::vector<FiredEvent> fired;  ///< the events among it

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
  [[nodiscard]] double duration(const Entry& entry) const {
    return entry.animation ? (*data)[entry.animation].duration : 0;
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
    if (!log_closed_) return;
    log.clear();
    fired.clear();
    log_closed_ = false;
    log_updated_ = fired_updated_ = 0;
  }
  /// What the update before this one left goes, if nobody applied it; commands since then stay.
  void begin_update() {
    open_log();
    log.erase(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(log_updated_));
    fired.erase(fired.begin(), fired.begin() + static_cast<std::ptrdiff_t>(fired_updated_));
  }
  void end_update() {
    log_updated_ = log.size();
    fired_updated_ = fired.size();
  }
  void close_log() { log_closed_ = true; }

  void notify(StateEventType type, const Entry& entry, const EventKey* key = nullptr) {
    log.push_back({type, entry.track, {entry.id}, entry.animation, key});
    if (type == StateEventType::event) fired.push_back({entry.track, {entry.id}, entry.animation, key});
  }

 private:
  bool log_closed_ = false;
  std::size_t log_updated_ = 0, fired_updated_ = 0;  ///< how much of the lists the last update left

 protected:
  Player(const Player&) = default;
  Player& operator=(const Player&) = default;

  std::uint32_t make(std::uint32_t track_index, AnimationIndex animation, bool loop, std::uint32_t before) {
    const double mix = before == nobody ? 0 : mix_between(at(before).animation, animation);
    const std::uint32_t made = pool.make();
    Entry& entry = at(made);
    entry.track = track_index;
    entry.animation = animation;
    entry.loop = loop;
    entry.mix_duration = mix;
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
