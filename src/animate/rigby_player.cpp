// Playing by the Rigby2D page. Spec: animation.md 7.
#include <algorithm>
#include <cmath>
#include <limits>

#include "animate/player.hpp"
#include "sinew/animation.hpp"

namespace sinew {

namespace {

class RigbyPlayer final : public Player {
 public:
  using Player::Player;

  [[nodiscard]] std::unique_ptr<Player> clone() const override { return std::make_unique<RigbyPlayer>(*this); }
  void copy_from(const Player& other) override { *this = static_cast<const RigbyPlayer&>(other); }

  EntryId set(std::uint32_t index, AnimationIndex animation, bool loop) override {
    const std::uint32_t made = make(index, animation, loop, track(index).current);
    Track& t = track(index);
    drop_queue(t);
    start(t, made);
    return {at(made).id};
  }

  EntryId add(std::uint32_t index, AnimationIndex animation, bool loop, double delay) override {
    if (track(index).current == nobody) {
      const EntryId id = set(index, animation, loop);
      at(track(index).current).delay = std::max(delay, 0.0);
      return id;
    }
    const std::uint32_t before = track(index).last_queued != nobody ? track(index).last_queued : track(index).current;
    const std::uint32_t made = make(index, animation, loop, before);
    Entry& entry = at(made);
    entry.queued = true;
    entry.before = before;
    entry.delay = start_time(before, delay, entry.mix_duration);
    append(track(index), made);
    return {entry.id};
  }

  EntryId set_empty(std::uint32_t index, double mix) override {
    const EntryId id = set(index, {}, false);
    at(track(index).current).mix_duration = mix;
    return id;
  }

  EntryId add_empty(std::uint32_t index, double mix, double delay) override {
    const EntryId id = add(index, {}, false, delay);
    Entry& entry = at(pool.find(id.value));
    entry.mix_duration = mix;
    if (entry.queued) entry.delay = start_time(entry.before, delay, mix);
    return id;
  }

  void clear(std::uint32_t index) override {
    drop_queue(tracks[index]);
    drop_current(tracks[index]);
  }

  void set_track_time(Entry& entry, double seconds) override {
    entry.track_time = seconds;
    entry.fired_until = seconds;
    entry.fired = seconds > 0;  // what lies before has not been passed, it was skipped
  }

  [[nodiscard]] double start_time(std::uint32_t before, double delay, double mix) const override {
    if (delay > 0) return delay;
    const Entry& entry = at(before);
    const double d = duration(entry);
    double end = std::max(d, entry.track_time);
    if (entry.loop) end = d > 0 ? d * (1 + std::floor(std::max(0.0, entry.track_time) / d)) : entry.track_time;
    return std::max(0.0, end - mix + delay);
  }

  void update(double dt) override {
    for (Track& one : tracks) update_track(one, dt);
  }

  void apply(Skeleton& skeleton) override {
    skeleton.set_to_setup_pose();
    for (const Track& one : tracks) apply_track(one, skeleton);
  }

 private:
  void drop_current(Track& t) {
    if (t.current == nobody) return;
    const std::uint32_t current = t.current;
    t.current = nobody;
    std::uint32_t older = at(current).older;
    end(current);
    while (older != nobody) {
      const std::uint32_t next = at(older).older;
      end(older);
      older = next;
    }
  }

  /// Makes `entry` the track's current one, mixing from what played there.
  void start(Track& t, std::uint32_t entry) {
    const std::uint32_t old = t.current;
    t.current = entry;
    at(entry).delay = 0;
    if (old != nobody) {
      notify(StateEventType::interrupt, at(old));
      if (at(old).delay > 0) {  // it never played: there is nothing to fade from
        drop_older(old);
        end(old);
      } else {
        at(entry).older = old;
        at(old).newer = entry;
      }
    }
    notify(StateEventType::start, at(entry));
  }

  // -- Advancing ------------------------------------------------------------------------------------------------------

  /// The events that an entry passes when its track time goes from where it last fired to `to`. Spec: animation.md 7,
  /// events.
  void fire(std::uint32_t index, double to) {
    Entry& entry = at(index);
    const double from = entry.fired_until;
    const bool first = !entry.fired;
    if (!first && !(to > from)) return;
    entry.fired = true;
    entry.fired_until = to;
    const Animation* animation = animation_of(entry);
    if (!animation) return;
    const double d = animation->duration;
    const auto past = [&](double at_time) { return first ? at_time >= 0 : at_time > from; };
    const auto passes = [&](double at_time) { return past(at_time) && at_time <= to; };
    if (!entry.loop || d <= 0) {
      if (to >= 0) fire_round(entry, *animation, past, to, [](double key) { return key; });
      if (!entry.loop && passes(d)) notify(StateEventType::complete, entry);
      return;
    }
    // Round by round; one round more on either side, as k * d is not exact. A round's keys never come after its end,
    // where the next one starts, however the sums are rounded: a key at the end is passed with the next round's start.
    const double start = first ? 0 : std::max(0.0, from);
    double k = std::max(0.0, std::floor(start / d) - 1);
    for (; k * d <= to; k += 1) {
      const double end = (k + 1) * d;
      fire_round(entry, *animation, past, to, [&](double key) { return key < d ? std::min(key + k * d, end) : end; });
      if (end > from && end <= to) notify(StateEventType::complete, entry);
      if (k + 1 == k || log.size() > max_events || fired.size() > max_events) break;
    }
  }

