// From the way between two keys (0 to 1) to the part of the change that has been made.
#pragma once

#include <cmath>

#include "base/trig.hpp"
#include "sinew/motion.hpp"

namespace sinew::motion {

/// The curve's y where its x is u. x runs from 0 to 1 without turning back, as all control points are between 0 and 1.
[[nodiscard]] inline double ease_bezier(const Curve& curve, double u) noexcept {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  // x(s) = ((ax s + bx) s + cx) s
  const double cx = 3 * curve.x1, bx = 3 * (curve.x2 - curve.x1) - cx, ax = 1 - cx - bx;
  const double cy = 3 * curve.y1, by = 3 * (curve.y2 - curve.y1) - cy, ay = 1 - cy - by;
  // Newton's method, kept in an interval that bisection narrows where the curve is too flat for it.
  double low = 0, high = 1, s = u;
  for (int i = 0; i < 80; ++i) {
    const double off = ((ax * s + bx) * s + cx) * s - u;
    if (std::fabs(off) < 1e-15) break;
    (off < 0 ? low : high) = s;
    const double slope = (3 * ax * s + 2 * bx) * s + cx;
    const double better = s - off / slope;  // not finite where the slope is 0
    const double next = better > low && better < high ? better : 0.5 * (low + high);
    if (next == s) break;
    s = next;
  }
  return ((ay * s + by) * s + cy) * s;
}

[[nodiscard]] inline double ease_smooth(SmoothCurve curve, double u) noexcept {
  if (curve == SmoothCurve::quintic) return u * u * u * (u * (u * 6 - 15) + 10);
  if (curve == SmoothCurve::sine) {
    double sine = 0, cosine = 1;
    sincos_degrees(180 * u, sine, cosine);
    return 0.5 * (1 - cosine);
  }
  return u * u * (3 - 2 * u);
}

[[nodiscard]] inline double ease(Interpolation interpolation, const Curve& curve, SmoothCurve smooth,
                                 double u) noexcept {
  switch (interpolation) {
    case Interpolation::step:
      return 0;
    case Interpolation::linear:
      return u;
    case Interpolation::smooth:
      return ease_smooth(smooth, u);
    case Interpolation::bezier:
      return ease_bezier(curve, u);
  }
  return u;
}

}  // namespace sinew::motion
