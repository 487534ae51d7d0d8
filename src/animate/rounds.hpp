// What playback passes, round by round.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// The event keys of what an entry plays, and where they lie in its round.
struct EventKeys {
  const Timeline* timeline = nullptr;  ///< none: no events
  double unit = 1;                     ///< seconds in a unit of the entry's time
  [[nodiscard]] std::size_t size() const { return timeline ? timeline->times.size() : 0; }
  [[nodiscard]] double time(std::size_t i) const { return timeline->times[i] / unit; }
  [[nodiscard]] const EventKey* key(std::size_t i) const { return &timeline->events[i]; }
};

/// A step of playback over rounds of `length` that begin at 0. It passes the instants in (from, to]; the first step
/// those from 0 on.
struct Passage {
  double from = 0, to = 0;
  bool first = false;
  double length = 0;         ///< above 0
  std::uint32_t rounds = 0;  ///< 0: for ever

  [[nodiscard]] bool passes(double instant) const { return (first ? instant >= 0 : instant > from) && instant <= to; }
};

/// A number of rounds, however many.
[[nodiscard]] inline std::uint64_t as_count(double n) {
  return n < 9e18 ? static_cast<std::uint64_t>(std::max(n, 0.0)) : std::uint64_t{9000000000000000000u};
}

/// Calls fire(passes, times) for every round that is passed in part or whole, with passes(place in the round) saying
/// what of it is, and complete(times) at each end. `enough()`: so much has been told that all rounds in the middle are
/// told as one, `times` of them.
template <class Fire, class Complete, class Enough>
void walk_rounds(const Passage& step, Fire fire, Complete complete, Enough enough) {
  const double d = step.length;
  const double count = step.rounds == 0 ? std::numeric_limits<double>::infinity() : step.rounds;
  // One round more on either side, as k * d is not exact. A round's keys never come after its end, where the next one
  // starts, however the sums are rounded: a key at the end is passed with the next round's start.
  const double start = step.first ? 0 : std::max(0.0, step.from);
  const double first_round = std::max(0.0, std::floor(start / d) - 1);
  for (double k = first_round; k < count && k * d <= step.to;) {
    const double last = std::min(std::floor(step.to / d), count);
    if (k > first_round + 2 && last - k > 3 && enough()) {
      const double middle = last - k - 2;
      fire([](double) { return true; }, as_count(middle));
      complete(as_count(middle));
      if (k + middle == k) return;
      k += middle;
      continue;
    }
    const double end = (k + 1) * d;
    fire([&](double place) { return step.passes(place < d ? std::min(place + k * d, end) : end); }, 1);
    if (end > step.from && end <= step.to) complete(1);
    if (k + 1 == k) return;  // so far on that rounds cannot be told apart
    k += 1;
  }
}

}  // namespace sinew
