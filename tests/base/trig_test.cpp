#include "base/trig.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <random>

namespace sinew {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The remainder of a turn is exact in binary floating point, so the reference is as good as long double is.
long double reference_sine(double degrees) {
  return std::sin(std::fmod(static_cast<long double>(degrees), 360.0L) * std::numbers::pi_v<long double> / 180.0L);
}
long double reference_cosine(double degrees) {
  return std::cos(std::fmod(static_cast<long double>(degrees), 360.0L) * std::numbers::pi_v<long double> / 180.0L);
}

void expect_accurate(double degrees) {
  double sine = 0, cosine = 0;
  sincos_degrees(degrees, sine, cosine);
  EXPECT_LT(std::fabs(static_cast<long double>(sine) - reference_sine(degrees)), 1e-15L) << "sine of " << degrees;
  EXPECT_LT(std::fabs(static_cast<long double>(cosine) - reference_cosine(degrees)), 1e-15L) << "cosine of " << degrees;
}

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

TEST(SinCosDegrees, IsExactAtMultiplesOf90) {
  constexpr double sines[] = {0, 1, 0, -1}, cosines[] = {1, 0, -1, 0};
  for (int k = -4000; k <= 4000; ++k) {
    double sine = 7, cosine = 7;
    sincos_degrees(90.0 * k, sine, cosine);
    const int quadrant = ((k % 4) + 4) % 4;
    EXPECT_EQ(sine, sines[quadrant]) << 90 * k;
    EXPECT_EQ(cosine, cosines[quadrant]) << 90 * k;
  }
}

TEST(SinCosDegrees, IsAccurateOverManyTurns) {
  for (int i = -72000; i <= 72000; ++i) expect_accurate(i * 0.05);
}

TEST(SinCosDegrees, IsAccurateForRandomAnglesOfEverySize) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-60, 45);
  for (int i = 0; i < 200000; ++i) expect_accurate(std::ldexp(mantissa(random), exponent(random)));
}

TEST(SinCosDegrees, IsAccurateForHugeAngles) {
  for (double degrees :
       {1e9 + 0.25, 1e11 + 30, 999999999999.5, 1e12, 1e12 + 60, 1e13 + 1, 1e15 + 33, 1e17, 1e100, 1.7e308}) {
    expect_accurate(degrees);
    expect_accurate(-degrees);
  }
}

TEST(SinCosDegrees, IsAccurateNextToTheQuadrantsBorders) {
  for (int k = -16; k <= 16; ++k) {
    const double border = 45.0 * k;
    expect_accurate(border);
    expect_accurate(std::nextafter(border, infinity));
    expect_accurate(std::nextafter(border, -infinity));
  }
}

TEST(SinCosDegrees, KeepsTheSmallestAngles) {
  // sin x = x for tiny x: relative accuracy, not only absolute.
  for (double degrees : {1e-3, 1e-10, 1e-100, 1e-300}) {
    double sine = 0, cosine = 0;
    sincos_degrees(degrees, sine, cosine);
    const double expected = static_cast<double>(reference_sine(degrees));
    EXPECT_NEAR(sine / expected, 1, 1e-15) << degrees;
    EXPECT_NEAR(cosine, 1, 1e-9);
  }
}

TEST(SinCosDegrees, SineAndCosineLieOnTheUnitCircle) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> angle(-1000, 1000);
  for (int i = 0; i < 100000; ++i) {
    double sine = 0, cosine = 0;
    sincos_degrees(angle(random), sine, cosine);
    EXPECT_NEAR(sine * sine + cosine * cosine, 1, 1e-15);
  }
}

TEST(SinCosDegrees, IsNotFiniteWhereTheAngleIsNot) {
  for (double degrees : {infinity, -infinity, not_a_number}) {
    double sine = 0, cosine = 0;
    sincos_degrees(degrees, sine, cosine);
    EXPECT_FALSE(std::isfinite(sine)) << degrees;
    EXPECT_FALSE(std::isfinite(cosine)) << degrees;
  }
}

TEST(SinCosDegrees, EachLaneIsWhatItWouldBeAlone) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> angle(-2000, 2000);
  const double others[] = {0, 17.3, 1e13, 1e300, infinity, not_a_number};
  for (int i = 0; i < 20000; ++i) {
    const double degrees = i % 3 == 0 ? 45.0 * (i % 64 - 32) : angle(random);
    double sine = 0, cosine = 0;
    sincos_degrees(degrees, sine, cosine);
    for (double other : others) {
      const SinCos2 left = sincos_degrees(Double2{degrees, other});
      const SinCos2 right = sincos_degrees(Double2{other, degrees});
      ASSERT_TRUE(same_bits(left.sin[0], sine) && same_bits(left.cos[0], cosine)) << degrees << " beside " << other;
      ASSERT_TRUE(same_bits(right.sin[1], sine) && same_bits(right.cos[1], cosine)) << degrees << " beside " << other;
    }
  }
}

}  // namespace
}  // namespace sinew
