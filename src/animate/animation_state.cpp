#include "sinew/animation_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "animate/track_entry.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

namespace {

constexpr std::uint32_t nobody = EntryPool::nobody;

struct Track {
  std::uint32_t current = nobody;
  std::uint32_t first_queued = nobody, last_queued = nobody;
};

struct MixPair {
  AnimationIndex from, to;
  double seconds = 0;
};

Error no_animation(std::string_view name) {
  return Error{ErrorCode::unknown_name, "The skeleton has no animation called '" + std::string(name) + "'.", {}};
}

}  // namespace

struct AnimationState::Impl {
  SkeletonDataPtr data;
  EntryPool pool;
  std::vector<Track> tracks;
  std::vector<MixPair> mixes;
  double default_mix = 0, time_scale = 1;
  std::vector<FiredEvent> events;

  explicit Impl(SkeletonDataPtr d) : data(std::move(d)) {}

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

  std::uint32_t make(std::uint32_t track_index, AnimationIndex animation, bool loop, std::uint32_t before) {
    const double mix = before == nobody ? 0 : mix_between(at(before).animation, animation);
    const std::uint32_t made = pool.make();
    Entry& entry = at(made);
    entry.track = track_index;
    entry.animation = animation;
    entry.loop = loop;
    entry.mix_duration = mix;
    return made;
  }

  void drop_queue(Track& track) {
    while (track.first_queued != nobody) {
      const std::uint32_t next = at(track.first_queued).next;
      pool.release(track.first_queued);
      track.first_queued = next;
    }
    track.last_queued = nobody;
  }

  void drop_older(std::uint32_t of) {
    std::uint32_t older = at(of).older;
    at(of).older = nobody;
    while (older != nobody) {
      const std::uint32_t next = at(older).older;
      pool.release(older);
      older = next;
    }
  }

  void drop_current(Track& track) {
    if (track.current == nobody) return;
    drop_older(track.current);
    pool.release(track.current);
    track.current = nobody;
  }

  /// Makes `entry` the track's current one, mixing from what played there.
  void start(Track& track, std::uint32_t entry) {
    const std::uint32_t old = track.current;
    track.current = entry;
    at(entry).next = nobody;
    at(entry).queued = false;
    if (old == nobody) return;
    if (at(old).wait > 0) {  // it never played: there is nothing to fade from
      drop_older(old);
      pool.release(old);
      return;
    }
    at(entry).older = old;
    at(old).newer = entry;
  }

  EntryId set(std::uint32_t index, AnimationIndex animation, bool loop) {
    const std::uint32_t made = make(index, animation, loop, track(index).current);
    Track& t = track(index);
    drop_queue(t);
    start(t, made);
    return {at(made).id};
  }

  /// When a queued entry starts, on the axis of the track time of the one before it. Spec: animation.md 7.
  [[nodiscard]] double start_time(std::uint32_t before, double delay, double mix) const {
    if (delay > 0) return delay;
    const Entry& entry = at(before);
    const double d = duration(entry);
    double end = std::max(d, entry.track_time);
    if (entry.loop) end = d > 0 ? d * (1 + std::floor(std::max(0.0, entry.track_time) / d)) : entry.track_time;
    return std::max(0.0, end - mix + delay);
  }

  EntryId add(std::uint32_t index, AnimationIndex animation, bool loop, double delay) {
    {
      const Track& t = track(index);
      if (t.current == nobody) {
        const EntryId id = set(index, animation, loop);
        at(track(index).current).wait = std::max(delay, 0.0);
        return id;
      }
    }
    const std::uint32_t before = track(index).last_queued != nobody ? track(index).last_queued : track(index).current;
    const std::uint32_t made = make(index, animation, loop, before);
    Track& t = track(index);
    Entry& entry = at(made);
    entry.queued = true;
    entry.before = before;
    entry.delay = start_time(before, delay, entry.mix_duration);
    if (t.last_queued == nobody) {
      t.first_queued = made;
    } else {
      at(t.last_queued).next = made;
    }
    t.last_queued = made;
    return {entry.id};
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
    if (!animation || !animation->events) return;
    const double d = animation->duration;
    const auto passes = [&](double at_time) { return (first ? at_time >= 0 : at_time > from) && at_time <= to; };
    if (!entry.loop || d <= 0) {
      if (to >= 0) fire_round(entry, *animation, [&](double key) { return passes(key); });
      return;
    }
    if (animation->events->times.back() < 0) return;  // no key ever fires: do not look for one round after round
    // Round by round; one round more on either side, as k * d is not exact. A round's keys never come after its end,
    // where the next one starts, however the sums are rounded: a key at the end is passed with the next round's start.
    const double start = first ? 0 : std::max(0.0, from);
    double k = std::max(0.0, std::floor(start / d) - 1);
    for (; k * d <= to; k += 1) {
      const double end = (k + 1) * d;
      fire_round(entry, *animation, [&](double key) { return passes(key < d ? std::min(key + k * d, end) : end); });
      if (k + 1 == k || events.size() > max_events) break;
    }
  }

