// Playing by the Rigby2D page. Spec: animation.md 7.
#include <algorithm>
#include <cmath>
#include <limits>

#include "animate/player.hpp"
#include "pose/apply.hpp"
#include "sinew/animation.hpp"

namespace sinew {

namespace {

class RigbyPlayer final : public Player {
 public:
  using Player::Player;

  [[nodiscard]] std::unique_ptr<Player> clone() const override { return std::make_unique<RigbyPlayer>(*this); }
  void copy_from(const Player& other) override { *this = static_cast<const RigbyPlayer&>(other); }

  EntryId set(std::uint32_t index, const Content& content) override {
    const std::uint32_t made = make(index, content, track(index).current);
    Track& t = track(index);
    drop_queue(t);
    start(t, made);
    return {at(made).id};
  }

  EntryId add(std::uint32_t index, const Content& content, double delay) override {
    if (track(index).current == nobody) {
      const EntryId id = set(index, content);
      at(track(index).current).delay = std::max(delay, 0.0);
      return id;
    }
    const std::uint32_t before = track(index).last_queued != nobody ? track(index).last_queued : track(index).current;
    const std::uint32_t made = make(index, content, before);
    Entry& entry = at(made);
    entry.queued = true;
    entry.before = before;
    entry.delay = start_time(before, delay, entry.mix_duration);
    append(track(index), made);
    return {entry.id};
  }

  EntryId set_empty(std::uint32_t index, double mix) override {
    const EntryId id = set(index, {});
    at(track(index).current).mix_duration = mix;
    return id;
  }

  EntryId add_empty(std::uint32_t index, double mix, double delay) override {
    const EntryId id = add(index, {}, delay);
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
    if (entry.loop && entry.rounds != 0) {
      end = std::max(entry.rounds * d, entry.track_time);
    } else if (entry.loop) {
      end = d > 0 ? d * (1 + std::floor(std::max(0.0, entry.track_time) / d)) : entry.track_time;
    }
    if (entry.blend) return std::max(0.0, end + units(entry, delay - mix));
    return std::max(0.0, end - mix + delay);
  }

  void skip_to(Entry& entry, double track_time) override { set_track_time(entry, track_time); }
  [[nodiscard]] double round_length(const Entry& entry) const override { return duration(entry); }
  [[nodiscard]] double shown_at(const Entry& entry, double in_round) const override {
    return std::min(std::max(in_round, 0.0), duration(entry));
  }
  [[nodiscard]] double mix_at(const Entry& entry, double mix_time) const override {
    return entry.mix_duration > 0 ? std::clamp(mix_time / entry.mix_duration, 0.0, 1.0) : 1;
  }

  void update(double dt) override {
    for (Track& one : tracks) {
      if (one.current == nobody) continue;
      keep_together(one, dt);
      update_track(one, dt);
      finish_track_motion(dt);
    }
  }

  void apply(Skeleton& skeleton) override {
    skeleton.set_to_setup_pose();
    for (const Track& one : tracks) apply_track(one, skeleton);
    remove_motion(skeleton);
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
  /// Whether it was put to the phase of that.
  bool start(Track& t, std::uint32_t entry) {
    bool aligned = false;
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
        aligned = align(at(entry));
      }
    }
    notify(StateEventType::start, at(entry));
    return aligned;
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
    if (!entry.animation) return;
    Passage step;
    step.from = from;
    step.to = to;
    step.first = first;
    step.length = duration(entry);
    step.rounds = entry.rounds;
    const double d = step.length;
    const EventKeys events = event_keys(entry);
    const auto tell = [&](const RoundPart& part, std::uint64_t times) {
      const std::size_t end =
          first_where(events.size(), [&](std::size_t i) { return events.time(i) > d || part.is_over(events.time(i)); });
      std::size_t i =
          first_where(end, [&](std::size_t k) { return events.time(k) >= 0 && part.has_begun(events.time(k)); });
      for (; i < end; ++i) notify(StateEventType::event, entry, events.key(i), times);
    };
    if (!entry.loop || d <= 0) {
      RoundPart all;
      all.step = &step;
      if (to >= 0) tell(all, 1);
      if (entry.rounds != 0 && step.passes(d)) complete_at_once(entry);
      return;
    }
    walk_rounds(
        step, tell, [&](std::uint64_t times) { notify(StateEventType::complete, entry, nullptr, times); },
        [&] { return log.size() > most_told; });
  }

  void advance_entry(Entry& entry, double dt) {
    entry.track_time += dt * rate(entry);
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
    double to_move = dt;  // of this step, what root motion has not gone through yet
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
      const double left_over = rate(at(old)) > 0 ? over / rate(at(old)) : 0;
      const double moved_until = std::clamp(left_over, 0.0, std::max(to_move, 0.0));
      move_chain(old, t, to_move - moved_until, moved_until);
      to_move = moved_until;
      const bool aligned = start(t, next);
      at(next).mix_time = left_over;
      if (!aligned) at(next).track_time = left_over * rate(at(next));
      if (at(next).mix_time >= at(next).mix_duration && to_move > 0) {
        // The rest of the old one's movement, before it goes.
        const double mixed = std::clamp(left_over - at(next).mix_duration, 0.0, to_move);
        move_chain(next, t, to_move - mixed, mixed);
        to_move = mixed;
      }
      // At once, not after the queue: a step over many entries would walk an ever longer chain for each.
      if (at(next).mix_time >= at(next).mix_duration) drop_older(next);
    }
    move_chain(t.current, t, to_move, 0);
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
      fire(i, i == newest ? std::min(at(i).track_time, limit) : at(i).track_time);  // not a number stays so
      if (i == newest) return;
      i = at(i).newer;
    }
  }

  // -- Applying -------------------------------------------------------------------------------------------------------

  [[nodiscard]] double local_time(const Entry& entry) const {
    const double d = duration(entry), x = entry.track_time;
    if (holds(entry)) return std::min(std::max(x, 0.0), d);
    if (!(d > 0)) return 0;
    double t = time_in_round(x, d);
    if (t < 0) t += d;
    return t < d ? t : 0;
  }

  [[nodiscard]] double mixed_in(const Entry& entry) const { return mix_at(entry, entry.mix_time); }

  /// Applies a blend space, or what a mask leaves of an animation, at its time.
  void apply_entry(PoseBuffers& pose, const Entry& entry, double time, double weight, const TrackMask* mask) const {
    const Clips clips = clips_of(entry);
    for (const Clip& clip : clips) {
      Mix mix;
      mix.rules = RuleSet::rigby;
      mix.previous_time = entry.animation_done * clip.seconds;
      const double seconds = std::clamp(time * clip.seconds, 0.0, clip.animation->duration);
      const std::span<const Timeline> timelines = clip.animation->timelines;
      for (std::size_t i = 0; i < timelines.size(); ++i) {
        const double own = mask ? mask->weight(timelines[i]) : 1;
        if (own == 0 || (!clip.dominant && cannot_blend(timelines[i].type))) continue;
        bool over = false;
        mix.weight = clip.dominant && cannot_blend(timelines[i].type)
                         ? weight * own
                         : clip_weight(entry, clips, clip, i, weight * own, false, over);
        apply_timeline(pose, timelines[i], Moment{seconds}, mix);
      }
    }
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
        const double time = local_time(entry);
        if (!entry.blend && !t.mask) {
          ApplyOptions options;
          options.weight = weight;
          options.previous_time = entry.animation_done;
          sinew::apply(skeleton, (*data)[entry.animation], time, options);
        } else {
          apply_entry(skeleton.buffers(), entry, time, weight, t.mask.get());
        }
        entry.animation_done = time;
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
