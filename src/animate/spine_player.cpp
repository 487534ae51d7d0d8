#include "animate/spine_player.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

bool same(const Entry& entry, const Player::Content& content) {
  return entry.animation == content.animation && entry.blend == content.blend;
}

void fade_to(Entry& entry, double mix) {
  entry.mix_duration = mix;
  entry.settings.track_end = mix;
}

}  // namespace

SpinePlayer::SpinePlayer(SkeletonDataPtr skeleton_data)
    : Player(std::move(skeleton_data)),
      newer_(data->compiled->rules == RuleSet::spine_4_3),
      older_(data->compiled->rules == RuleSet::spine_3_8) {
  for (const Animation& animation : data->animations) {
    most_timelines_ = std::max(most_timelines_, animation.timelines.size());
    most_rotations_ = std::max(most_rotations_, count_rotations(animation));
  }
}

std::unique_ptr<Player> make_spine_player(SkeletonDataPtr data) {
  return std::make_unique<SpinePlayer>(std::move(data));
}

// -- Commands (8.2) -------------------------------------------------------------------------------------------------

EntryId SpinePlayer::set(std::uint32_t index, const Content& content) {
  bool interrupt = true;
  const std::uint32_t old = track(index).current;
  if (old != nobody) {
    drop_queue(track(index));
    const bool replaced = at(old).track_done == -1 && (!newer_ || same(at(old), content));
    if (replaced) {
      // It never showed: what it was to mix from takes its place again.
      const std::uint32_t older = at(old).older;
      track(index).current = older;
      if (older != nobody) at(older).newer = nobody;
      notify(StateEventType::interrupt, at(old));
      end(old);
      interrupt = false;
    }
  }
  const std::uint32_t made = make_entry(index, content, track(index).current);
  start(track(index), made, interrupt);
  return {at(made).id};
}

EntryId SpinePlayer::add(std::uint32_t index, const Content& content, double delay) {
  const Track& t = track(index);
  const std::uint32_t before = t.last_queued != nobody ? t.last_queued : t.current;
  const std::uint32_t made = make_entry(index, content, before);
  if (before == nobody) {
    start(track(index), made, true);
    at(made).delay = not_negative(delay);
  } else {
    Entry& entry = at(made);
    entry.queued = true;
    entry.before = before;
    entry.delay = start_time(before, delay, entry.mix_duration);
    append(track(index), made);
  }
  return {at(made).id};
}

EntryId SpinePlayer::set_empty(std::uint32_t index, double mix) {
  const EntryId id = set(index, {});
  fade_to(at(track(index).current), mix);
  return id;
}

EntryId SpinePlayer::add_empty(std::uint32_t index, double mix, double delay) {
  // 3.8 takes the mix off the delay, beside the pair's.
  const EntryId id = add(index, {}, older_ && delay <= 0 ? delay - mix : delay);
  Entry& entry = at(pool.find(id.value));
  if (older_) return fade_to(entry, mix), id;
  if (delay <= 0 && entry.queued) {
    entry.delay = std::max(entry.delay + units(at(entry.before), entry.mix_duration - mix), 0.0);
  } else if (delay <= 0) {
    entry.delay = std::max(entry.delay + entry.mix_duration - mix, 0.0);
  }
  fade_to(entry, mix);
  return id;
}

void SpinePlayer::clear(std::uint32_t index) {
  Track& t = tracks[index];
  if (t.current == nobody) return;
  const std::uint32_t current = t.current;
  t.current = nobody;
  std::uint32_t older = at(current).older;
  notify(StateEventType::end, at(current));
  notify(StateEventType::dispose, at(current));
  drop_queue(t);
  pool.release(current);
  while (older != nobody) {
    const std::uint32_t next = at(older).older;
    end(older);
    older = next;
  }
  roles_changed_ = true;
}

void SpinePlayer::skip_to(Entry& entry, double track_time) {
  entry.track_time = track_time;
  entry.animation_last = entry.animation_done = track_time > 0 ? animation_time(entry) : -1;
}

double SpinePlayer::start_time(std::uint32_t before, double delay, double mix) const {
  if (delay > 0) return delay;
  const Entry& entry = at(before);
  if (entry.blend) return std::max(track_complete(entry) + units(entry, delay - mix), 0.0);
  if (older_ && played_length(entry) == 0) return entry.track_time;
  return not_negative(delay + track_complete(entry) - mix);
}

double SpinePlayer::shown_at(const Entry& entry, double in_round) const {
  const double time = std::min(in_round + entry.settings.animation_start, entry.animation_end);
  return entry.settings.reverse ? duration(entry) - time : time;
}

// -- Advancing (9) --------------------------------------------------------------------------------------------------

void SpinePlayer::update(double dt) {
  applied_since_update_ = false;
  for (Track& t : tracks) {
    if (t.current == nobody) continue;
    keep_together(t, dt);
    update_track(t, dt);
    if (t.current == nobody) continue;
    if (at(t.current).delay <= 0) move_chain(t.current, t, dt, 0);
    finish_track_motion(dt);
  }
}

// -- Entries --------------------------------------------------------------------------------------------------------

std::uint32_t SpinePlayer::make_entry(std::uint32_t index, const Content& content, std::uint32_t before) {
  if (content.blend) {
    most_timelines_ = std::max(most_timelines_, content.blend->timeline_count());
    most_rotations_ = std::max(most_rotations_, content.blend->timeline_count());
  }
  const std::uint32_t made = make(index, content, before);
  // What plays alone is not mixed with anything; what comes later will allocate nothing in a frame.
  if (index != 0 || content.blend || before != nobody) reserve_for_mixing(at(made));
  if (before != nobody) {
    reserve_for_mixing(at(before));
    chain_.reserve(8);
  }
  return made;
}

