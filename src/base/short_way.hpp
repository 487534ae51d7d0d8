// The short way round, as format 3.8 means it.
#pragma once

#include <cmath>

namespace sinew {

/// An angle in degrees less whole turns, in [-180, 180): half a turn goes clockwise. A difference that misses half a
/// turn only because decimals are not exact (by less than 1e-9 degrees) counts as half a turn, as in the reference.
/// Spec: animation.md 12.3.
[[nodiscard]] inline double short_way(double degrees) noexcept {
  const double turns = degrees / 360;
  // Beyond that the reference's formula leaves the range.
  if (!(std::fabs(turns) < 16384)) {
    const double rest = std::isfinite(degrees) ? std::remainder(degrees, 360.0) : 0;
    return rest >= 180 ? rest - 360 : rest;
  }
  return degrees - 360 * (16384 - std::trunc(16384.499999999996 - turns));
}

}  // namespace sinew
