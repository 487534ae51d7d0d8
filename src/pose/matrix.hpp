// Two-by-two matrices by columns, in two-lane vectors.
#pragma once

#include <cmath>

#include "base/simd.hpp"
#include "base/trig.hpp"
#include "sinew/types.hpp"

namespace sinew {

/// The two columns of a 2x2 matrix: where the axes point.
struct Columns {
  Double2 x, y;
};

[[nodiscard]] inline Columns columns_of(const Affine& m) noexcept {
  return {load2(&m.a), load2(&m.c)};
}
[[nodiscard]] inline Double2 origin_of(const Affine& m) noexcept {
  return load2(&m.tx);
}
inline void store_linear(Affine& world, const Columns& linear) noexcept {
  store2(&world.a, linear.x);
  store2(&world.c, linear.y);
}
inline void store_origin(Affine& world, Double2 origin) noexcept {
  store2(&world.tx, origin);
}

/// M * v.
[[nodiscard]] inline Double2 transform(const Columns& m, Double2 v) noexcept {
  return m.x * v[0] + m.y * v[1];
}
[[nodiscard]] inline Columns multiply(const Columns& p, const Columns& l) noexcept {
  return {transform(p, l.x), transform(p, l.y)};
}
[[nodiscard]] inline double determinant(const Columns& m) noexcept {
  return m.x[0] * m.y[1] - m.y[0] * m.x[1];
}
[[nodiscard]] inline double dot(Double2 a, Double2 b) noexcept {
  return a[0] * b[0] + a[1] * b[1];
}
[[nodiscard]] inline double cross(Double2 a, Double2 b) noexcept {
  return a[0] * b[1] - a[1] * b[0];
}
[[nodiscard]] inline double length(Double2 v) noexcept {
  return std::sqrt(dot(v, v));
}
[[nodiscard]] inline double angle_of(Double2 v) noexcept {
  return arc_tangent(v[1], v[0]);
}
[[nodiscard]] inline double degrees_of(Double2 v) noexcept {
  return arc_tangent_degrees(v[1], v[0]);
}

/// adj(M) * v, that is det(M) times the inverse of M applied to v.
[[nodiscard]] inline Double2 adjugate(const Columns& m, Double2 v) noexcept {
  return Double2{m.y[1] * v[0] - m.y[0] * v[1], m.x[0] * v[1] - m.x[1] * v[0]};
}
/// The inverse of M applied to v; zero when M has no area.
[[nodiscard]] inline Double2 inverse(const Columns& m, Double2 v) noexcept {
  const double det = determinant(m);
  return det == 0 ? Double2{0, 0} : adjugate(m, v) / det;
}
/// inv(P) * M.
[[nodiscard]] inline Columns inverse(const Columns& p, const Columns& m) noexcept {
  return {inverse(p, m.x), inverse(p, m.y)};
}

/// The direction (cos, sin) of an angle in radians.
[[nodiscard]] inline Double2 direction(double radians) noexcept {
  return direction_degrees(radians * degrees_per_radian);
}
/// v turned counterclockwise by the angle of `d`, a direction.
[[nodiscard]] inline Double2 turn(Double2 d, Double2 v) noexcept {
  return Double2{d[0] * v[0] - d[1] * v[1], d[1] * v[0] + d[0] * v[1]};
}
[[nodiscard]] inline Columns turn(Double2 d, const Columns& m) noexcept {
  return {turn(d, m.x), turn(d, m.y)};
}

}  // namespace sinew
