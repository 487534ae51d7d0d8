// Rotations in three dimensions: blending and composing, with the same bits on every machine.
#pragma once

#include <cmath>

#include "base/trig.hpp"
#include "sinew/motion.hpp"

namespace sinew::motion {

[[nodiscard]] inline Quaternion operator*(const Quaternion& a, const Quaternion& b) noexcept {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

[[nodiscard]] inline Vec3 mix(const Vec3& a, const Vec3& b, double u) noexcept {
  return {a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u, a.z + (b.z - a.z) * u};
}

[[nodiscard]] inline Vec3 rotate(const Quaternion& q, const Vec3& v) noexcept {
  // v + 2 w (r x v) + 2 r x (r x v)
  const double cx = 2 * (q.y * v.z - q.z * v.y), cy = 2 * (q.z * v.x - q.x * v.z), cz = 2 * (q.x * v.y - q.y * v.x);
  return {v.x + q.w * cx + q.y * cz - q.z * cy, v.y + q.w * cy + q.z * cx - q.x * cz,
          v.z + q.w * cz + q.x * cy - q.y * cx};
}

/// The shorter way from one rotation to another, ready to be gone a part of at the cost of one sine and cosine.
struct Arc {
  Quaternion from;
  Vec3 axis;         ///< of length 1; 0 where there is no way to go
  double half_turn;  ///< half of the angle between the two, in degrees; 0 to 90

  [[nodiscard]] Quaternion at(double u) const noexcept {
    double sine = 0, cosine = 1;
    sincos_degrees(half_turn * u, sine, cosine);
    return from * Quaternion{cosine, axis.x * sine, axis.y * sine, axis.z * sine};
  }
};

[[nodiscard]] inline Arc shorter_arc(const Quaternion& from, const Quaternion& to) noexcept {
  Quaternion way = Quaternion{from.w, -from.x, -from.y, -from.z} * to;
  if (way.w < 0) way = {-way.w, -way.x, -way.y, -way.z};
  const double length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
  if (!(length > 0)) return {from, {}, 0};
  return {from, {way.x / length, way.y / length, way.z / length}, arc_tangent(length, way.w) * degrees_per_radian};
}

/// The angle that `to` becomes when it is reached from `from` the shorter way round.
[[nodiscard]] inline double nearest_turn(double from, double to) noexcept {
  constexpr double turn = 2 * pi;
  return from + std::remainder(to - from, turn);
}
[[nodiscard]] inline Vec3 nearest_turn(const Vec3& from, const Vec3& to) noexcept {
  return {nearest_turn(from.x, to.x), nearest_turn(from.y, to.y), nearest_turn(from.z, to.z)};
}

}  // namespace sinew::motion
