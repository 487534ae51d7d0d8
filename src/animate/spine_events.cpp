// What the player tells of: events and ends of rounds. Spec: animation.md 5.7, 11.
#include <cmath>

#include "animate/spine_player.hpp"

namespace sinew {

/// Spec: 5.7, 11.3.
SpinePlayer::PassedKeys SpinePlayer::collect(const Entry& entry, const EventKeys& events, double time,
                                             bool reversed_too) const {
  const std::size_t count = events.size();
  if (count == 0) return {};
  if (entry.settings.reverse) {
    if (!newer_ || !reversed_too) return {};
    const double from = duration(entry) - entry.animation_last, to = duration(entry) - time;
    const std::size_t before_from = count_before(events, from);
    const std::size_t before_to = std::isnan(to) ? count : count_before(events, to);
    if (from >= to) return {before_to, before_from, 0, 0};
    return {0, before_from, before_to, count};
  }
  const double previous = entry.animation_last;
  const std::size_t begin = std::isnan(previous) ? count : count_until(events, previous);
  const std::size_t end = count_until(events, time);
  if (previous <= time) return {begin, end, 0, 0};
  return {begin, count, 0, end};
}

/// Spec: 11.2.
void SpinePlayer::queue_events(const Entry& entry, const EventKeys& events, const PassedKeys& keys, double time) {
  const double l = played_length(entry), start = entry.settings.animation_start, stop = entry.animation_end;
  std::size_t i = 0;
  if (keys.size() != 0) {
    const bool reversed = newer_ && entry.settings.reverse;
    double split = l != 0 ? time_in_round(entry.track_last, l) : 0;
    if (reversed) split = l - split;
    for (; i < keys.size(); ++i) {
      const double t = events.time(keys[i]);
      if (l == 0 ? reversed : reversed ? t >= split : t < split) break;
      if (t > stop || (newer_ && t < start)) continue;
      notify(StateEventType::event, entry, events.key(keys[i]));
    }
  }
  bool complete = false;
  if (!entry.loop) {
    complete = time >= stop && entry.animation_last < stop;
  } else if (l == 0) {
    complete = true;
  } else if (older_) {
    complete = time_in_round(entry.track_last, l) > time_in_round(entry.track_time, l);
  } else {
    const double rounds = entry.track_time / l;
    complete = rounds >= 1 && whole_rounds(rounds) > whole_rounds(entry.track_last / l);
  }
  if (complete) notify(StateEventType::complete, entry);
  for (; i < keys.size(); ++i) {
    const double t = events.time(keys[i]);
    if (t < start || (newer_ && t > stop)) continue;
    notify(StateEventType::event, entry, events.key(keys[i]));
  }
}

/// What an entry that plays a number of rounds has passed: each event once a round and each round's end, at any step.
/// The reference has no such entries; `with_events`: the conditions under which it tells of events are met.
void SpinePlayer::pass_rounds(Entry& entry, bool with_events) {
  Passage step;
  step.to = entry.track_time;
  step.length = played_length(entry);
  step.rounds = entry.rounds;
  step.from = entry.track_last;
  if (entry.track_last == -1) {
    // Where it begins may have been set (align(), set_animation_last()).
    step.first = entry.animation_last == -1;
    step.from = step.first ? 0 : entry.animation_last - entry.settings.animation_start;
  }
  if (!(step.length > 0)) {
    // All its rounds are over at once.
    if (step.first) complete_at_once(entry);
    return;
  }
  const EventKeys events = event_keys(entry);
  const bool reverse = entry.settings.reverse;
  const std::size_t count = with_events && (newer_ || !reverse) ? events.size() : 0;
  const double start = entry.settings.animation_start, stop = entry.animation_end, whole = duration(entry);
  // Keys in the order in which they are passed, and where in the animation's part.
  const auto key = [&](std::size_t k) { return reverse ? count - 1 - k : k; };
  const auto place = [&](std::size_t k) { return reverse ? whole - events.time(key(k)) : events.time(key(k)); };
  walk_rounds(
      step,
      [&](const RoundPart& part, std::uint64_t times) {
        const std::size_t end =
            first_where(count, [&](std::size_t k) { return place(k) > stop || part.is_over(place(k) - start); });
        std::size_t k =
            first_where(end, [&](std::size_t i) { return place(i) >= start && part.has_begun(place(i) - start); });
        for (; k < end; ++k) notify(StateEventType::event, entry, events.key(key(k)), times);
      },
      [&](std::uint64_t times) { notify(StateEventType::complete, entry, nullptr, times); },
      [&] { return log.size() > most_told; });
}

}  // namespace sinew
