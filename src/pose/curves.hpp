// Evaluating timelines: which key is in force, and what lies between two keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "model/compiled.hpp"
#include "pose/sampling.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

inline constexpr std::size_t npos = static_cast<std::size_t>(-1);

/// The last of `count` ascending times from `base` that is at or before `time`; the first one is.
[[nodiscard]] inline const double* last_at_or_before(const double* base, std::size_t count, double time) noexcept {
  while (count > 1) {
    const std::size_t half = count / 2;
    base = base[half] <= time ? base + half : base;
    count -= half;
  }
  return base;
}

/// The last key whose time is at or before `time`; npos: `time` is before the first key. Logarithmic, and as good as
/// constant where keys are about evenly spread, as in long animations: the search starts from where the key would be if
/// they were, and goes away from there in growing steps. An hour of keys costs what a second does.
[[nodiscard]] inline std::size_t key_in_force(std::span<const double> times, double time) noexcept {
  const double* const first = times.data();
  const std::size_t count = times.size();
  if (!(first[0] <= time)) return npos;
  constexpr std::size_t few = 16;
  if (count <= few) return static_cast<std::size_t>(last_at_or_before(first, count, time) - first);
  if (first[count - 1] <= time) return count - 1;
  const double share = (time - first[0]) / (first[count - 1] - first[0]);
  // Not a number where the times reach to the ends of what a double can hold.
  std::size_t low = share > 0 ? static_cast<std::size_t>(std::min(share, 1.0) * static_cast<double>(count - 1)) : 0;
  std::size_t step = 1;
  if (first[low] <= time) {
    while (step < count - low && first[low + step] <= time) low += step, step *= 2;
    step = std::min(step, count - low);
  } else {
    std::size_t high = low;
    do {
      high = low;
      low = high > step ? high - step : 0;
      step *= 2;
    } while (!(first[low] <= time));
    step = high - low;
  }
  return static_cast<std::size_t>(last_at_or_before(first + low, step, time) - first);
}

/// How far a curve has gone at the elapsed fraction `f` of its segment, for handles at the normalised times x1, x2 and
/// the normalised values y1, y2: solves X(s) = f, error below 1e-12. Spec: animation.md 3.1.
[[nodiscard]] double solve_bezier(double x1, double x2, double f) noexcept;

/// Where the cubic with the control values p0 .. p3 is at parameter s.
[[nodiscard]] inline double cubic(double p0, double p1, double p2, double p3, double s) noexcept {
  const double w = 1 - s;
  return w * w * (w * p0 + 3 * s * p1) + s * s * (3 * w * p2 + s * p3);
}

/// The key in force of a timeline whose keys hold, of IK and of deforms.
[[nodiscard]] std::size_t key_at(const Timeline& timeline, const Moment& at) noexcept;

/// The values of an interpolated timeline between key i and the next at `time`, worked out from its curve: exactly
/// under rigby, else as ten pieces. What has tables (model/animation_program.hpp) gives the same with less work.
void interpolate(const Timeline& timeline, std::size_t key, double time, RuleSet rules, double* values) noexcept;

/// All components. False before the first key under spine; rigby takes the first key's values there.
[[nodiscard]] bool evaluate(const Timeline& timeline, const Moment& at, RuleSet rules, double* values) noexcept;

/// The same for timelines of `count` numbers, one or two; where these have common times, with a third of the
/// instructions.
template <std::size_t count>
[[nodiscard]] bool evaluate_few(const Timeline& timeline, const Moment& at, RuleSet rules,
                                double (&values)[count]) noexcept {
  static_assert(count <= 2);
  if (!at.samples || !timeline.tracks || timeline.tracks->tracks[0].lanes != count) {
    return evaluate(timeline, at, rules, values);
  }
  const ValueTrack& track = timeline.tracks->tracks[0];
  const Sample sample = at.samples[track.channel];
  if (sample.piece == 0) return false;
  const double* const from = track.values + sample.piece * count;
  for (std::size_t i = 0; i < count; ++i) values[i] = from[i] + sample.fraction * (from[count + i] - from[i]);
  return true;
}

/// A deform's key in force and how far it has gone to the next.
struct DeformSegment {
  std::size_t key = npos;  ///< npos: before the first key (spine)
  bool to_next = false;    ///< false: the key's value holds
  double fraction = 0;
};
[[nodiscard]] DeformSegment evaluate_deform(const Timeline& timeline, const Moment& at, RuleSet rules) noexcept;

}  // namespace sinew
