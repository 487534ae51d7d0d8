// Finding where a time is in the channels of an animation.
#pragma once

#include <algorithm>

#include "base/simd.hpp"
#include "model/animation_program.hpp"

namespace sinew {

/// A time to evaluate timelines at, with what has been found out for all of them.
struct Moment {
  double time = 0;
  const Sample* samples = nullptr;  ///< by channel of the animation; null: each timeline searches for itself
  bool any_before = true;           ///< it may lie before the first key of some channel
};

/// Times as samples are taken at: what is not a number counts as before all keys.
[[nodiscard]] inline double ordinary_time(double time) noexcept {
  constexpr double most = std::numeric_limits<double>::max();
  return time > -most ? (time < most ? time : most) : -most;
}

/// How many of the four ascending numbers are at or before `time`.
[[nodiscard]] inline std::uint32_t count_of_four(const double* starts, Double2 time) noexcept {
  const Int2 passed = (load2(starts) <= time) + (load2(starts + 2) <= time);  // -1 for each
  return static_cast<std::uint32_t>(-(passed[0] + passed[1]));
}

/// How many of `count` ascending starts are at or before `time`.
[[nodiscard]] inline std::uint32_t count_of_many(const double* starts, std::uint32_t count, double time) noexcept {
  std::uint32_t low = 0;
  while (count > 0) {
    const std::uint32_t half = count / 2;
    const bool passed = starts[low + half] <= time;
    low = passed ? low + half + 1 : low;
    count = passed ? count - half - 1 : half;
  }
  return low;
}

[[nodiscard]] inline Sample sample_in(const TimeChannel& channel, std::uint32_t piece, double time) noexcept {
  const Piece& at = channel.pieces[piece];
  return {piece, (time - at.start) / at.width};
}

/// One channel by itself.
[[nodiscard]] inline Sample sample_one(const TimeChannel& channel, double time) noexcept {
  time = ordinary_time(time);
  return sample_in(channel, count_of_many(channel.starts, channel.count, time), time);
}

/// All channels of a program that is usable(). A cell tells all of them where to look. Gives back whether the time is
/// before the first key of some.
inline bool sample_all(const AnimationProgram& program, double time, Sample* samples) noexcept {
  time = ordinary_time(time);
  const Double2 both = splat(time);
  const std::size_t count = program.channels.size();
  const std::uint32_t* const row = program.cells + cell_of(time, program.cells_per_second, program.last_cell) * count;
  const std::uint32_t* const next = row + count;
  std::uint32_t least = 1;
  for (std::size_t i = 0; i < count; ++i) {
    const TimeChannel& channel = program.channels[i];
    const std::uint32_t low = row[i], here = next[i] - low;
    const double* const starts = channel.starts + low;
    // Starts of later cells are not passed, so that there may be fewer than four.
    const std::uint32_t passed =
        here <= TimeChannel::padding ? count_of_four(starts, both) : count_of_many(starts, here, time);
    samples[i] = sample_in(channel, low + passed, time);
    least = std::min(least, low + passed);
  }
  return least == 0;
}

/// Room for the samples of a program, on the stack; most of it is never touched.
class Samples {
 public:
  /// Takes them, where the program can be sampled.
  Samples(const AnimationProgram* program, double time) noexcept : moment_{time} {
    if (!program || !program->usable()) return;
    moment_ = {time, room_, sample_all(*program, time, room_)};
  }
  Samples(const Samples&) = delete;
  Samples& operator=(const Samples&) = delete;

  [[nodiscard]] const Moment& moment() const noexcept { return moment_; }

 private:
  Moment moment_;
  Sample room_[AnimationProgram::most_channels];
};

}  // namespace sinew