void SpinePlayer::reserve_for_mixing(Entry& entry) const {
  entry.roles.reserve(most_timelines_);
  entry.rotation.reserve(most_rotations_ * 2);
}

double SpinePlayer::animation_time(const Entry& entry) {
  const double l = played_length(entry), start = entry.settings.animation_start;
  if (!entry.loop || (entry.rounds != 0 && entry.track_time >= entry.rounds * l)) {
    return std::min(entry.track_time + start, entry.animation_end);
  }
  return l == 0 ? start : time_in_round(entry.track_time, l) + start;
}

double SpinePlayer::track_complete(const Entry& entry) {
  const double l = played_length(entry);
  if (l != 0) {
    if (entry.loop && entry.rounds != 0) return std::max(entry.rounds * l, entry.track_time);
    if (entry.loop) return l * (1 + std::trunc(entry.track_time / l));
    if (entry.track_time < l) return l;
  }
  return entry.track_time;
}

double SpinePlayer::mix_of(const Entry& entry, double mix_time) const {
  if (entry.mix_duration == 0) return 1;
  // Time that goes back to before the crossfade began leaves the old one alone; the reference would extrapolate.
  const double m = std::clamp(mix_time / entry.mix_duration, 0.0, 1.0);
  if (!newer_ || m >= 1) return m;
  double i = m;
  switch (entry.settings.mix_interpolation) {
    case MixInterpolation::linear:
      return m;
    case MixInterpolation::smooth:
      i = m * m * (3 - 2 * m);
      break;
    case MixInterpolation::slow_fast:
      i = m * m;
      break;
    case MixInterpolation::fast_slow:
      i = 1 - (1 - m) * (1 - m);
      break;
    case MixInterpolation::circle:
      i = m <= 0.5 ? (1 - std::sqrt(1 - 4 * m * m)) / 2 : (1 + std::sqrt(1 - 4 * (m - 1) * (m - 1))) / 2;
      break;
  }
  return std::clamp(i, 0.0, 1.0);
}

void SpinePlayer::start(Track& t, std::uint32_t made, bool interrupt) {
  const std::uint32_t old = t.current;
  // Up to 4.2 what is additive keeps, going, the roles that it had as the current one.
  if (roles_wait_ && old != nobody && at(old).settings.additive) work_out_roles();
  t.current = made;
  Entry& entry = at(made);
  entry.before = nobody;
  if (old != nobody) {
    Entry& from = at(old);
    if (interrupt) notify(StateEventType::interrupt, from);
    entry.older = old;
    from.newer = made;
    entry.mix_time = 0;
    if (!newer_ && from.older != nobody && from.mix_duration > 0) {
      entry.carry *= std::clamp(from.mix_time / from.mix_duration, 0.0, 1.0);
    }
    from.rotation.clear();
    align(entry);
  }
  notify(StateEventType::start, entry);
  roles_changed_ = true;
}

// -- Advancing ------------------------------------------------------------------------------------------------------

void SpinePlayer::update_track(Track& t, double d) {
  Entry& current = at(t.current);
  current.animation_last = current.animation_done;
  current.track_last = current.track_done;
  double step = d * current.settings.time_scale;
  if (current.delay > 0) {
    current.delay -= step;
    if (current.delay > 0) return;
    step = -current.delay;
    current.delay = 0;
  }
  // The delay counts at the entry's speed; its animation may go on at another.
  if (current.blend || current.warp != 1) {
    step = current.settings.time_scale != 0 ? step / current.settings.time_scale * rate(current) : 0;
  }
  if (t.first_queued != nobody) {
    const std::uint32_t next = t.first_queued;
    const double over = current.track_last - at(next).delay;
    if (over >= 0) {
      at(next).delay = 0;
      if (rate(current) != 0) at(next).track_time += (over / rate(current) + d) * rate(at(next));
      current.track_time += step;
      take_first(t);
      start(t, next, true);
      for (std::uint32_t i = next; at(i).older != nobody; i = at(i).older) at(i).mix_time += d;
      return;
    }
  } else if (reaches_track_end(current, current.track_last) && current.older == nobody) {
    end(t.current);
    t.current = nobody;
    roles_changed_ = true;
    return;
  }
  if (current.older != nobody && fade(t.current, d)) {
    drop_older(t.current);
    roles_changed_ = true;
  }
  at(t.current).track_time += step;
}

bool SpinePlayer::fade(std::uint32_t newest, double d) {
  chain_.clear();
  for (std::uint32_t i = newest; i != nobody; i = at(i).older) chain_.push_back(i);
  bool finished = true;
  for (std::size_t i = chain_.size() - 1; i-- > 0;) finished = fade_one(chain_[i], newest, d, finished);
  return finished;
}

bool SpinePlayer::fade_one(std::uint32_t index, std::uint32_t current, double d, bool older_finished) {
  Entry& entry = at(index);
  const std::uint32_t from = entry.older;
  Entry& f = at(from);
  f.animation_last = f.animation_done;
  f.track_last = f.track_done;
  const bool begun = older_ ? entry.mix_time > 0 : entry.track_done != -1;
  if (begun && entry.mix_time >= entry.mix_duration) {
    if (f.weight_sum == 0 || entry.mix_duration == 0) {
      entry.older = f.older;
      if (f.older != nobody) at(f.older).newer = index;
      if (!newer_) {
        entry.carry = f.carry;
      } else if (f.weight_sum == 0) {
        for (std::uint32_t up = index; up != current; up = at(up).newer) at(up).keep_hold = true;
      }
      end(from);
      roles_changed_ = true;
    }
    return older_finished;
  }
  f.track_time += d * rate(f);
  entry.mix_time += d;
  return false;
}

}  // namespace sinew
