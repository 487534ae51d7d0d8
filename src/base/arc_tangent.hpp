// The angle of a direction, with the same bits on every machine.
#pragma once

#include <cmath>

namespace sinew {

/// The direction (x, y) in degrees, from -180 to 180; 0 for (0, 0). Not a number where a coordinate is not finite.
/// Error below 1e-13 degrees (tests/base/arc_tangent_test.cpp).
[[nodiscard]] inline double atan2_degrees(double y, double x) noexcept {
  const double ax = std::fabs(x), ay = std::fabs(y);
  const double larger = ax > ay ? ax : ay, smaller = ax > ay ? ay : ax;
  if (larger == 0) return 0;
  // The tangent of an eighth of a turn at most, halved twice: atan t = 2 atan(t / (1 + sqrt(1 + t t))). A square
  // root is exact to the last bit everywhere.
  double t = smaller / larger;
  t = t / (1 + std::sqrt(1 + t * t));
  t = t / (1 + std::sqrt(1 + t * t));
  const double z = t * t;  // below 0.04
  double sum = 1.0 / 23;
  for (int n = 21; n >= 1; n -= 2) sum = 1.0 / n - sum * z;
  double degrees = 4 * t * sum * 57.29577951308232;
  if (ay > ax) degrees = 90 - degrees;
  if (x < 0) degrees = 180 - degrees;
  return y < 0 ? -degrees : degrees;
}

}  // namespace sinew
