// Sine and cosine of degrees, with the same bits on every machine.
//
// The C library's differ in the last bit from machine to machine. Working in degrees also makes the reduction exact:
// sin 180 is 0, cos 60 is as near to 0.5 as the polynomial gets, and turns add no error.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/simd.hpp"

namespace sinew {

struct SinCos2 {
  Double2 sin, cos;
};

/// Sine and cosine of as many angles in degrees as a vector has lanes, none of them beyond 1e12.
template <class Doubles, class Integers>
[[gnu::always_inline]] inline void sincos_lanes(const Doubles& degrees, Doubles& sine, Doubles& cosine) noexcept {
  const auto bits = [](const Doubles& v, Integers& out) __attribute__((always_inline)) {
    std::memcpy(&out, &v, sizeof v);
  };
  // Adding 1.5 * 2^52 rounds to the nearest integer and leaves it in the low bits.
  constexpr double magic = 6755399441055744.0;
  const Doubles shifted = degrees * (1.0 / 90.0) + magic;
  Integers quadrant;
  bits(shifted, quadrant);
  const Doubles turns = shifted - magic;
  const Doubles x = (degrees - turns * 90.0) * 0.017453292519943295;  // exact but for this product; |x| <= pi / 4
  const Doubles z = x * x;
  // Taylor polynomials: the first term left out is below 1e-19 of the result.
  Doubles s = z * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0;
  s = s * z + 1.0 / 6227020800.0;
  s = s * z - 1.0 / 39916800.0;
  s = s * z + 1.0 / 362880.0;
  s = s * z - 1.0 / 5040.0;
  s = s * z + 1.0 / 120.0;
  s = s * z - 1.0 / 6.0;
  s = s * z * x + x;
  Doubles c = z * (1.0 / 20922789888000.0) - 1.0 / 87178291200.0;
  c = c * z + 1.0 / 479001600.0;
  c = c * z - 1.0 / 3628800.0;
  c = c * z + 1.0 / 40320.0;
  c = c * z - 1.0 / 720.0;
  c = c * z + 1.0 / 24.0;
  c = c * z - 0.5;
  c = c * z + 1.0;
  // Quadrant 1: (cos, -sin), 2: (-sin, -cos), 3: (-cos, sin).
  // All in bits: compilers make branches, which mispredict, of a choice by a comparison of 64-bit integers.
  const Integers odd = -(quadrant & 1);
  Integers s_bits, c_bits;
  bits(s, s_bits);
  bits(c, c_bits);
  const Integers exchange = (s_bits ^ c_bits) & odd;
  s_bits ^= exchange ^ ((quadrant & 2) << 62);
  c_bits ^= exchange ^ (((quadrant + 1) & 2) << 62);
  std::memcpy(&sine, &s_bits, sizeof sine);
  std::memcpy(&cosine, &c_bits, sizeof cosine);
}

/// Beyond this the quadrant would get lost in rounding.
inline constexpr double most_degrees = 1e12;

/// Sine and cosine of two angles in degrees; error below 1e-15 (tests/base/trig_test.cpp). Not finite where the angle
/// is not.
[[nodiscard]] inline SinCos2 sincos_degrees(Double2 degrees) noexcept {
  const Double2 magnitude = absolute(degrees);
  if (__builtin_expect(!(magnitude[0] + magnitude[1] < most_degrees), 0)) {
    degrees = Double2{std::fmod(degrees[0], 360.0), std::fmod(degrees[1], 360.0)};
  }
  SinCos2 result;
  sincos_lanes<Double2, Int2>(degrees, result.sin, result.cos);
  return result;
}

/// Cosine and sine of one angle in degrees, the same bits: one lane works out the sine, the other the cosine.
[[nodiscard]] inline Double2 direction_degrees(double degrees) noexcept {
  if (__builtin_expect(!(std::fabs(degrees) < most_degrees), 0)) degrees = std::fmod(degrees, 360.0);
  constexpr double magic = 6755399441055744.0;
  const double shifted = degrees * (1.0 / 90.0) + magic;
  std::int64_t quadrant;
  std::memcpy(&quadrant, &shifted, sizeof quadrant);
  const double x = (degrees - (shifted - magic) * 90.0) * 0.017453292519943295;
  const Double2 z = splat(x * x);
  Double2 t = z * Double2{1.0 / 20922789888000.0, 1.0 / 355687428096000.0};
  t = t - Double2{1.0 / 87178291200.0, 1.0 / 1307674368000.0};
  t = t * z + Double2{1.0 / 479001600.0, 1.0 / 6227020800.0};
  t = t * z - Double2{1.0 / 3628800.0, 1.0 / 39916800.0};
  t = t * z + Double2{1.0 / 40320.0, 1.0 / 362880.0};
  t = t * z - Double2{1.0 / 720.0, 1.0 / 5040.0};
  t = t * z + Double2{1.0 / 24.0, 1.0 / 120.0};
  t = t * z - Double2{0.5, 1.0 / 6.0};
  const Double2 last{1.0, x};
  t = t * z * last + last;
  const Int2 bits = bits_of(t), odd = -(Int2{quadrant, quadrant} & 1);
  const Int2 exchange = (bits ^ Int2{bits[1], bits[0]}) & odd;
  return from_bits(bits ^ exchange ^ ((Int2{quadrant + 1, quadrant} & 2) << 62));
}

/// Sine and cosine of one angle in degrees.
inline void sincos_degrees(double degrees, double& sine, double& cosine) noexcept {
  const Double2 d = direction_degrees(degrees);
  sine = d[1];
  cosine = d[0];
}

/// Arc tangent of y / x in the quadrant of (x, y), in radians, -pi to pi; as std::atan2 for zeros. Error below 1e-15.
[[nodiscard]] double arc_tangent(double y, double x) noexcept;

/// Arc cosine in radians; arguments beyond -1 to 1 count as -1 or 1.
[[nodiscard]] double arc_cosine(double x) noexcept;

/// base to the power of exponent for base >= 0 (below: 0). Relative error below 1e-14.
[[nodiscard]] double power(double base, double exponent) noexcept;

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double degrees_per_radian = 180.0 / pi;
inline constexpr double radians_per_degree = pi / 180.0;

/// Arc tangent in degrees.
[[nodiscard]] inline double arc_tangent_degrees(double y, double x) noexcept {
  return arc_tangent(y, x) * degrees_per_radian;
}

}  // namespace sinew
