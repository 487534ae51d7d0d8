#include "motion/rotation.hpp"

namespace sinew::motion {

namespace {

/// The axes (0: x, 1: y, 2: z) in the order in which their angles are applied.
constexpr std::array<std::array<std::size_t, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

const std::array<std::size_t, 3>& axes_of(EulerOrder order) noexcept {
  const auto index = static_cast<std::size_t>(order);
  return kOrders[index < kOrders.size() ? index : 0];
}

Quaternion about(std::size_t axis, double angle) noexcept {
  if (angle == 0) return {};
  double sine = 0, cosine = 1;
  sincos_degrees(angle * (0.5 * degrees_per_radian), sine, cosine);
  return {cosine, axis == 0 ? sine : 0, axis == 1 ? sine : 0, axis == 2 ? sine : 0};
}

}  // namespace

Quaternion quaternion_from(const Vec3& angles, EulerOrder order) noexcept {
  const std::array<double, 3> by_axis = {angles.x, angles.y, angles.z};
  const auto& [first, second, third] = axes_of(order);
  return about(third, by_axis[third]) * (about(second, by_axis[second]) * about(first, by_axis[first]));
}

Vec3 angles_from(const Quaternion& q, EulerOrder order) noexcept {
  const Matrix34 matrix = matrix_from({}, q, {1, 1, 1});
  const auto entry = [&](std::size_t row, std::size_t column) { return matrix.m[row * 4 + column]; };
  // R = R(k) R(j) R(i). Its row k, column i is -+sin of the middle angle; the sign depends on the order's handedness.
  const auto& [i, j, k] = axes_of(order);
  const double sign = (j + 3 - i) % 3 == 1 ? 1 : -1;
  const double sine = -sign * entry(k, i);
  const double cosine = std::sqrt(entry(i, i) * entry(i, i) + entry(j, i) * entry(j, i));
  std::array<double, 3> by_axis = {};
  by_axis[j] = arc_tangent(sine, cosine);
  if (cosine > 1e-9) {
    by_axis[i] = arc_tangent(sign * entry(k, j), entry(k, k));
    by_axis[k] = arc_tangent(sign * entry(j, i), entry(i, i));
  } else {
    // The first and the last axis coincide: all of the turn goes to the first angle.
    by_axis[i] = arc_tangent(-sign * entry(j, k), entry(j, j));
    by_axis[k] = 0;
  }
  return {by_axis[0], by_axis[1], by_axis[2]};
}

Matrix34 matrix_from(const Vec3& p, const Quaternion& q, const Vec3& s) noexcept {
  const double x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const double xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
  const double xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const double wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {{(1 - (yy + zz)) * s.x, (xy - wz) * s.y, (xz + wy) * s.z, p.x,  //
           (xy + wz) * s.x, (1 - (xx + zz)) * s.y, (yz - wx) * s.z, p.y,  //
           (xz - wy) * s.x, (yz + wx) * s.y, (1 - (xx + yy)) * s.z, p.z}};
}

Matrix34 operator*(const Matrix34& a, const Matrix34& b) noexcept {
  Matrix34 c;
  for (std::size_t row = 0; row < 12; row += 4) {
    const double x = a.m[row], y = a.m[row + 1], z = a.m[row + 2];
    for (std::size_t column = 0; column < 4; ++column) {
      c.m[row + column] = x * b.m[column] + y * b.m[4 + column] + z * b.m[8 + column];
    }
    c.m[row + 3] += a.m[row + 3];
  }
  return c;
}

}  // namespace sinew::motion