  /// No program reads more events of one step than this; it bounds what a huge step over a short loop costs.
  static constexpr std::size_t max_events = 1 << 16;

  /// The keys of one round whose track time `at(key)` is past where the entry fired last, and not behind `to`. Later
  /// keys never have earlier track times: a long animation's thousands of keys need not be looked at one by one.
  template <class Past, class At>
  void fire_round(const Entry& entry, const Animation& animation, Past past, double to, At at) {
    if (!animation.events) return;
    const Timeline& timeline = *animation.events;
    const auto first = std::partition_point(timeline.times.begin(), timeline.times.end(),
                                            [&](double key) { return key < 0 || !past(at(key)); });
    for (auto key = first; key != timeline.times.end() && *key <= animation.duration && at(*key) <= to; ++key) {
      notify(StateEventType::event, entry, &timeline.events[static_cast<std::size_t>(key - timeline.times.begin())]);
    }
  }

  void advance_entry(Entry& entry, double dt) {
    entry.track_time += dt * entry.settings.time_scale;
    entry.mix_time += dt;
  }

  void update_track(Track& t, double dt) {
    if (t.current == nobody) return;
    {
      Entry& current = at(t.current);
      if (current.delay > 0) {
        current.delay -= dt;
        if (current.delay > 0) return;
        dt = -current.delay;
        current.delay = 0;
      }
    }
    for (std::uint32_t i = t.current; i != nobody; i = at(i).older) advance_entry(at(i), dt);
    while (t.first_queued != nobody) {
      const std::uint32_t old = t.current;
      const std::uint32_t next = t.first_queued;
      const double over = at(old).track_time - at(next).delay;
      if (!(over >= 0)) break;
      take_first(t);
      // What the old one passed before comes first. Without a crossfade, or when this step goes over all of it, the old
      // one ends where the new one starts, and so do its events.
      const double starts = at(next).delay;
      fire_chain(old, starts);
      const double left_over = at(old).settings.time_scale > 0 ? over / at(old).settings.time_scale : 0;
      start(t, next);
      at(next).mix_time = left_over;
      at(next).track_time = left_over * at(next).settings.time_scale;
      // At once, not after the queue: a step over many entries would walk an ever longer chain for each.
      if (at(next).mix_time >= at(next).mix_duration) drop_older(next);
    }
    // An entry that is fully in forgets what it came from.
    for (std::uint32_t i = t.current; i != nobody; i = at(i).older) {
      if (at(i).older != nobody && at(i).mix_time >= at(i).mix_duration) drop_older(i);
    }
    const Entry& current = at(t.current);
    if (!current.animation && current.older == nobody && current.mix_time >= current.mix_duration &&
        t.first_queued == nobody) {
      drop_current(t);
      return;
    }
    fire_chain(t.current, std::numeric_limits<double>::infinity());
  }

  /// Fires the events of an entry and all older ones, the oldest first; the newest only up to `limit`.
  void fire_chain(std::uint32_t newest, double limit) {
    std::uint32_t i = newest;
    while (at(i).older != nobody) i = at(i).older;
    for (;;) {
      fire(i, i == newest ? std::min(limit, at(i).track_time) : at(i).track_time);
      if (i == newest) return;
      i = at(i).newer;
    }
  }

  // -- Applying -------------------------------------------------------------------------------------------------------

  [[nodiscard]] double local_time(const Entry& entry) const {
    const double d = duration(entry), x = entry.track_time;
    if (!entry.loop) return std::min(std::max(x, 0.0), d);
    if (!(d > 0)) return 0;
    double t = std::fmod(x, d);
    if (t < 0) t += d;
    return t < d ? t : 0;
  }

  [[nodiscard]] static double mixed_in(const Entry& entry) {
    return entry.mix_duration > 0 ? std::min(1.0, entry.mix_time / entry.mix_duration) : 1;
  }

  void apply_track(const Track& t, Skeleton& skeleton) {
    if (t.current == nobody || at(t.current).delay > 0) return;
    // From the oldest entry that still shows to the current one.
    std::uint32_t i = t.current;
    bool any_empty = false;
    while (at(i).older != nobody && at(i).mix_duration > 0) {
      any_empty = any_empty || !at(i).animation;
      i = at(i).older;
    }
    for (bool last = false; !last; i = at(i).newer) {
      last = i == t.current;
      Entry& entry = at(i);
      if (entry.animation) {
        double weight = entry.settings.alpha;
        if (entry.older != nobody) weight *= mixed_in(entry);
        // Whatever fades to nothing fades by the weight of the nothing. Spec: animation.md 7, empty animations.
        for (std::uint32_t up = i; any_empty && up != t.current;) {
          up = at(up).newer;
          if (!at(up).animation) weight *= 1 - mixed_in(at(up));
        }
        ApplyOptions options;
        options.weight = weight;
        options.previous_time = entry.animation_done;
        entry.animation_done = local_time(entry);
        sinew::apply(skeleton, (*data)[entry.animation], entry.animation_done, options);
      }
      if (last) break;
    }
  }
};

}  // namespace

std::unique_ptr<Player> make_rigby_player(SkeletonDataPtr data) {
  return std::make_unique<RigbyPlayer>(std::move(data));
}

}  // namespace sinew
