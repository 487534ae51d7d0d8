#include "base/trig.hpp"

#include <array>
#include <cmath>

namespace sinew {

namespace {

/// Arc tangent for 0 <= x <= 1: the nearest eighth from a table, the rest from the odd Taylor polynomial.
double arc_tangent_unit(double x) noexcept {
  static constexpr std::array<double, 9> eighths = {0.0,
                                                    0.1243549945467614350313549,
                                                    0.2449786631268641541720825,
                                                    0.3587706702705722203959201,
                                                    0.4636476090008061162142562,
                                                    0.5585993153435624359715083,
                                                    0.6435011087932843868028093,
                                                    0.7188299996216245054170141,
                                                    0.7853981633974483096156608};
  const auto k = static_cast<std::size_t>(x * 8 + 0.5);
  const double c = static_cast<double>(k) * 0.125;
  const double z = (x - c) / (1 + x * c);  // |z| <= 1 / 16
  const double w = z * z;
  double s = -1.0 / 15;
  s = s * w + 1.0 / 13;
  s = s * w - 1.0 / 11;
  s = s * w + 1.0 / 9;
  s = s * w - 1.0 / 7;
  s = s * w + 1.0 / 5;
  s = s * w - 1.0 / 3;
  return eighths[k] + (s * w * z + z);
}

double logarithm(double x) noexcept {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1), w = s * s;
  double sum = 1.0 / 23;
  for (int k = 21; k >= 1; k -= 2) sum = sum * w + 1.0 / k;
  return 2 * s * sum + exponent * 0.69314718055994530942;
}

double exponential(double x) noexcept {
  if (!(x > -700)) return 0;
  if (x > 700) return HUGE_VAL;
  const double k = std::floor(x * 1.44269504088896340736 + 0.5);
  const double r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10;
  double sum = 1;
  for (int n = 14; n >= 1; --n) sum = sum * r / n + 1;
  return std::ldexp(sum, static_cast<int>(k));
}

}  // namespace

double arc_tangent(double y, double x) noexcept {
  const double ax = std::fabs(x), ay = std::fabs(y);
  if (!(ax <= 1.7976931348623157e308 && ay <= 1.7976931348623157e308)) return 0;  // no direction to speak of
  double angle;
  if (ax >= ay) {
    angle = ax == 0 ? 0 : ay == ax ? pi / 4 : arc_tangent_unit(ay / ax);
  } else {
    angle = pi / 2 - arc_tangent_unit(ax / ay);
  }
  if (std::signbit(x)) angle = pi - angle;
  return std::copysign(angle, y);
}

double arc_cosine(double x) noexcept {
  if (x >= 1) return 0;
  if (x <= -1) return pi;
  return arc_tangent(std::sqrt((1 - x) * (1 + x)), x);
}

double power(double base, double exponent) noexcept {
  if (exponent == 1) return base;
  if (!(base > 0)) return exponent == 0 ? 1 : 0;
  if (exponent == 2) return base * base;
  return exponential(exponent * logarithm(base));
}

}  // namespace sinew