  /// No program reads more events of one step than this; it bounds what a huge step over a short loop costs.
  static constexpr std::size_t max_events = 1 << 16;

  template <class Passes>
  void fire_round(const Entry& entry, const Animation& animation, Passes passes) {
    const Timeline& timeline = *animation.events;
    for (std::size_t i = 0; i < timeline.times.size(); ++i) {
      const double key = timeline.times[i];
      if (key < 0 || key > animation.duration || !passes(key)) continue;
      events.push_back({entry.track, {entry.id}, entry.animation, &timeline.events[i]});
    }
  }

  void advance_entry(Entry& entry, double dt) {
    entry.track_time += dt * entry.time_scale;
    entry.mix_time += dt;
  }

  void update_track(Track& track, double dt) {
    if (track.current == nobody) return;
    {
      Entry& current = at(track.current);
      if (current.wait > 0) {
        current.wait -= dt;
        if (current.wait > 0) return;
        dt = -current.wait;
        current.wait = 0;
      }
    }
    for (std::uint32_t i = track.current; i != nobody; i = at(i).older) advance_entry(at(i), dt);
    while (track.first_queued != nobody) {
      const std::uint32_t old = track.current;
      const std::uint32_t next = track.first_queued;
      const double over = at(old).track_time - at(next).delay;
      if (!(over >= 0)) break;
      track.first_queued = at(next).next;
      if (track.first_queued == nobody) track.last_queued = nobody;
      // What the old one passed before comes first. Without a crossfade, or when this step goes over all of it, the old
      // one ends where the new one starts, and so do its events.
      fire_chain(old, at(next).delay);
      const double left_over = at(old).time_scale > 0 ? over / at(old).time_scale : 0;
      start(track, next);
      at(next).mix_time = left_over;
      at(next).track_time = left_over * at(next).time_scale;
      // At once, not after the queue: a step over many entries would walk an ever longer chain for each.
      if (at(next).mix_time >= at(next).mix_duration) drop_older(next);
    }
    // An entry that is fully in forgets what it came from.
    for (std::uint32_t i = track.current; i != nobody; i = at(i).older) {
      if (at(i).older != nobody && at(i).mix_time >= at(i).mix_duration) drop_older(i);
    }
    const Entry& current = at(track.current);
    if (!current.animation && current.older == nobody && current.mix_time >= current.mix_duration &&
        track.first_queued == nobody) {
      drop_current(track);
      return;
    }
    fire_chain(track.current, std::numeric_limits<double>::infinity());
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

  void apply_track(const Track& track, Skeleton& skeleton) const {
    if (track.current == nobody || at(track.current).wait > 0) return;
    // From the oldest entry that still shows to the current one.
    std::uint32_t i = track.current;
    bool any_empty = false;
    while (at(i).older != nobody && at(i).mix_duration > 0) {
      any_empty = any_empty || !at(i).animation;
      i = at(i).older;
    }
    for (bool last = false; !last; i = at(i).newer) {
      last = i == track.current;
      const Entry& entry = at(i);
      if (entry.animation) {
        double weight = entry.alpha;
        if (entry.older != nobody) weight *= mixed_in(entry);
        // Whatever fades to nothing fades by the weight of the nothing. Spec: animation.md 7, empty animations.
        for (std::uint32_t up = i; any_empty && up != track.current;) {
          up = at(up).newer;
          if (!at(up).animation) weight *= 1 - mixed_in(at(up));
        }
        ApplyOptions options;
        options.weight = weight;
        sinew::apply(skeleton, (*data)[entry.animation], local_time(entry), options);
      }
      if (last) break;
    }
  }
};

AnimationState::AnimationState(SkeletonDataPtr data) : impl_(std::make_unique<Impl>(std::move(data))) {}
AnimationState::~AnimationState() = default;
AnimationState::AnimationState(AnimationState&&) noexcept = default;
AnimationState& AnimationState::operator=(AnimationState&&) noexcept = default;

void AnimationState::set_default_mix(double seconds) {
  impl_->default_mix = std::max(0.0, seconds);
}

Status AnimationState::set_mix(std::string_view from, std::string_view to, double seconds) {
  const AnimationIndex a = impl_->data->find_animation(from), b = impl_->data->find_animation(to);
  if (!a) return no_animation(from);
  if (!b) return no_animation(to);
  set_mix(a, b, seconds);
  return ok();
}

void AnimationState::set_mix(AnimationIndex from, AnimationIndex to, double seconds) {
  for (MixPair& pair : impl_->mixes) {
    if (pair.from == from && pair.to == to) {
      pair.seconds = std::max(0.0, seconds);
      return;
    }
  }
  impl_->mixes.push_back({from, to, std::max(0.0, seconds)});
}

EntryId AnimationState::set_animation(std::uint32_t track, AnimationIndex animation, Loop loop) {
  SINEW_ASSERT(animation && animation.value < impl_->data->animations.size());
  return impl_->set(track, animation, loop == Loop::yes);
}

Result<EntryId> AnimationState::set_animation(std::uint32_t track, std::string_view animation, Loop loop) {
  const AnimationIndex found = impl_->data->find_animation(animation);
  if (!found) return no_animation(animation);
  return set_animation(track, found, loop);
}

EntryId AnimationState::add_animation(std::uint32_t track, AnimationIndex animation, Loop loop, double delay) {
  SINEW_ASSERT(animation && animation.value < impl_->data->animations.size());
  return impl_->add(track, animation, loop == Loop::yes, delay);
}

Result<EntryId> AnimationState::add_animation(std::uint32_t track, std::string_view animation, Loop loop,
                                              double delay) {
  const AnimationIndex found = impl_->data->find_animation(animation);
  if (!found) return no_animation(animation);
  return add_animation(track, found, loop, delay);
}

EntryId AnimationState::set_empty(std::uint32_t track, double mix) {
  const EntryId id = impl_->set(track, {}, false);
  set_mix_duration(id, mix);
  return id;
}

EntryId AnimationState::add_empty(std::uint32_t track, double mix, double delay) {
  const EntryId id = impl_->add(track, {}, false, delay);
  set_mix_duration(id, mix, delay);
  return id;
}

void AnimationState::clear(std::uint32_t track) {
  if (track >= impl_->tracks.size()) return;
  impl_->drop_queue(impl_->tracks[track]);
  impl_->drop_current(impl_->tracks[track]);
}

void AnimationState::clear() {
  for (std::uint32_t i = 0; i < impl_->tracks.size(); ++i) clear(i);
}

void AnimationState::set_alpha(EntryId entry, double alpha) {
  if (Entry* found = impl_->pool.find(entry.value)) found->alpha = alpha;
}
void AnimationState::set_time_scale(EntryId entry, double time_scale) {
  if (Entry* found = impl_->pool.find(entry.value)) found->time_scale = std::max(0.0, time_scale);
}
void AnimationState::set_track_time(EntryId entry, double seconds) {
  if (Entry* found = impl_->pool.find(entry.value)) {
    found->track_time = seconds;
    found->fired_until = seconds;
    found->fired = seconds > 0;  // what lies before has not been passed, it was skipped
  }
}
void AnimationState::set_mix_duration(EntryId entry, double seconds) {
  if (Entry* found = impl_->pool.find(entry.value)) found->mix_duration = std::max(0.0, seconds);
}

void AnimationState::set_mix_duration(EntryId entry, double seconds, double delay) {
  Entry* found = impl_->pool.find(entry.value);
  if (!found) return;
  found->mix_duration = std::max(0.0, seconds);
  if (found->queued) found->delay = impl_->start_time(found->before, delay, found->mix_duration);
}

void AnimationState::set_time_scale(double time_scale) {
  impl_->time_scale = time_scale;
}

EntryId AnimationState::current(std::uint32_t track) const {
  if (track >= impl_->tracks.size() || impl_->tracks[track].current == nobody) return {};
  return {impl_->at(impl_->tracks[track].current).id};
}

AnimationIndex AnimationState::animation(EntryId entry) const {
  const Entry* found = impl_->pool.find(entry.value);
  return found ? found->animation : AnimationIndex{};
}

double AnimationState::track_time(EntryId entry) const {
  const Entry* found = impl_->pool.find(entry.value);
  return found ? found->track_time : 0;
}

void AnimationState::update(double dt) {
  impl_->events.clear();
  for (Track& track : impl_->tracks) impl_->update_track(track, dt * impl_->time_scale);
}

std::span<const FiredEvent> AnimationState::events() const noexcept {
  return impl_->events;
}

void AnimationState::apply(Skeleton& skeleton) const {
  SINEW_ASSERT(&skeleton.data() == impl_->data.get());
  skeleton.set_to_setup_pose();
  for (const Track& track : impl_->tracks) impl_->apply_track(track, skeleton);
}

}  // namespace sinew
