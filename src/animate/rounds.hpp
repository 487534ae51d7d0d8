// What playback passes, round by round.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "pose/curves.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

/// std::fmod(), quick where `time` has not gone more than 2048 rounds of an ordinary length.
[[nodiscard]] inline double time_in_round(double time, double length) noexcept {
  if (time >= 0 && time < length) return time;
  if (time >= length && length > 1e-100 && time < length * 2048 && time < 1e100) {
    if (time <= length * 2) return time == length * 2 ? 0 : time - length;
    // Both are whole numbers of the least digit of the length.
    std::uint64_t a, b;
    std::memcpy(&a, &time, sizeof a);
    std::memcpy(&b, &length, sizeof b);
    constexpr std::uint64_t hidden = std::uint64_t{1} << 52, mantissa = hidden - 1;
    const std::uint64_t digit = b >> 52;
    const std::uint64_t rest = (((a & mantissa) | hidden) << ((a >> 52) - digit)) % ((b & mantissa) | hidden);
    std::uint64_t unit_bits = (digit - 52) << 52;
    double unit;
    std::memcpy(&unit, &unit_bits, sizeof unit);
    return static_cast<double>(rest) * unit;
  }
  return std::fmod(time, length);
}

/// std::floor(), which is a call where the processor is not known to have an instruction for it.
[[nodiscard]] inline double whole_rounds(double rounds) noexcept {
  if (rounds >= 0 && rounds < 1e15) return static_cast<double>(static_cast<std::int64_t>(rounds));
  return std::floor(rounds);
}

/// The event keys of what an entry plays, and where they lie in its round.
struct EventKeys {
  const Timeline* timeline = nullptr;  ///< none: no events
  double unit = 1;                     ///< seconds in a unit of the entry's time
  [[nodiscard]] std::size_t size() const { return timeline ? timeline->times.size() : 0; }
  [[nodiscard]] double time(std::size_t i) const { return timeline->times[i] / unit; }
  [[nodiscard]] const EventKey* key(std::size_t i) const { return &timeline->events[i]; }
};

/// The first of `count` things for which `holds`, which holds for all behind it; `count` if there is none.
template <class Holds>
[[nodiscard]] std::size_t first_where(std::size_t count, Holds holds) {
  std::size_t low = 0;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (holds(low + half)) {
      count = half;
    } else {
      low += half + 1;
      count -= half + 1;
    }
  }
  return low;
}

/// How many keys lie at or before a time; none, if it is not a number.
[[nodiscard]] inline std::size_t count_until(const EventKeys& keys, double time) {
  if (keys.size() == 0 || std::isnan(time)) return 0;
  if (keys.unit == 1) return key_in_force(keys.timeline->times, time) + 1;  // npos + 1 is 0
  return first_where(keys.size(), [&](std::size_t i) { return keys.time(i) > time; });
}

/// How many lie before it.
[[nodiscard]] inline std::size_t count_before(const EventKeys& keys, double time) {
  if (std::isnan(time)) return 0;
  return first_where(keys.size(), [&](std::size_t i) { return keys.time(i) >= time; });
}

/// A step of playback over rounds of `length` that begin at 0. It passes the instants in (from, to]; the first step
/// those from 0 on.
struct Passage {
  double from = 0, to = 0;
  bool first = false;
  double length = 0;         ///< above 0
  std::uint32_t rounds = 0;  ///< 0: for ever

  [[nodiscard]] bool begins(double instant) const { return first ? instant >= 0 : instant > from; }
  [[nodiscard]] bool passes(double instant) const { return begins(instant) && instant <= to; }
};

/// What of one round a step passes. Places are asked for in ascending order: those that come too early, those that are
/// passed, those that come too late.
struct RoundPart {
  const Passage* step = nullptr;  ///< null: all of the round
  double length = std::numeric_limits<double>::infinity();
  double start = 0, end = std::numeric_limits<double>::infinity();  ///< of the round

  [[nodiscard]] bool has_begun(double place) const { return !step || step->begins(instant(place)); }
  [[nodiscard]] bool is_over(double place) const { return step && !(instant(place) <= step->to); }

 private:
  /// A round's keys never come after its end, where the next one starts, however the sums are rounded: a key at the end
  /// is passed with the next round's start.
  [[nodiscard]] double instant(double place) const { return place < length ? std::min(place + start, end) : end; }
};

/// A number of rounds, however many.
[[nodiscard]] inline std::uint64_t as_count(double n) {
  return n < 9e18 ? static_cast<std::uint64_t>(std::max(n, 0.0)) : std::uint64_t{9000000000000000000u};
}

/// Calls fire(part, times) for every round that is passed in part or whole, and complete(times) at each end.
/// `enough()`: so much has been told that all rounds in the middle are told as one, `times` of them.
template <class Fire, class Complete, class Enough>
void walk_rounds(const Passage& step, Fire fire, Complete complete, Enough enough) {
  // From or to a time that is not a number nothing is passed; each round below is told, or the walk would not end.
  if (std::isnan(step.to) || std::isnan(step.from)) return;
  const double d = step.length;
  const double count = step.rounds == 0 ? std::numeric_limits<double>::infinity() : step.rounds;
  // One round more on either side, as k * d is not exact.
  const double start = step.first ? 0 : std::max(0.0, step.from);
  const double first_round = std::max(0.0, std::floor(start / d) - 1);
  for (double k = first_round; k < count && k * d <= step.to;) {
    const double last = std::min(std::floor(step.to / d), count);
    if (k > first_round + 2 && last - k > 3 && enough()) {
      const double middle = last - k - 2;
      fire(RoundPart{}, as_count(middle));
      complete(as_count(middle));
      if (k + middle == k) return;
      k += middle;
      continue;
    }
    const double end = (k + 1) * d;
    fire(RoundPart{&step, d, k * d, end}, 1);
    if (end > step.from && end <= step.to) complete(1);
    if (k + 1 == k) return;  // so far on that rounds cannot be told apart
    k += 1;
  }
}

}  // namespace sinew
